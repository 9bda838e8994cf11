import Findings
import JSONTree
import Storage

extension ContentItem: AnsweredFinding {
    /// The table as the page gets it; nil for all else that a text holds.
    var json: JSONValue? {
        table.map { .object([.init("confidence", .rounded($0.confidence, decimals: 4))] + $0.members) }
    }

    static func json(_ said: [ReviewedTable]) -> JSONValue { .array(said.map(\.json)) }
}

extension TextTable {
    /// All of it but its confidence.
    fileprivate var members: [JSONValue.Member] {
        [
            .init("corners", .array(corners.corners.map(\.pixelJSON))), .init("isRuled", .bool(isRuled)),
            .init("rows", .integer(rows)), .init("columns", .integer(columns)),
            .init("cells", .array(cells.map(\.json))),
        ]
    }
}

extension TextTable.Cell {
    fileprivate var json: JSONValue {
        [
            "row": .integer(row), "column": .integer(column), "rowSpan": .integer(rowSpan),
            "columnSpan": .integer(columnSpan), "text": .string(text),
            "corners": .array(corners.corners.map(\.pixelJSON)),
        ]
    }
}

extension ReviewedTable {
    fileprivate var json: JSONValue {
        .object(
            [
                .init("confidence", confidence.map { .rounded($0, decimals: 4) } ?? nil),
                .init("origin", .integer(origin)),
            ] + table.members)
    }
}
