import Findings
import Foundation
import Storage
import Testing

/// What a review was made on, and what another run makes of it.
@Suite struct ReviewBasisTests {
    private static func found(
        _ name: String = "a", task: String = "detect", model: String? = "51", digest: String = "1"
    ) -> [String: ReviewBasis] {
        [name: ReviewBasis(task: task, model: model, digest: digest)]
    }

    private static let box = ReviewedBox(label: "cup", box: Box(x: 1, y: 2, width: 3, height: 4))

    @Test(
        "an acceptance counts for the findings that it was made on only",
        arguments: [
            (found(), true), (found(digest: "2"), false), (found(model: "52"), false), (found(model: nil), false),
            (found(task: "obb"), false), (found("b"), true), (found("b", digest: "2"), false),
            (found().merging(found("b", task: "pose")) { $1 }, false), ([:], true),
        ])
    func accepted(now: [String: ReviewBasis], isAccepted: Bool) {
        #expect(FindingReview(isAccepted: true, basis: Self.found()).accepts(now) == isAccepted)
        #expect(!FindingReview(isAccepted: false, basis: Self.found()).accepts(now))
    }

    @Test(
        "an earlier review without its basis accepts what it holds itself, and nothing else",
        arguments: [
            (FindingReview(isAccepted: true, detections: ["a": [box]]), true),
            (FindingReview(isAccepted: true, detections: ["a": []]), true),
            (FindingReview(isAccepted: true), false),
            (FindingReview(isAccepted: true, detections: ["b": [box]]), false),
            (FindingReview(isAccepted: false, detections: ["a": [box]]), false),
        ])
    func withoutBasis(review: FindingReview, isAccepted: Bool) {
        #expect(review.accepts(Self.found()) == isAccepted)
    }

    @Test(
        "an accepted review with a list for each detector says all, whatever another run finds",
        arguments: [
            (FindingReview(isAccepted: true, detections: ["a": [box]], basis: found()), found(digest: "2"), true),
            (FindingReview(isAccepted: true, detections: ["a": []], basis: found()), found(model: "52"), true),
            (FindingReview(isAccepted: true, detections: ["a": [box]], basis: found()), found("b"), true),
            (FindingReview(isAccepted: true, detections: ["a": [box]], basis: found()), found("b", model: "52"), false),
            (FindingReview(isAccepted: true, basis: found()), found(digest: "2"), false),
            (FindingReview(isAccepted: false, detections: ["a": [box]], basis: found()), found(), false),
            (
                FindingReview(isAccepted: true, detections: ["a": [box]], basis: found()),
                found().merging(found("c")) { $1 }, false
            ),
        ])
    func whole(review: FindingReview, now: [String: ReviewBasis], isAll: Bool) {
        #expect(review.saysAll(of: now) == isAll)
    }

    @Test(
        "corrections follow a detector to its new name where only one can be meant",
        arguments: [
            (found("b"), "b"), (found("b", model: "52"), "a"), (found("b", task: "segment"), "a"),
            (found("a", model: "52").merging(found("b")) { $1 }, "a"),
            (found("a", task: "segment").merging(found("b")) { $1 }, "b"),
            (found("b").merging(found("c")) { $1 }, "a"), ([:], "a"),
        ])
    func renamed(now: [String: ReviewBasis], name: String) {
        let review = FindingReview(
            isAccepted: true, detections: ["a": [Self.box]], classes: ["other": "x"], basis: Self.found())
        let named = review.named(as: now)
        #expect(named.detections == [name: [Self.box]] && named.classes == ["other": "x"])
        #expect(named.basis == Self.found(name))
        // Nothing says of an earlier review which detector its name was.
        var former = review
        former.basis = nil
        #expect(former.named(as: now) == former)
    }

    @Test("corrections of a page follow the detector on that page")
    func renamedPages() {
        let pages = { (name: String) in Self.found(name).merging(Self.found(name + "#2")) { $1 } }
        let review = FindingReview(isAccepted: true, detections: ["a#2": [Self.box]], basis: pages("a"))
        #expect(review.named(as: pages("b")).detections == ["b#2": [Self.box]])
        #expect(review.named(as: Self.found("b")).detections == ["a#2": [Self.box]])
    }

    @Test("a review keeps its basis, and one of before has none")
    func codable() throws {
        let review = FindingReview(isAccepted: true, basis: Self.found(model: nil))
        #expect(try JSONDecoder().decode(FindingReview.self, from: JSONEncoder().encode(review)) == review)
        #expect(try JSONDecoder().decode(FindingReview.self, from: Data(#"{"isAccepted":true}"#.utf8)).basis == nil)
    }
}
