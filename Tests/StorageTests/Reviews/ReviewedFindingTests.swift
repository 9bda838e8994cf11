import Foundation
import Testing

@testable import Storage

/// What holds of each kind of finding in reviews.
@Suite struct ReviewedFindingTests {
    @Test func noTwoHaveOneName() {
        #expect(Set(FindingReview.kinds.map { $0.reviewName }).count == FindingReview.kinds.count)
    }

    @Test(arguments: FindingReview.kinds) func aListThatHoldsNothingIsSaid(kind: any ReviewedFinding.Type) throws {
        // A detector without findings is one that a user emptied, and no detector that was left alone.
        let said = kind.reviewName == "classes" ? #""cat""# : "[]"
        let text = #"{"isAccepted":false,"\#(kind.reviewName)":{"d":\#(said)}}"#
        let review = try JSONDecoder().decode(FindingReview.self, from: Data(text.utf8))
        #expect(review != FindingReview(isAccepted: false) && review.detectors == ["d"])
        #expect(kind.detectors(of: review) == ["d"])
        for other in FindingReview.kinds where other != kind { #expect(other.detectors(of: review).isEmpty) }
        let again = try JSONDecoder().decode(FindingReview.self, from: try JSONEncoder().encode(review))
        #expect(again == review && again.hashValue == review.hashValue && !again.isOnlyAcceptance)
        let found = ["d": ReviewBasis(task: "t", model: nil, digest: "1")]
        var based = review
        based.basis = found
        let renamed = based.named(as: ["e": ReviewBasis(task: "t", model: nil, digest: "2")])
        #expect(renamed.detectors == ["e"] && renamed.basis?.keys.first == "e")
        #expect(throws: Never.self) { try review.check() }
    }

    @Test func aReviewIsWrittenWithAListOfEachKind() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(FindingReview(isAccepted: true)), as: UTF8.self)
        let lists = FindingReview.kinds.map { $0.reviewName }.sorted()
        let members = (lists.map { ($0, "{}") } + [("isAccepted", "true")]).sorted { $0.0 < $1.0 }
        #expect(text == "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}")
    }
}
