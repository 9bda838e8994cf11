import Findings
import Storage
import SystemPackage
import Testing

@testable import Results

/// The classes of manual corrections in a data set.
@Suite struct DataSetReviewedClassesTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func export(
        _ review: FindingReview, of record: Record, by detectors: [DetectorClasses]? = [DataSetScene.dogs]
    ) throws -> DataSetExport.Summary {
        if let detectors { try ClassList.write(detectors, in: scene.results) }
        try scene.keep(record, as: "a.jpg.json")
        let elsewhere = FindingReview(
            isAccepted: true,
            detections: ["dogs": [ReviewedBox(label: "elsewhere", box: Box(x: 0, y: 0, width: 5, height: 5))]])
        return try #require(DataSetExport(format: "coco")).write(
            results: scene.results, to: scene.set,
            reviews: [DataSetScene.sha(7): review, DataSetScene.sha(8): elsewhere])
    }

    /// A record whose findings are the detector's.
    private func record(_ found: FindingList) throws -> Record {
        var record = scene.record(of: try scene.photo("a.jpg"))
        record.photo.results = [DetectorResult(detector: "dogs", task: .detect, found: found)]
        return record
    }

    @Test(arguments: [("cat", 1, []), ("archer", 4, ["archer"])])
    func aBoxHasTheNumberOfItsOwnClass(label: String, id: Int, further: [String]) throws {
        let box = Box(x: 1, y: 2, width: 10, height: 20)
        let review = FindingReview(isAccepted: true, detections: ["dogs": [ReviewedBox(label: label, box: box)]])
        let summary = try export(review, of: record(.detections([])))
        #expect(summary.furtherClasses == further)
        let coco = try scene.coco()
        #expect(coco.annotations.map(\.category_id) == [id])
        #expect(coco.categories.first { $0.id == id }?.name == label)
    }

    @Test(arguments: [("né", 3), ("archer", 4)])
    func aPoseOfAChangedClassHasItsNumber(label: String, id: Int) throws {
        let box = Box(x: 1, y: 2, width: 10, height: 20)
        let pose = Pose(label: "cat", classId: 0, confidence: 0.5, box: box, keypoints: [])
        let review = FindingReview(
            isAccepted: true, poses: ["dogs": [ReviewedPose(label: label, box: box, keypoints: [], origin: 0)]])
        _ = try export(review, of: record(.poses([pose])))
        #expect(try scene.coco().annotations.map(\.category_id) == [id])
    }

    @Test(
        "a further class comes after every model's, and one that another model knows is that one's",
        arguments: [("archer", [5, 4], ["archer"]), ("car", [4, 4], [])])
    func severalDetectors(label: String, ids: [Int], further: [String]) throws {
        let box = Box(x: 1, y: 2, width: 10, height: 20)
        var found = try record(.detections([Detection(label: "cat", classId: 0, confidence: 0.9, box: box)]))
        let car = Detection(label: "car", classId: 0, confidence: 0.5, box: box)
        found.photo.results.append(DetectorResult(detector: "cars", task: .detect, found: .detections([car])))
        let review = FindingReview(isAccepted: true, detections: ["dogs": [ReviewedBox(label: label, box: box)]])
        let summary = try export(review, of: found, by: [DataSetScene.dogs, DataSetScene.cars])
        #expect(summary.furtherClasses == further)
        #expect(try scene.coco().annotations.map(\.category_id) == ids)
    }

    @Test("further classes of an earlier data set keep their numbers, and those that came since follow")
    func anEarlierOrderStays() throws {
        let detectors = [DataSetScene.dogs].adding(["dogs": ["ant", "bee", "zebra"]])
        #expect(ClassNumbers(detectors).further == ["ant", "bee", "zebra"])
        let classes = ExportClasses(names: ["né": nil], overlap: nil)
        #expect(ClassNumbers(detectors.called(by: classes)).list.suffix(3) == ["ant", "bee", "zebra"])
        var later = ExportClasses()
        later.further = ["zebra", "gone", "bee", "cat"]
        #expect(ClassNumbers(detectors.called(by: later)).further == ["zebra", "bee", "ant"])
    }

    @Test("without a list of classes too, no class of a correction is another's", arguments: [true, false])
    func withoutAList(isFound: Bool) throws {
        let box = Box(x: 1, y: 2, width: 10, height: 20)
        let cat = Detection(label: "cat", classId: 0, confidence: 0.9, box: box)
        let review = FindingReview(isAccepted: true, detections: ["dogs": [ReviewedBox(label: "archer", box: box)]])
        _ = try export(review, of: record(.detections(isFound ? [cat] : [])), by: nil)
        let coco = try scene.coco()
        let number = try #require(coco.annotations.first?.category_id)
        #expect(coco.categories.first { $0.id == number }?.name == "archer")
        #expect(!isFound || number == 2)
    }

    @Test("records never name another class's number", arguments: [[], [DataSetScene.dogs]])
    func inRecords(detectors: [DetectorClasses]) throws {
        let box = Box(x: 1, y: 2, width: 10, height: 20)
        let mask = try #require(RunLengthMask(size: PixelSize(width: 100, height: 200), runs: [0, 20_000]))
        let review = FindingReview(
            isAccepted: true, detections: ["dogs": [ReviewedBox(label: "archer", box: box)]],
            poses: ["dogs": [ReviewedPose(label: "archer", box: box, keypoints: [])]],
            masks: ["dogs": [ReviewedMask(label: "archer", mask: mask)]])
        for found: FindingList in [.detections([]), .poses([]), .masks([])] {
            let known = detectors.adding(detectors.further(in: ["": review]))
            let record = try record(found).reviewed(as: review, by: known)
            for record in [record, try Record.decode(Array(record.line.utf8))] {
                let numbers = record.photo.results.flatMap { $0.found.items.map(\.classIndex) }
                #expect(numbers == [detectors.isEmpty ? 99_999 : 3])
            }
        }
    }
}
