import Findings
import Storage

extension ContentItem: AnsweredFinding {
    static let answerFormat = APIFormat<TextTable>.object([
        APIKey("confidence", \.confidence, .confidence), APIKey("corners", \.corners, .corners),
        APIKey("isRuled", \.isRuled, .bool), APIKey("rows", \.rows, .whole), APIKey("columns", \.columns, .whole),
        APIKey("cells", \.cells, .list(.cell)),
    ])
    static let saidFormat = APIFormat<[ReviewedTable]>.list(.reviewed).with([
        "maxItems": .integer(ContentItem.mostTables)
    ])

    /// The table; nil for all else that a text holds.
    var answer: TextTable? { table }
}

extension APIFormat where Value == ReviewedTable {
    static let reviewed = object([
        APIKey("confidence", optional: \.confidence, .share), APIKey("origin", \.origin, .origin),
        APIKey("corners", \.table.corners, .corners), APIKey("isRuled", optional: \.table.isRuled, .bool),
        APIKey("rows", \.table.rows, .grid), APIKey("columns", \.table.columns, .grid),
        APIKey("cells", \.table.cells, .list(.cell).with(["maxItems": .integer(ContentItem.mostCells)])),
    ]).named(
        "ReviewedTable", "A table of texts; null for a confidence where a person says that the whole table is right.")
}

extension APIFormat where Value == TextTable.Cell {
    static let cell = object([
        APIKey("row", \.row, .grid), APIKey("column", \.column, .grid),
        APIKey("rowSpan", optional: \.rowSpan, .span), APIKey("columnSpan", optional: \.columnSpan, .span),
        APIKey("text", \.text, .long), APIKey("corners", \.corners, .corners),
    ]).named("Cell")
}

extension APIFormat where Value == Int {
    fileprivate static let grid = whole(from: 0, to: 100_000)
    fileprivate static let span = whole(from: 1, to: 100_000)
}
