import Findings
import JSONTree
import Testing

@testable import Review
@testable import Storage

/// Each kind of finding, and each list of a review, is in the API and in its description.
@Suite struct AnsweredKindsTests {
    private static func schema(_ name: String) -> JSONValue? {
        JobJSON.format.definitions.first { $0.name == name }?.value
    }

    private static func names(_ json: JSONValue?) -> [String] {
        if case .object(let members)? = json { members.map(\.name) } else { [] }
    }

    /// Kinds that clients do not get: an element is part of a code, which they get.
    private static let parts: [any FindingKind.Type] = [GS1Element.self]

    @Test(arguments: FindingList.kinds.filter { kind in !parts.contains { $0 == kind } })
    func findingsAreAnswered(kind: any FindingKind.Type) throws {
        let answered = try #require(kind as? any AnsweredFinding.Type)
        let detectors = Self.schema("Job")?["properties"]?["detectors"]?["items"]
        let described = Self.names(detectors?["properties"])
        #expect(described.contains(answered.reviewName))
        let required = try #require(detectors?["required"])
        #expect(required.line.contains("\"\(answered.reviewName)\""))
    }

    @Test func reviewsAreAnsweredInTheOrderOfTheirDescription() {
        let described = Self.names(Self.schema("FindingReview")?["properties"])
        let answered = Self.names(APIFormat.review.write(FindingReview(isAccepted: true)))
        #expect(answered == described.filter { $0 != "basis" })
        #expect(Set(answered) == Set(["isAccepted"] + FindingReview.kinds.map { $0.reviewName }))
    }
}
