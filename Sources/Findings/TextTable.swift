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
