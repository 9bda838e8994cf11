import Findings
import JSONTree

/// A part of a document with the parts in it: a page has blocks, a table rows, a row cells, and any of them data and codes.
public struct DocumentPart: Sendable, Hashable {
    /// `page`, `paragraph` or its role, `list`, `item`, `table`, `row`, `cell`, `code`, or the kind of a piece of data.
    public var kind: String
    /// What it says; nil where its parts say it.
    public var text: String?
    /// Data in one form, such as `2026-03-09`.
    public var value: String?
    /// Where a cell begins.
    public var cell: Cell?
    /// The finding that it is, by its detector's name and its place among all that it found; nil where it is no finding.
    public var finding: DetectorResult.Parent?
    /// In reading order.
    public var parts: [DocumentPart] = []

    /// The place and size of a cell in its table, from 0.
    public struct Cell: Sendable, Hashable {
        /// Its column.
        public var column: Int
        /// How many rows it covers.
        public var rowSpan: Int
        /// How many columns it covers.
        public var columnSpan: Int
    }

    init(
        kind: String, text: String? = nil, value: String? = nil, cell: Cell? = nil,
        finding: DetectorResult.Parent? = nil, parts: [DocumentPart] = []
    ) {
        self.kind = kind
        self.text = text
        self.value = value
        self.cell = cell
        self.finding = finding
        self.parts = parts
    }
}

extension DocumentPart {
    /// As it stands in a record; it follows from the findings, so that nothing of it is read back.
    static let format = ValueFormat<DocumentPart>(schema: schema) {
        $0.json
    } read: { _ throws(RecordFormatError) in
        DocumentPart(kind: "")
    }

    private static let schema: JSONValue = [
        "type": "object",
        "properties": [
            "kind": ["type": "string"], "text": ["type": "string"], "value": ["type": "string"],
            "column": ["type": "integer", "minimum": 0], "rowSpan": ["type": "integer", "minimum": 1],
            "columnSpan": ["type": "integer", "minimum": 1], "detector": ["type": "string"],
            "index": ["type": "integer", "minimum": 0],
            "parts": ["type": "array", "items": ["type": "object", "required": ["kind", "parts"]]],
        ], "required": ["kind", "parts"],
    ]

    private var json: JSONValue {
        var members: [JSONValue.Member] = [.init("kind", .string(kind))]
        if let text { members.append(.init("text", .string(text))) }
        if let value { members.append(.init("value", .string(value))) }
        if let cell {
            members += [
                .init("column", .integer(cell.column)), .init("rowSpan", .integer(cell.rowSpan)),
                .init("columnSpan", .integer(cell.columnSpan)),
            ]
        }
        if let finding {
            members += [.init("detector", .string(finding.detector)), .init("index", .integer(finding.index))]
        }
        return .object(members + [.init("parts", .array(parts.map(\.json)))])
    }
}
