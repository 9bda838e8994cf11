import Findings
import Foundation
import Storage

extension TableReview: TakenReview {
    /// Puts the tables that a user wants in the place of those that were read; all else that a text holds stays.
    static func corrected(
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
