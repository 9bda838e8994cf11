import Findings
import Storage
import SystemPackage
import Testing

@testable import Results

/// A review beside the findings of a record: what it was made on, under which name, and with which confidence.
@Suite struct RecordReviewTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private static let box = Box(x: 1, y: 2, width: 10, height: 20)
    private static let cat = Detection(label: "cat", classId: 0, confidence: 0.9, box: box)

    private func record(_ found: FindingList, by detector: String = "dogs", model: String? = nil) throws -> Record {
        var record = scene.record(of: try scene.photo("a.jpg"))
        if let model { record.photo.models[0].sha256 = model }
        record.photo.results = [DetectorResult(detector: detector, task: .detect, model: 0, found: found)]
        return record
    }

    private static func moved(_ change: (inout Detection) -> Void) -> Detection {
        var one = cat
        change(&one)
        return one
    }

    @Test(
        "other findings have another basis, another confidence alone has not",
        arguments: [
            ([cat], true), ([moved { $0.confidence = 0.4 }], true), ([moved { $0.box.x += 0.2 }], true),
            ([moved { $0.box.x += 2 }], false), ([moved { $0.label = "dog" }], false), ([], false),
            ([cat, cat], false),
        ])
    func basis(found: [Detection], isSame: Bool) throws {
        let first = try record(.detections([Self.cat])).reviewBasis
        #expect((try record(.detections(found)).reviewBasis == first) == isSame)
        #expect(first["dogs"]?.model == DataSetScene.sha(1) && first["dogs"]?.task == "detect")
    }

    @Test(
        "every kind of finding counts",
        arguments: [
            FindingList.classes([ClassScore(label: "cat", confidence: 0.5)]),
            .poses([Pose(label: "cat", classId: 0, confidence: 0.5, box: box, keypoints: [])]),
            .texts([TextLine(text: "cat", confidence: 0.5, corners: Quadrilateral(box))]),
            .pages([Page(confidence: 0.5, corners: Quadrilateral(box), flatSize: PixelSize(width: 9, height: 9))]),
        ])
    func kinds(found: FindingList) throws {
        #expect(try record(found).reviewBasis != record(found.first(0)).reviewBasis)
    }

    @Test("a mask that is left as it was keeps the model's box, another has that of its pixels", arguments: [0, 3])
    func boxesOfMasks(moved: Int) throws {
        func mask(from left: Int) throws -> RunLengthMask {
            try #require(
                RunLengthMask(size: PixelSize(width: 100, height: 200)) { x, y in
                    (left..<left + 9).contains(x) && (20..<40).contains(y)
                })
        }
        let box = Box(x: 9.6, y: 19.7, width: 9.8, height: 20.6)
        let found = InstanceMask(label: "cat", classId: 0, confidence: 0.9, box: box, mask: try mask(from: 10))
        let said = ReviewedMask(label: "cat", mask: try mask(from: 10 + moved), confidence: 0.9, origin: 0)
        let review = FindingReview(isAccepted: true, masks: ["dogs": [said]])
        let reviewed = try record(.masks([found])).reviewed(as: review, by: [])
        let own = try #require(reviewed.photo.results.first?.found[of: InstanceMask.self]?.first)
        #expect(own.box == (moved == 0 ? box : Box(x: 13, y: 20, width: 9, height: 20)))
    }

    @Test(
        "an export counts the photos whose findings were accepted, and takes corrections all the same",
        arguments: [
            (true, 0.0, 1), (true, 5.0, 0), (false, 0.0, 0),
        ])
    func counted(isAccepted: Bool, shift: Double, reviewed: Int) throws {
        let before = try record(.detections([Self.cat]))
        let after = try record(.detections([Self.moved { $0.box.x += shift }]))
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        try scene.keep(after, as: "a.jpg.json")
        let review = FindingReview(
            isAccepted: isAccepted, detections: ["dogs": [ReviewedBox(label: "né", box: Self.box)]],
            basis: before.reviewBasis)
        let summary = try #require(DataSetExport(format: "coco")).write(
            results: scene.results, to: scene.set, reviews: [DataSetScene.sha(7): review])
        #expect(summary.reviewed == reviewed)
        #expect(try scene.coco().annotations.map(\.category_id) == [3])
    }

    @Test("a renamed detector keeps its corrections", arguments: [(nil, ["né"]), (DataSetScene.sha(5), ["cat"])])
    func renamed(model: String?, labels: [String]) throws {
        let review = FindingReview(
            isAccepted: true, detections: ["dogs": [ReviewedBox(label: "né", box: Self.box)]],
            basis: try record(.detections([Self.cat])).reviewBasis)
        let now = try record(.detections([Self.cat]), by: "coco", model: model)
        let found = now.reviewed(as: review, by: [DataSetScene.dogs]).photo.results[0].found.detections
        #expect(found?.map(\.label) == labels)
    }

    @Test(
        "a changed class, a moved or a drawn box has no confidence of the model",
        arguments: [
            (ReviewedBox(label: "cat", box: box, confidence: 0.9, origin: 0), 0.9),
            (ReviewedBox(label: "né", box: box, confidence: 0.9, origin: 0), nil),
            (ReviewedBox(label: "cat", box: Box(x: 2, y: 2, width: 10, height: 20), confidence: 0.9, origin: 0), nil),
            (
                ReviewedBox(
                    label: "cat", box: box, confidence: 0.9, origin: 0, corners: Quadrilateral(box).corners), nil
            ),
            (ReviewedBox(label: "cat", box: box, confidence: 0.9), nil),
            (ReviewedBox(label: "cat", box: box, confidence: 0.9, origin: 7), nil),
        ])
    func confidence(box: ReviewedBox, confidence: Double?) throws {
        let record = try record(.detections([Self.cat]))
        let review = FindingReview(isAccepted: true, detections: ["dogs": [box]], basis: [:])
        let checked = record.withoutConfidenceOfCorrections(review, since: nil)
        #expect(checked.detections["dogs"]?.map(\.confidence) == [confidence])
        // What an earlier run found and was taken over stays as it was.
        #expect(record.withoutConfidenceOfCorrections(review, since: review) == review)
        // Reviews of before the basis was stored kept the model's confidence with every correction.
        var former = review
        former.basis = nil
        #expect(record.taken(former).detections == checked.detections)
        #expect(record.taken(review).detections == review.detections)
    }

    @Test("a pose never takes the depths of another one")
    func depths() throws {
        let far = Box(x: 60, y: 60, width: 10, height: 20)
        let poses = [far, Self.box].enumerated().map { index, box in
            Pose(
                label: "cat", classId: 0, confidence: 0.5, box: box,
                keypoints: [0.0, 5].map { down in
                    Keypoint(
                        x: box.x, y: box.y + down, z: Double(index),
                        metres: WorldPoint(x: Double(index), y: down, z: 0))
                })
        }
        let said = ReviewedPose(
            label: "cat", box: Self.box, keypoints: [Keypoint(x: 1, y: 2), Keypoint(x: 4, y: 7)], confidence: 0.5,
            origin: 0)
        let reviewed = try record(.poses(poses)).reviewed(
            as: FindingReview(isAccepted: true, poses: ["dogs": [said]]), by: [])
        let keypoints = try #require(reviewed.photo.results[0].found.poses?.first?.keypoints)
        #expect(keypoints.map(\.z) == [1, 1])
        // The second was moved: where it lies in the world is not known.
        #expect(keypoints.map(\.metres) == [WorldPoint(x: 1, y: 0, z: 0), nil])
    }
}
