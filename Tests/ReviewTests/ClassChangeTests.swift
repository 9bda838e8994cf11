import Findings
import Storage
import Testing

@testable import Review

/// Another class for findings, and findings that are deleted.
@Suite struct ClassChangeTests {
    private static let box = Box(x: 1, y: 2, width: 30, height: 40)
    private static let results = [
        result("things", .detect, FindingList([detection("cup"), detection("ball"), detection("cup")])),
        result("whole", .classify, FindingList([ClassScore(label: "cup", confidence: 0.7)])),
    ]

    private static func detection(_ label: String) -> Detection {
        Detection(label: label, classId: 0, confidence: 0.5, box: box)
    }

    private static func result(_ name: String, _ task: DetectorTask, _ found: FindingList) -> DetectorResult {
        DetectorResult(detector: name, task: task, found: found)
    }

    @Test("findings of one class get another one, and lose the model's confidence")
    func relabel() {
        var review = FindingReview(isAccepted: false)
        #expect(ClassChange(from: "cup", to: "mug").apply(to: Self.results, &review) == 3)
        #expect(review.detections["things"]?.map(\.label) == ["mug", "ball", "mug"])
        #expect(review.detections["things"]?.map(\.confidence) == [nil, 0.5, nil])
        #expect(review.detections["things"]?.map(\.origin) == [0, 1, 2])
        #expect(review.classes == ["whole": "mug"])
        // What was said counts from then on.
        #expect(ClassChange(from: "cup", to: "mug").apply(to: Self.results, &review) == 0)
    }

    @Test("all findings get one class; what the photo as a whole is stays")
    func relabelAll() {
        var review = FindingReview(isAccepted: true)
        #expect(ClassChange(from: nil, to: "ball").apply(to: Self.results, &review) == 2)
        #expect(review.detections["things"]?.map(\.label) == ["ball", "ball", "ball"])
        #expect(review.classes.isEmpty)
    }

    @Test("findings are deleted, of one class or all", arguments: [("cup", ["ball"], 2), (nil, [], 3)])
    func delete(from: String?, left: [String], count: Int) {
        var review = FindingReview(isAccepted: false)
        #expect(ClassChange(from: from, to: nil).apply(to: Self.results, &review) == count)
        #expect(review.detections["things"]?.map(\.label) == left)
    }

    @Test("the findings of one detector are changed alone", arguments: [("things", 2), ("whole", 1), ("other", 0)])
    func ofOne(detector: String, count: Int) {
        var review = FindingReview(isAccepted: false)
        let change = ClassChange(from: "cup", to: "mug", detector: detector)
        #expect(change.apply(to: Self.results, &review) == count)
        #expect(review.detections.isEmpty == (detector != "things") && review.classes.isEmpty == (detector != "whole"))
    }

    @Test("a class that is nowhere changes nothing")
    func nothing() {
        var review = FindingReview(isAccepted: false)
        #expect(ClassChange(from: "car", to: nil).apply(to: Self.results, &review) == 0)
        #expect(review == FindingReview(isAccepted: false))
    }

    @Test("what scoring found stays as it is")
    func scored() {
        let found = FindingList([Self.detection("arrow")])
        var result = Self.result("arrows", .detect, found)
        result.isScored = true
        var review = FindingReview(isAccepted: false)
        #expect(ClassChange(from: nil, to: nil).apply(to: [result], &review) == 0)
    }
}
