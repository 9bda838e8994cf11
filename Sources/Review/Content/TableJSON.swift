import Findings
import JSONTree
import Storage

extension TextTable {
    /// The table as the page gets it.
    var json: JSONValue { .object([.init("confidence", .rounded(confidence, decimals: 4))] + members) }

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

extension [String: [ReviewedTable]] {
    /// The tables of each detector, as clients send them and get them.
    var json: JSONValue {
        .object(sorted { $0.key < $1.key }.map { name, tables in .init(name, .array(tables.map(\.json))) })
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
