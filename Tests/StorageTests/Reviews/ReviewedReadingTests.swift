import Findings
import Foundation
import Storage
import StorageTesting
import Testing

/// What people say of lines of text and codes.
@Suite struct ReviewedReadingTests {
    private let content = String(repeating: "0a", count: 32)
    private static let place = Quadrilateral(Box(x: 1, y: 2, width: 30, height: 4))

    private func say(_ review: FindingReview) throws {
        try MemoryQueueStore().transaction { _ = try $0.reviews.review(findingsOf: content, as: review) }
    }

    @Test func aReviewIsReadAsItWasWritten() throws {
        let review = FindingReview(
            isAccepted: true,
            texts: ["notes": [ReviewedReading(text: "Room 3", confidence: 0.5, origin: 1, corners: Self.place)]],
            codes: ["codes": [ReviewedReading(text: "a\nb", origin: 0, corners: Self.place, symbology: .qr)]])
        let again = try JSONDecoder().decode(FindingReview.self, from: JSONEncoder().encode(review))
        #expect(again == review)
        try say(review)
    }

    @Test func anOldReviewHasNoLinesAndCodes() throws {
        let old = try JSONDecoder().decode(
            FindingReview.self, from: Data(#"{"isAccepted":true,"classes":{"scene":"beach"}}"#.utf8))
        #expect(old.texts.isEmpty && old.codes.isEmpty && old.classes == ["scene": "beach"])
    }

    @Test(arguments: ["[]", #"[{"x":0,"y":0},{"x":1,"y":0},{"x":1,"y":1}]"#, #"[{"x":0,"y":0},{"x":1}]"#])
    func aLineHasFourCorners(_ corners: String) throws {
        let json = Data(#"{"isAccepted":true,"texts":{"a":[{"text":"b","origin":0,"corners":\#(corners)}]}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FindingReview.self, from: json) }
    }

    @Test(arguments: [
        ReviewedReading(text: "", origin: 0),
        ReviewedReading(text: String(repeating: "é", count: 32 * 1024 + 1), origin: 0),
        ReviewedReading(text: "a\nb", origin: 0),
        ReviewedReading(text: "a", origin: nil),
        ReviewedReading(text: "a", origin: -1),
        ReviewedReading(text: "a", confidence: 1.5, origin: 0),
        ReviewedReading(text: "a", origin: 0, corners: place.mapped { Point(x: $0.x * 1e9, y: $0.y) }),
    ])
    func whatNoPhotoCanShowIsRefused(_ line: ReviewedReading) throws {
        #expect(throws: ReviewBookError.self) { try say(FindingReview(isAccepted: false, texts: ["a": [line]])) }
    }

    @Test func aLineMayBeAsLongAsItIsAllowed() throws {
        let line = ReviewedReading(text: String(repeating: "é", count: 32 * 1024), origin: 0)
        try say(FindingReview(isAccepted: false, texts: ["a": [line]]))
        let (most, more) = (Array(repeating: line.short, count: 10_000), Array(repeating: line.short, count: 10_001))
        try say(FindingReview(isAccepted: false, texts: ["a": most]))
        #expect(throws: ReviewBookError.self) { try say(FindingReview(isAccepted: false, texts: ["a": more])) }
    }
}

extension ReviewedReading {
    fileprivate var short: ReviewedReading { ReviewedReading(text: "a", origin: origin) }
}
