import Findings
import Foundation

/// A table of texts as a user wants it.
public struct ReviewedTable: Sendable, Hashable {
    /// Its place, its rows and columns, and what its cells say; its confidence is not the correction's, see ``confidence``.
    public var table: TextTable
    /// The engine's confidence; nil where the whole table was confirmed.
    public var confidence: Double?
    /// The index among the tables that the detector read: none is drawn by hand.
    public var origin: Int

    /// A table from its parts.
    public init(_ table: TextTable, confidence: Double? = nil, origin: Int) {
        self.table = table
        self.table.confidence = confidence ?? 1
        self.confidence = confidence
        self.origin = origin
    }
}

/// One object with the table's own keys; corners are lists of four points, clockwise from the top left.
extension ReviewedTable: Codable {
    private enum CodingKeys: CodingKey { case confidence, origin, corners, isRuled, rows, columns, cells }

    /// Reads it.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        let confidence = try keys.decodeIfPresent(Double.self, forKey: .confidence)
        let table = TextTable(
            confidence: 1, corners: try keys.decode(CornerList.self, forKey: .corners).corners,
            isRuled: try keys.decodeIfPresent(Bool.self, forKey: .isRuled) ?? false,
            rows: try keys.decode(Int.self, forKey: .rows), columns: try keys.decode(Int.self, forKey: .columns),
            cells: try keys.decode([ReviewedCell].self, forKey: .cells).map(\.cell))
        self.init(table, confidence: confidence, origin: try keys.decode(Int.self, forKey: .origin))
    }

    /// Writes it as it is read; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encodeIfPresent(confidence, forKey: .confidence)
        try keys.encode(origin, forKey: .origin)
        try keys.encode(CornerList(table.corners), forKey: .corners)
        try keys.encode(table.isRuled, forKey: .isRuled)
        try keys.encode(table.rows, forKey: .rows)
        try keys.encode(table.columns, forKey: .columns)
        try keys.encode(table.cells.map(ReviewedCell.init), forKey: .cells)
    }
}

/// A cell as clients send it and books keep it.
private struct ReviewedCell: Codable {
    let cell: TextTable.Cell

    private enum CodingKeys: CodingKey { case row, column, rowSpan, columnSpan, text, corners }

    init(_ cell: TextTable.Cell) { self.cell = cell }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        cell = TextTable.Cell(
            row: try keys.decode(Int.self, forKey: .row), column: try keys.decode(Int.self, forKey: .column),
            rowSpan: try keys.decodeIfPresent(Int.self, forKey: .rowSpan) ?? 1,
            columnSpan: try keys.decodeIfPresent(Int.self, forKey: .columnSpan) ?? 1,
            text: try keys.decode(String.self, forKey: .text),
            corners: try keys.decode(CornerList.self, forKey: .corners).corners)
    }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(cell.row, forKey: .row)
        try keys.encode(cell.column, forKey: .column)
        try keys.encode(cell.rowSpan, forKey: .rowSpan)
        try keys.encode(cell.columnSpan, forKey: .columnSpan)
        try keys.encode(cell.text, forKey: .text)
        try keys.encode(CornerList(cell.corners), forKey: .corners)
    }
}

extension ContentItem: ReviewedFinding {
    package typealias Said = [ReviewedTable]

    package static let reviewName = "tables"
    /// False: tables are a part of what a text holds.
    package static let isWhole = false
    /// More tables than any photo has.
    package static let mostTables = 1000
    /// More cells than any photo has, in all its tables.
    package static let mostCells = 20_000

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        let tables = review.tables.values.joined()
        guard tables.count <= mostTables, tables.reduce(0, { $0 + $1.table.cells.count }) <= mostCells else {
            throw ReviewBookError(.impossible, "A photo has at most \(mostTables) tables with \(mostCells) cells.")
        }
        guard tables.allSatisfy({ $0.table.cells.allSatisfy { $0.text.utf8.count <= FindingReview.longestText } })
        else {
            throw ReviewBookError(
                .impossible, "A cell has at most \(FindingReview.longestText) bytes of text.")
        }
        guard tables.allSatisfy(\.isOfAPhoto) else {
            throw ReviewBookError(.impossible, "A table has a place, and its cells lie within its rows and columns.")
        }
    }

    /// Puts the tables that a user wants in the place of those that were read; all else that a text holds stays.
    package static func corrected(
        _ found: [[ContentItem]], as said: [ReviewedTable], in scene: ReviewedScene
    ) -> [[ContentItem]] {
        var lists = found
        let places = lists.indices.flatMap { list in
            lists[list].indices.filter { lists[list][$0].table != nil }.map { (list: list, item: $0) }
        }
        let tables = places.compactMap { lists[$0.list][$0.item].table }
        let corners = tables.map(\.corners)
        let bounds = corners.map(\.bounds)
        var taken: [Int: ContentItem] = [:]
        var own: [ContentItem] = []
        for one in said {
            let index = one.table.corners.index(among: corners, bounds, origin: one.origin)
            if let index, taken[index] == nil {
                taken[index] = ContentItem(table: tables[index].corrected(to: one))
            } else {
                own.append(ContentItem(table: one.table.composed))
            }
        }
        for (index, place) in places.enumerated().reversed() {
            let item = taken[index].map { [$0] } ?? []
            lists[place.list].replaceSubrange(place.item...place.item, with: item)
        }
        return lists.enumerated().map { index, list in index == 0 ? list + own : list }
    }
}

extension FindingReview {
    /// The tables that there are, by detector; a detector that is not here read what is there.
    public var tables: [String: [ReviewedTable]] {
        get { self[of: ContentItem.self] }
        set { self[of: ContentItem.self] = newValue }
    }
}

extension ReviewedTable {
    /// Whether it names what was read, and lies near the photo.
    fileprivate var isOfAPhoto: Bool {
        origin >= 0 && (confidence ?? 0).isShare && table.isWellFormed && table.corners.isNearThePhoto
            && table.cells.allSatisfy(\.corners.isNearThePhoto)
    }
}

extension ContentItem {
    /// A table as an item: what it says is its rows.
    fileprivate init(table: TextTable) {
        self.init(
            kind: .table, text: table.csv, confidence: table.confidence, corners: table.corners, table: table)
    }
}

extension TextTable {
    /// The same table with a correction's texts; one that another run parted otherwise is the correction's as a whole.
    fileprivate func corrected(to reviewed: ReviewedTable) -> TextTable {
        let wanted = reviewed.table.composed
        guard rows == wanted.rows, columns == wanted.columns, cells.map(\.grid) == wanted.cells.map(\.grid) else {
            return wanted
        }
        var table = self
        // A change of one cell says nothing of the others.
        if reviewed.confidence == nil { table.confidence = 1 }
        for index in cells.indices { table.cells[index].text = wanted.cells[index].text }
        return table
    }

    /// In Unicode's composed form, as what is read is.
    fileprivate var composed: TextTable {
        var table = self
        for index in cells.indices {
            table.cells[index].text = cells[index].text.precomposedStringWithCanonicalMapping
        }
        return table
    }
}

extension TextTable.Cell {
    /// Its place and its spans.
    fileprivate var grid: [Int] { [row, column, rowSpan, columnSpan] }
}
