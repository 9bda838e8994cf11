import Findings
import Foundation
import Storage

extension Record {
    /// Puts the tables that a person wants in the place of those that were read; all else that a text holds stays.
    mutating func takeTables(of review: FindingReview) {
        for (detector, reviewed) in review.tables {
            let results = photo.results.indices.filter {
                photo.results[$0].detector == detector && photo.results[$0].found.contents != nil
            }
            var lists = results.map { photo.results[$0].found.contents ?? [] }
            let places = lists.indices.flatMap { list in
                lists[list].indices.filter { lists[list][$0].table != nil }.map { (list: list, item: $0) }
            }
            let found = places.compactMap { lists[$0.list][$0.item].table }
            let corners = found.map(\.corners)
            let bounds = corners.map(\.bounds)
            var taken: [Int: ContentItem] = [:]
            var own: [ContentItem] = []
            for one in reviewed {
                let index = one.table.corners.index(among: corners, bounds, origin: one.origin)
                if let index, taken[index] == nil {
                    taken[index] = ContentItem(table: found[index].corrected(to: one))
                } else {
                    own.append(ContentItem(table: one.table.composed))
                }
            }
            for (index, place) in places.enumerated().reversed() {
                let item = taken[index].map { [$0] } ?? []
                lists[place.list].replaceSubrange(place.item...place.item, with: item)
            }
            for (list, result) in results.enumerated() {
                photo.results[result].found.contents = lists[list] + (list == 0 ? own : [])
            }
        }
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
    /// The same table with a person's texts; one that another run parted otherwise is the person's as a whole.
    fileprivate func corrected(to reviewed: ReviewedTable) -> TextTable {
        let wanted = reviewed.table.composed
        guard rows == wanted.rows, columns == wanted.columns, cells.map(\.grid) == wanted.cells.map(\.grid) else {
            return wanted
        }
        var table = self
        // Whoever changed a cell alone said nothing of the others.
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
