import Findings
import Storage
import Testing

@testable import Results

/// Records in which a person corrected the cells of tables.
@Suite struct ReviewedTablesTests {
    private static func place(_ y: Double) -> Quadrilateral {
        Quadrilateral(Box(x: 10, y: y, width: 200, height: 20))
    }

    private static func table(_ texts: [String], _ y: Double, confidence: Double = 0.5) -> TextTable {
        TextTable(
            confidence: confidence, corners: place(y), isRuled: true, rows: 1, columns: texts.count,
            cells: texts.enumerated().map { TextTable.Cell(row: 0, column: $0, text: $1, corners: place(y)) })
    }

    private static func item(_ table: TextTable) -> ContentItem {
        ContentItem(kind: .table, text: table.csv, confidence: table.confidence, corners: table.corners, table: table)
    }

    private let paragraph = ContentItem(kind: .paragraph, text: "above", confidence: 0.3, corners: place(-40))
    private let date = ContentItem(
        kind: .date, text: "9.3.2026", value: "2026-03-09", confidence: 0.9, corners: place(0))
    private let two = [table(["Narne", "4.50"], 0), table(["x", "y"], 80, confidence: 0.8)]

    private func contents(_ tables: [TextTable], as reviewed: [ReviewedTable]) -> [ContentItem] {
        var record = Samples.done
        record.photo.results = [
            DetectorResult(
                detector: "parts", task: .extract, found: .contents([paragraph] + tables.map(Self.item) + [date]))
        ]
        let review = FindingReview(isAccepted: true, tables: ["parts": reviewed])
        return record.reviewed(as: review, by: []).photo.results.flatMap { $0.found.contents ?? [] }
    }

    @Test func aCorrectedCellIsInTheTableAndInWhatTheItemSays() throws {
        let found = contents(
            two,
            as: [
                ReviewedTable(Self.table(["Name", "4.50"], 0), origin: 0),
                ReviewedTable(two[1], confidence: 0.8, origin: 1),
            ])
        try #require(found.map(\.kind) == [.paragraph, .table, .table, .date])
        #expect(found[1].text == "Name,4.50\r\n" && found[1].table?.cells.map(\.text) == ["Name", "4.50"])
        #expect(found[1].confidence == 1 && found[1].table?.confidence == 1)
        #expect(found[2] == Self.item(two[1]) && found[0] == paragraph && found[3] == date, "what nobody touched stays")
    }

    @Test func whoeverChangesACellAloneSaysNothingOfTheOthers() {
        let found = contents(two, as: [ReviewedTable(Self.table(["Name", "4.50"], 0), confidence: 0.5, origin: 0)])
        #expect(found.compactMap(\.table).map(\.confidence) == [0.5], "and the other table was deleted")
    }

    @Test func aTableIsFoundAgainWhereAnotherRunReadItOtherwise() throws {
        let moved = [Self.table(["new"], 300), Self.table(["Nane", "4.5O"], 3)]
        let found = contents(
            moved,
            as: [
                ReviewedTable(Self.table(["Name", "4.50"], 0), origin: 0),
                ReviewedTable(Self.table(["lost"], 80), origin: 1),
            ])
        let tables = found.compactMap(\.table)
        try #require(tables.map { $0.cells.map(\.text) } == [["Name", "4.50"], ["lost"]])
        #expect(tables[0].corners == Self.place(3), "the run's own corners")
        #expect(tables[1].corners == Self.place(80), "the run did not read it")
    }

    @Test func aTableThatAnotherRunPartedOtherwiseIsThePersons() {
        let parted = [Self.table(["Na", "me", "4.50"], 2)]
        let wanted = Self.table(["Name", "4.50"], 0)
        let found = contents(parted, as: [ReviewedTable(wanted, origin: 0)]).compactMap(\.table)
        #expect(found.map(\.columns) == [2] && found.first?.cells == wanted.cells)
    }

    @Test func cellsAreInUnicodesComposedForm() {
        let found = contents(
            [Self.table(["caf"], 0)], as: [ReviewedTable(Self.table(["cafe\u{301}"], 0), origin: 0)])
        let text = found.compactMap(\.table).first?.cells.first?.text ?? ""
        #expect(Array(text.unicodeScalars.map(\.value)) == [0x63, 0x61, 0x66, 0xE9])
    }
}
