import Findings
import Foundation
import SystemPackage
import Testing

@testable import Results

@Suite struct COCOTableTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    @Test func holdsImagesBoxesAndEveryClass() throws {
        let (a, b) = (try scene.photo("day 1/ä\n.jpg"), try scene.photo("b.jpg"))
        try scene.make(
            .coco,
            [
                TableRow(
                    scene.record(of: a, [(1, "dog: \"big\""), (0, "cat")]), place: Array("day 1/ä\n.jpg.json".utf8)),
                TableRow(scene.record(of: b)),
                TableRow(scene.record(of: "/gone/c.jpg", state: .failed)),
            ])
        let coco = try scene.coco()
        #expect(coco.images.map(\.file_name) == ["day 1/ä\n.jpg", "b.jpg"])
        #expect(scene.files(in: "images") == ["day 1/ä\n.jpg", "b.jpg"])
        #expect(scene.text("images/b.jpg") == "GIF89a!")
        #expect(coco.images.allSatisfy { $0.width == 100 && $0.height == 200 })
        #expect(coco.annotations.map(\.image_id) == [coco.images[0].id, coco.images[0].id])
        #expect(coco.annotations.map(\.category_id) == [2, 1])
        #expect(coco.annotations.map(\.bbox) == [[0, 20, 10, 20], [1, 20, 10, 20]])
        #expect(coco.annotations.map(\.area) == [200, 200])
        #expect(coco.annotations.map(\.score) == [0.9, 0.89])
        #expect(coco.annotations.allSatisfy { $0.iscrowd == 0 })
        #expect(coco.categories.map(\.name) == DataSetScene.dogs.classes)
        #expect(coco.categories.map(\.supercategory) == coco.categories.map(\.name))
        #expect(coco.categories.map(\.id) == [1, 2, 3])
        #expect(
            scene.files(in: "") == ["annotations.json", "images/b.jpg", "images/day 1/ä\n.jpg"],
            "no part of it is left")
    }

    @Test func aClassOfTwoDetectorsIsOne() throws {
        let photo = try scene.photo("a.jpg")
        let found = [(0, "cat"), (1, "cat"), (0, "car")].map { (id: $0.0, label: $0.1) }
        try scene.make(.coco, [DataSetScene.dogs, DataSetScene.cars], [TableRow(scene.record(of: photo, found))])
        let coco = try scene.coco()
        #expect(coco.categories.map(\.id) == [1, 2, 3, 4])
        #expect(coco.categories.map(\.name) == DataSetScene.dogs.classes + ["car"])
        #expect(coco.annotations.map(\.category_id) == [1, 1, 4])
    }

    @Test func linksOfPhotosThatHaveGoneAreRemovedAndForeignFilesStay() throws {
        let rows = try ["a.jpg", "b.gif"].map { TableRow(scene.record(of: try scene.photo($0), format: "gif")) }
        try scene.make(.coco, rows)
        #expect(try scene.coco().images.map(\.file_name) == ["a.gif", "b.gif"])
        try AtomicFile.write("mine".utf8, to: scene.set.appending("images/b.jpg"))
        try AtomicFile.write("mine".utf8, to: scene.set.appending("labels/a.txt"))
        let other = TableRow(scene.record(of: try scene.photo("b.jpg")))
        try scene.make(.coco, [other])
        #expect(scene.files(in: "images") == ["b.jpg", "b-2.jpg"])
        #expect(scene.text("labels/a.txt") == "mine")
        #expect(try scene.coco().images.map(\.file_name) == ["b-2.jpg"])
    }

    @Test func idsAreTheSameInEveryRunAndNoneTwice() throws {
        let rows = try (0..<300).map { number in
            let name = "\(number % 3)/\(number / 3).jpg"
            let record = scene.record(
                of: try scene.photo(FilePath(name)), [(0, "cat"), (0, "cat")], sha256: DataSetScene.sha(number % 2))
            return TableRow(record, place: Array("\(name).json".utf8))
        }
        try scene.make(.coco, rows)
        let first = try scene.coco()
        #expect(Set(first.images.map(\.id)).count == 300)
        #expect(Set(first.annotations.map(\.id)).count == 600)
        #expect((first.images.map(\.id) + first.annotations.map(\.id)).allSatisfy { (1..<1 << 53).contains($0) })
        try scene.make(.coco, rows)
        #expect(try scene.coco() == first)
        // Without some of the photos, and in another order, the others keep their ids.
        let fewer = [5, 3, 4].map { rows[$0] }
        try scene.make(.coco, fewer)
        #expect(try scene.coco().images == [5, 3, 4].map { first.images[$0] })
    }

    @Test func aPhotoThatLiesElsewhereIsLinkedAndOneThatHasGoneIsLeftOut() throws {
        var moved = scene.record(of: "/in/a.jpg")
        moved.source = moved.source.moved(to: try scene.photo("done/a.jpg"))
        let replaced = scene.record(of: try scene.photo("b.jpg"), sha256: DataSetScene.sha(8))
        let odd = scene.record(of: try scene.photo(Samples.broken))
        let gone = scene.record(of: "/in/c.jpg")
        let noPicture = scene.record(of: try scene.photo("d.jpg", content: "no pict"))
        let former = [moved, replaced].map { TableRow($0, isCurrent: false) }
        try scene.make(.coco, former + [odd, gone, noPicture].map { TableRow($0) })
        #expect(try scene.coco().images.map(\.file_name) == ["a.jpg", "a%25%FF.jpg"])
        #expect(scene.text("images/a.jpg") == "GIF89a!" && scene.text("images/a%25%FF.jpg") == "GIF89a!")
    }

    @Test func aRowSaysWhereThisHostHasThePhoto() throws {
        let record = scene.record(of: "/mnt/club/a.jpg")
        try scene.make(.coco, [TableRow(record), TableRow(record, photo: try scene.photo("a.jpg"))])
        #expect(try scene.coco().images.map(\.file_name) == ["a.jpg"])
        #expect(scene.text("images/a.jpg") == "GIF89a!")
    }

    @Test(arguments: [0, 7]) func withoutAListOfClassesThoseAreThereThatWereFound(id: Int) throws {
        try scene.make(.coco, [], [TableRow(scene.record(of: scene.photo("a.jpg"), [(id, "x")]))])
        #expect(try scene.coco().categories == [.init(id: id + 1, name: "x", supercategory: "x")])
    }

    @Test func nothingIsStillADataSet() throws {
        try scene.make(.coco, [])
        #expect(try scene.coco().images.isEmpty)
        #expect(try scene.coco().categories.count == 3)
    }

    @Test func posesOfAnotherNumberOfKeypointsAreACategoryOfTheirOwn() throws {
        var record = scene.record(of: try scene.photo("a.jpg"))
        let poses = [21, 5].map { count in
            Pose(
                label: "cat", classId: 0, confidence: 0.9, box: Box(x: 0, y: 40, width: 30, height: 20),
                keypoints: (0..<count).map { Keypoint(x: Double($0), y: 50, visibility: 0.9) })
        }
        record.photo.results = [DetectorResult(detector: "dogs", task: .hands, found: .poses(poses))]
        try scene.make(.coco, [TableRow(record)])
        let coco = try scene.coco()
        #expect(Set(coco.annotations.map(\.category_id)).count == 2)
        for annotation in coco.annotations {
            let category = try #require(coco.categories.first { $0.id == annotation.category_id })
            #expect(category.keypoints?.count == annotation.num_keypoints)
        }
    }

    @Test func classesWithoutNamesOfTwoModelsStayTwo() {
        let detectors = ["a", "b"].map { DetectorClasses(name: $0, task: "detect", model: $0, classes: []) }
        var numbers = ClassNumbers(detectors)
        let boxes = ["a", "b", "a", "b"].map { detector in
            FoundBox(
                detector: detector, classId: 0, label: "class 0", box: Box(x: 0, y: 0, width: 1, height: 1),
                confidence: 1)
        }
        let given = boxes.map { numbers.number(of: $0) }
        #expect(given[0] == given[2] && given[1] == given[3] && given[0] != given[1], "\(given)")
        #expect(Set(numbers.entries.map(\.name)).count == 2)
    }

    @Test func aCategoryNamesItsKeypointsAndJoinsThem() throws {
        var record = scene.record(of: try scene.photo("a.jpg"))
        let points = (0..<21).map { Keypoint(x: Double($0), y: 50, visibility: $0 == 3 ? 0.2 : 0.9) }
        let hand = Pose(
            label: "cat", classId: 0, confidence: 0.9, box: Box(x: 0, y: 40, width: 30, height: 20), keypoints: points)
        record.photo.results = [DetectorResult(detector: "dogs", task: .hands, found: .poses([hand]))]
        try scene.make(.coco, [TableRow(record)])
        let coco = try scene.coco()
        let category = try #require(coco.categories.first)
        #expect(category.keypoints?.prefix(3) == ["wrist", "thumb_cmc", "thumb_mcp"])
        #expect(category.keypoints?.count == 21)
        // COCO counts keypoints from 1.
        #expect(category.skeleton?.first == [1, 2])
        #expect(category.skeleton?.joined().allSatisfy { (1...21).contains($0) } == true)
        #expect(coco.categories.dropFirst().allSatisfy { $0.keypoints == nil && $0.skeleton == nil })
        let annotation = try #require(coco.annotations.first)
        #expect(annotation.keypoints?.count == 63 && annotation.num_keypoints == 21)
        #expect(annotation.keypoints?[9...11] == [3, 50, 1])
    }

    @Test(
        "people have COCO's names of keypoints, others those of their model",
        arguments: [(17, nil, "left_eye"), (2, "pointTip", "pointTip"), (2, nil, "2")])
    func keypointNames(count: Int, own: String?, name: String) throws {
        var record = scene.record(of: try scene.photo("a.jpg"))
        let points = (0..<count).map { Keypoint(name: own, x: Double($0), y: 50) }
        let pose = Pose(
            label: "cat", classId: 0, confidence: 0.9, box: Box(x: 0, y: 40, width: 30, height: 20), keypoints: points)
        record.photo.results = [DetectorResult(detector: "dogs", task: .pose, found: .poses([pose]))]
        try scene.make(.coco, [TableRow(record)])
        #expect(try scene.coco().categories.first?.keypoints?[1] == name)
    }

    @Test func aKeypointOutsideThePhotoIsNotLabelled() throws {
        var record = scene.record(of: try scene.photo("a.jpg"))
        let points = [(5.0, 5.0), (-1, 5), (5, 201)].map { Keypoint(x: $0.0, y: $0.1) }
        let pose = Pose(
            label: "cat", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 30, height: 20), keypoints: points)
        record.photo.results = [DetectorResult(detector: "dogs", task: .pose, found: .poses([pose]))]
        try scene.make(.coco, [TableRow(record)])
        let annotation = try #require(try scene.coco().annotations.first)
        #expect(annotation.keypoints == [5, 5, 2, 0, 0, 0, 0, 0, 0] && annotation.num_keypoints == 1)
    }

    @Test func aTurnedBoxHasItsCorners() throws {
        var record = scene.record(of: try scene.photo("a.jpg"))
        let corners = [(50.0, 20.0), (80, 50), (50, 80), (20, 50)].map { Point(x: $0.0, y: $0.1) }
        record.photo.detections = [
            Detection(
                label: "cat", classId: 0, confidence: 0.9, box: Box(x: 20, y: 20, width: 60, height: 60),
                corners: corners)
        ]
        try scene.make(.coco, [TableRow(record)])
        let annotation = try #require(try scene.coco().annotations.first)
        #expect(annotation.segmentation == [[50, 20, 80, 50, 50, 80, 20, 50]])
        #expect(annotation.area == 1800)
        #expect(annotation.bbox == [20, 20, 60, 60])
    }
}
