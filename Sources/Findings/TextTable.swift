/// A table that was read in a photo: rows and cells.
public struct TextTable: Hashable, Sendable, Codable {
    /// One cell.
    public struct Cell: Hashable, Sendable, Codable {
        /// From 0, downwards.
        public var row: Int
        /// From 0, to the right.
        public var column: Int
        /// How many rows it covers, at least 1.
        public var rowSpan: Int
        /// How many columns it covers, at least 1.
        public var columnSpan: Int
        /// What it says; several lines are joined by line breaks.
        public var text: String
        /// In pixels of the upright photo.
        public var corners: Quadrilateral

        /// A cell from its parts.
        public init(
            row: Int, column: Int, rowSpan: Int = 1, columnSpan: Int = 1, text: String, corners: Quadrilateral
        ) {
            self.row = row
            self.column = column
            self.rowSpan = rowSpan
            self.columnSpan = columnSpan
            self.text = text
            self.corners = corners
        }
    }

    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var corners: Quadrilateral
    /// Whether printed lines part its cells.
    public var isRuled: Bool
    /// How many there are.
    public var rows: Int
    /// How many there are.
    public var columns: Int
    /// By row, then column; a place that a span covers has no cell of its own.
    public var cells: [Cell]

    /// A table from its parts.
    public init(
        confidence: Double, corners: Quadrilateral, isRuled: Bool, rows: Int, columns: Int, cells: [Cell]
    ) {
        self.confidence = confidence
        self.corners = corners
        self.isRuled = isRuled
        self.rows = rows
        self.columns = columns
        self.cells = cells
    }

    /// False where a cell lies outside of the rows and columns.
    public var isWellFormed: Bool {
        (0...100_000).contains(rows) && (0...100_000).contains(columns)
            && cells.allSatisfy {
                (0..<rows).contains($0.row) && (0..<columns).contains($0.column)
                    && (1...max(rows - $0.row, 1)).contains($0.rowSpan)
                    && (1...max(columns - $0.column, 1)).contains($0.columnSpan)
            }
    }

    /// The same table with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> TextTable {
        var table = self
        table.corners = corners.mapped(map)
        for index in cells.indices { table.cells[index].corners = cells[index].corners.mapped(map) }
        return table
    }
}

extension TextTable {
    static let format = ValueFormat.object(
        TextTable(confidence: 0, corners: .nowhere, isRuled: false, rows: 0, columns: 0, cells: []),
        [
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("isRuled", \.isRuled, .bool), RecordKey("rows", \.rows, .whole(from: 0)),
            RecordKey("columns", \.columns, .whole(from: 0)), RecordKey("cells", \.cells, .list(Cell.format)),
        ])
}

extension TextTable.Cell {
    static let format = ValueFormat.object(
        Self(row: 0, column: 0, text: "", corners: .nowhere),
        [
            RecordKey("row", \.row, .whole(from: 0)), RecordKey("column", \.column, .whole(from: 0)),
            RecordKey("rowSpan", \.rowSpan, .whole(from: 1)), RecordKey("columnSpan", \.columnSpan, .whole(from: 1)),
            RecordKey("text", \.text, .text), RecordKey("corners", \.corners, .corners),
        ])
}

extension TextTable {
    /// The table by RFC 4180: a line a row, each text in the first place of its cell, line breaks within quotes.
    ///
    /// A text that a spreadsheet would take for a formula gets an apostrophe in front, but a number with a sign does not.
    public var csv: String {
        grid().map { row in row.map { Self.quoted(Self.harmless($0)) }.joined(separator: ",") + "\r\n" }.joined()
    }

    /// The texts by row and column; places that a span covers are empty.
    private func grid() -> [[String]] {
        // A table from outside may claim any size; its cells are the measure.
        guard rows > 0, columns > 0, rows <= 100_000, columns <= 100_000, rows * columns <= 4_000_000 else { return [] }
        var grid = [[String]](repeating: [String](repeating: "", count: columns), count: rows)
        for cell in cells where (0..<rows).contains(cell.row) && (0..<columns).contains(cell.column) {
            grid[cell.row][cell.column] = cell.text
        }
        return grid
    }

    private static func harmless(_ text: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 && $0 != "\n" && $0 != "\t" ? "\u{FFFD}" : $0 }))
        guard let first = plain.unicodeScalars.first,
            "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\t\n'".unicodeScalars.contains(first)
        else { return plain }
        let isNumber =
            (first == "+" || first == "-") && plain.count > 1
            && plain.unicodeScalars.dropFirst().allSatisfy { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        return isNumber ? plain : "'" + plain
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
