import Findings
import Storage
import Testing

@testable import Results

/// Records in which a person placed the corners of pages.
@Suite struct ReviewedPagesTests {
    private static func place(_ x: Double) -> Quadrilateral {
        Quadrilateral(Box(x: x, y: 10, width: 100, height: 200))
    }

    private static func page(_ x: Double, _ confidence: Double) -> Page {
        Page(confidence: confidence, corners: place(x), flatSize: PixelSize(width: 123, height: 234))
    }

    private func pages(_ lists: [[Page]], as reviewed: [ReviewedPage]) -> [[Page]] {
        var record = Samples.done
        record.photo.results = lists.map {
            DetectorResult(detector: "sheets", task: .document, found: .pages($0))
        }
        return record.reviewed(as: FindingReview(isAccepted: true, pages: ["sheets": reviewed]), by: []).photo.results
            .compactMap(\.found.pages)
    }

    private let two = [page(10, 0.9), page(150, 0.4)]

    @Test func anAcceptedPageIsCertainAndOneThatNobodyTouchedStays() {
        let found = pages(
            [two],
            as: [
                ReviewedPage(corners: Self.place(10.001), confidence: 0.9, origin: 0),
                ReviewedPage(corners: Self.place(150), origin: 1),
            ])
        #expect(found == [[two[0], Self.page(150, 1)]])
    }

    @Test func aMovedPageHasTheShapeOfItsCorners() throws {
        let wide = Quadrilateral(Box(x: 10, y: 10, width: 300, height: 100))
        let page = try #require(pages([two], as: [ReviewedPage(corners: wide, origin: 0)]).first?.first)
        #expect(page.corners == wide && page.confidence == 1)
        #expect(page.flatSize.width > 2 * page.flatSize.height, "\(page.flatSize)")
    }

    @Test func pagesAreDrawnAndDeleted() {
        #expect(pages([two, []], as: []) == [[], []])
        #expect(pages([[]], as: [ReviewedPage(corners: Self.place(40))]).first?.count == 1)
    }
}
