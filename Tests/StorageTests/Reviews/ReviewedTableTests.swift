import Findings
import Foundation
import Storage
import StorageTesting
import Testing

/// What people say of tables and of pages of paper.
@Suite struct ReviewedTableTests {
    private let content = String(repeating: "0a", count: 32)
    private static let place = Quadrilateral(Box(x: 1, y: 2, width: 30, height: 4))

    private func say(_ review: FindingReview) throws {
        try MemoryQueueStore().transaction { _ = try $0.reviews.review(findingsOf: content, as: review) }
    }

    private static func table(
        _ text: String = "4.50", row: Int = 1, corners: Quadrilateral = place, count: Int = 1
    ) -> TextTable {
        TextTable(
            confidence: 1, corners: corners, isRuled: true, rows: 2, columns: 3,
            cells: (0..<count).map { _ in TextTable.Cell(row: row, column: 0, columnSpan: 2, text: text, corners: place)
            })
    }

    @Test func aReviewIsReadAsItWasWritten() throws {
        let review = FindingReview(
            isAccepted: true, tables: ["parts": [ReviewedTable(Self.table(), confidence: 0.5, origin: 1)]],
            pages: ["sheets": [ReviewedPage(corners: Self.place), ReviewedPage(corners: Self.place, origin: 0)]])
        let again = try JSONDecoder().decode(FindingReview.self, from: JSONEncoder().encode(review))
        #expect(again == review)
        try say(review)
    }

    @Test func spansAndRulesMayBeLeftOut() throws {
        let corners = #"[{"x":1,"y":2},{"x":31,"y":2},{"x":31,"y":6},{"x":1,"y":6}]"#
        let json = """
            {"isAccepted":true,"tables":{"parts":[{"origin":0,"rows":1,"columns":1,"corners":\(corners),
            "cells":[{"row":0,"column":0,"text":"","corners":\(corners)}]}]}}
            """
        let review = try JSONDecoder().decode(FindingReview.self, from: Data(json.utf8))
        let table = try #require(review.tables["parts"]?.first)
        #expect(table.confidence == nil && !table.table.isRuled && table.table.cells[0].rowSpan == 1)
        #expect(table.table.cells[0].corners == Self.place && review.pages.isEmpty)
        try say(review)
    }

    @Test(arguments: [
        ReviewedTable(table(row: 2), origin: 0),
        ReviewedTable(table(), origin: -1),
        ReviewedTable(table(), confidence: -0.1, origin: 0),
        ReviewedTable(table(String(repeating: "é", count: 32 * 1024 + 1)), origin: 0),
        ReviewedTable(table(corners: place.mapped { Point(x: $0.x * 1e9, y: $0.y) }), origin: 0),
        ReviewedTable(table(count: 20_001), origin: 0),
    ])
    func aTableThatNoPhotoCanShowIsRefused(_ table: ReviewedTable) {
        #expect(throws: ReviewBookError.self) { try say(FindingReview(isAccepted: false, tables: ["a": [table]])) }
    }

    @Test(arguments: [
        ReviewedPage(corners: place.mapped { Point(x: $0.x, y: $0.y - 1e9) }),
        ReviewedPage(corners: place, confidence: 1.5),
        ReviewedPage(corners: place, origin: -1),
    ])
    func aPageThatNoPhotoCanShowIsRefused(_ page: ReviewedPage) {
        #expect(throws: ReviewBookError.self) { try say(FindingReview(isAccepted: false, pages: ["a": [page]])) }
    }
}
