import Evaluation
import Findings
import Results
import Storage
import Testing

@testable import Supervisor

/// What labels say of a photo, what they leave alone, and when that accepts it.
@Suite struct ImportedReviewsTests {
    private typealias Scene = LabelImportScene

    private let scene: LabelImportScene

    init() throws { scene = try LabelImportScene() }

    private static let box = #""bbox":[10,10,20,20]"#
    private static let drawn = ReviewedBox(label: "cat", box: Box(x: 10, y: 10, width: 20, height: 20))
    /// Outlines of three and of four corners.
    private static let (triangle, four) = (
        #""segmentation":[[10,10,50,10,50,50]]"#, #""segmentation":[[10,10,50,20,40,50,10,40]]"#
    )

    private func coco(_ objects: [String], of name: String = "a.jpg") throws {
        try scene.write(Scene.coco([(name, objects)]), "labels.json")
    }

    @Test(
        "boxes accept what detectors of boxes found, and nothing else",
        arguments: [
            ([Scene.boxes()], true), ([Scene.boxes(), Scene.boxes("cars")], true),
            ([Scene.boxes(), Scene.masks()], false), ([Scene.boxes(), Scene.poses()], false),
            ([Scene.classes, Scene.boxes()], false), ([Scene.boxes(), Scene.texts], false),
        ])
    func whatLabelsSpeakOfIsAccepted(results: [DetectorResult], isWhole: Bool) throws {
        let record = try scene.keep("a.jpg", results)
        try coco([Self.box])
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.imported == 1 && summary.partial == (isWhole ? 0 : 1) && summary.labels == 1)
        let review = try #require(try scene.review(of: record))
        #expect(review.isAccepted == isWhole && review.accepts(record.reviewBasis) == isWhole)
        #expect(review.detections["dogs"] == [Self.drawn])
        #expect(review.detectors == Set(results.filter { $0.task == .detect }.map(\.address)))
    }

    @Test(
        "a photo of which no detector finds what the labels are is left as it is",
        arguments: [[Scene.classes], [Scene.texts], [Scene.classes, Scene.texts], []])
    func labelsWithoutADetector(results: [DetectorResult]) throws {
        let record = try scene.keep("a.jpg", results)
        try coco([Self.box])
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.imported == 0 && summary.withoutDetector == 1 && summary.leftOut == 1)
        #expect(summary.labels == 0 && summary.examples.count == 1)
        #expect(try scene.review(of: record) == nil)
    }

    @Test("what was said of other detectors stays", arguments: [true, false])
    func othersCorrectionsStay(isAccepted: Bool) throws {
        let record = try scene.keep("a.jpg", [Scene.boxes(), Scene.masks(), Scene.classes])
        let pixel = try #require(RunLengthMask(size: Scene.size) { x, y in x == y })
        let former = FindingReview(
            isAccepted: isAccepted, detections: ["dogs": [ReviewedBox(label: "dog", box: Self.drawn.box)]],
            classes: ["kinds": "dog"], masks: ["shapes": [ReviewedMask(label: "dog", mask: pixel)]],
            basis: record.reviewBasis)
        try scene.say(former, of: record)
        try coco([Self.box])
        let kept = try scene.take("coco", "labels.json")
        #expect(kept.corrected == 1 && kept.imported == 0 && kept.labels == 0)
        #expect(try scene.review(of: record) == former)
        let replaced = try scene.take("coco", "labels.json", replaces: true)
        #expect(replaced.imported == 1 && replaced.partial == (isAccepted ? 0 : 1))
        var wanted = former
        wanted.detections = ["dogs": [Self.drawn]]
        #expect(try scene.review(of: record) == wanted, "accepted is what the user had accepted of the others")
        #expect(try scene.take("coco", "labels.json", replaces: true).known == 1)
    }

    @Test("an acceptance stays as long as it is of what is found now", arguments: [true, false])
    func anAcceptanceStays(isOfThisRun: Bool) throws {
        let found = Detection(label: "dog", classId: 1, confidence: 0.9, box: Self.drawn.box)
        let before = try scene.keep("a.jpg", [Scene.boxes(), Scene.masks()])
        let record = isOfThisRun ? before : try scene.keep("a.jpg", [Scene.boxes("dogs", [found]), Scene.masks()])
        let accepted = FindingReview(isAccepted: true, basis: before.reviewBasis)
        try scene.say(accepted, of: record)
        try coco([Self.box])
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.corrected == (isOfThisRun ? 1 : 0) && summary.imported == (isOfThisRun ? 0 : 1))
        let review = try #require(try scene.review(of: record))
        #expect(isOfThisRun ? review == accepted : review.detections["dogs"] == [Self.drawn] && !review.isAccepted)
        let replaced = try scene.take("coco", "labels.json", replaces: true)
        #expect(replaced.imported + replaced.known == 1)
        #expect(try scene.review(of: record)?.isAccepted == isOfThisRun)
    }

    /// Where a detector of masks looked at the photo, an outline is one, whatever the number of its corners.
    @Test(
        arguments: [
            ([Scene.masks()], ["shapes"], [], false), ([Scene.masks(), Scene.boxes()], ["shapes"], [], false),
            ([Scene.boxes("dogs", task: .obb)], [], ["dogs"], true),
            ([Scene.masks(), Scene.boxes("dogs", task: .obb)], [], ["dogs"], true),
            ([Scene.boxes()], [], ["dogs"], false),
        ] as [([DetectorResult], [String], [String], Bool)])
    func anOutlineOfFourCorners(results: [DetectorResult], masks: [String], boxes: [String], isTurned: Bool) throws {
        let record = try scene.keep("a.jpg", results)
        try coco([#""bbox":[10,10,40,40],"# + Self.four])
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.imported == 1 && summary.leftOut == 0 && summary.labels == 1)
        let review = try #require(try scene.review(of: record))
        #expect(review.masks.keys.sorted() == masks && review.masks.values.allSatisfy { $0.count == 1 })
        #expect(review.detections.keys.sorted() == boxes)
        let corners = (review.detections["dogs"] ?? []).map { $0.corners?.count ?? 0 }
        #expect(corners == boxes.map { _ in isTurned ? 4 : 0 })
        #expect(review.isAccepted == (results.count == 1))
    }

    /// An object with keypoints and an outline goes to the first of: poses, masks, boxes.
    @Test(arguments: [
        ([Scene.poses(), Scene.masks(), Scene.boxes()], "people"), ([Scene.masks(), Scene.boxes()], "shapes"),
        ([Scene.boxes(), Scene.classes], "dogs"),
    ])
    func anObjectOfSeveralForms(results: [DetectorResult], taker: String) throws {
        let record = try scene.keep("a.jpg", results)
        try coco([#""bbox":[10,10,40,40],"keypoints":[20,20,2,30,30,1],"# + Self.triangle])
        #expect(try scene.take("coco", "labels.json").leftOut == 0)
        #expect(try #require(try scene.review(of: record)).detectors == [taker])
    }

    /// A crowd is no object: its pixels do not say that the file speaks of masks.
    @Test func aCrowdEmptiesNoMasks() throws {
        let record = try scene.keep("a.jpg", [Scene.boxes(), Scene.masks()])
        try coco([Self.box, #""iscrowd":1,"bbox":[0,0,9,9],"segmentation":{"size":[80,100],"counts":[0,8000]}"#])
        _ = try scene.take("coco", "labels.json")
        let review = try #require(try scene.review(of: record))
        #expect(review.detectors == ["dogs"] && !review.isAccepted)
    }

    /// An outline between the middles of pixels shows none: it would be no object of the photo.
    @Test func anOutlineWithoutAPixelIsCounted() throws {
        let record = try scene.keep("a.jpg", [Scene.masks()])
        try coco([
            #""bbox":[10,10,1,1],"segmentation":[[10.1,10.1,10.2,10.1,10.2,10.2]]"#,
            #""bbox":[10,10,40,40],"# + Self.triangle,
        ])
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.imported == 1 && summary.leftOut == 1 && summary.partial == 1 && summary.labels == 1)
        #expect(try scene.review(of: record)?.masks["shapes"]?.count == 1)
    }

    /// A mask with the pixels of a found one is as it was found, and so is its outline, which says no holes; one with other
    /// pixels is the user's, however few they are.
    @Test(
        "what a mask in a file is of a found one",
        arguments: [
            ("10,60,10,60", nil, true), ("10,61,10,60", nil, false), ("10,60,10,60", "20,30,20,30", true),
            ("40,60,40,60", nil, false),
        ] as [(String, String?, Bool)])
    func aMaskWithTheSamePixels(square: String, hole: String?, isAsFound: Bool) throws {
        func isIn(_ square: String, _ x: Int, _ y: Int) -> Bool {
            let edges = square.split(separator: ",").compactMap { Int($0) }
            return (edges[0]..<edges[1]).contains(x) && (edges[2]..<edges[3]).contains(y)
        }
        let mask = try #require(
            RunLengthMask(size: Scene.size) { x, y in
                isIn("10,60,10,60", x, y) && !(hole.map { isIn($0, x, y) } ?? false)
            })
        let found = InstanceMask(
            label: "cat", classId: 0, confidence: 0.75, box: try #require(mask.box), mask: mask)
        let record = try scene.keep("a.jpg", [Scene.masks([found])])
        let edges = square.split(separator: ",").compactMap { Double($0) }
        let corners = [(0, 2), (1, 2), (1, 3), (0, 3)].map { "[\(edges[$0.0]),\(edges[$0.1] / 0.8)]" }
        let value = #""points":[\#(corners.joined(separator: ","))],"polygonlabels":["cat"]"#
        try scene.write(Scene.tasks([("a.jpg", [Scene.region("polygonlabels", value)])]), "labels.json")
        #expect(try scene.take("labelstudio", "labels.json").imported == 1)
        let said = try #require(try scene.review(of: record)?.masks["shapes"]?.first)
        let given = try #require(RunLengthMask(size: Scene.size) { x, y in isIn(square, x, y) })
        let shares = mask.intersectionOverUnion(given) >= 0.9
        #expect(said.mask == (isAsFound ? mask : given))
        #expect(said.confidence == (isAsFound ? 0.75 : nil))
        #expect(said.origin == (isAsFound || shares ? 0 : nil))
    }
}
