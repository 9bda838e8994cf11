import Findings
import Testing

@testable import TextLayout

@Suite("Tables as CSV")
struct TextTableExportTests {
    static let corners = Quadrilateral(Box(x: 0, y: 0, width: 1, height: 1))

    static func table(_ cells: [TextTable.Cell], rows: Int, columns: Int) -> TextTable {
        TextTable(confidence: 1, corners: corners, isRuled: true, rows: rows, columns: columns, cells: cells)
    }

    static let sample = table(
        [
            TextTable.Cell(row: 0, column: 0, columnSpan: 2, text: "A, \"B\"", corners: corners),
            TextTable.Cell(row: 1, column: 0, rowSpan: 2, text: "two\nlines", corners: corners),
            TextTable.Cell(row: 1, column: 1, text: "<b>&'", corners: corners),
            TextTable.Cell(row: 2, column: 1, text: "-5.20", corners: corners),
        ], rows: 3, columns: 2)

    @Test("CSV by RFC 4180")
    func csv() {
        #expect(Self.sample.csv == "\"A, \"\"B\"\"\",\r\n\"two\nlines\",<b>&'\r\n,-5.20\r\n")
    }

    @Test(
        "formulas are disarmed, numbers are not",
        arguments: [("=1+1", "'=1+1"), ("@x", "'@x"), ("+49", "+49"), ("-a", "'-a"), ("\u{1B}[1m", "\u{FFFD}[1m")])
    func formulas(text: String, expected: String) {
        let cell = TextTable.Cell(row: 0, column: 0, text: text, corners: Self.corners)
        #expect(Self.table([cell], rows: 1, columns: 1).csv == expected + "\r\n")
    }

    @Test("a table that claims any size does not trap", arguments: [Int.max, Int.min, -1, 0])
    func sizes(number: Int) {
        let cell = TextTable.Cell(row: number, column: number, text: "x", corners: Self.corners)
        let table = Self.table([cell], rows: number, columns: number)
        #expect(table.csv.isEmpty)
    }
}
