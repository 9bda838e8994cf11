import Findings

/// A page whose text stands in columns: its blocks in reading order, and its tables.
struct PageParts {
    /// In reading order.
    let blocks: [TextBlock]
    /// Downwards; blocks name them by their places.
    let tables: [TableFinder.Found]

    /// The parts of a page; nil where no columns of running text stand side by side.
    ///
    /// Tables are looked for where no running text is: beside a column its lines would be taken for a table's cells.
    init?(_ page: LevelPage, rules: PageRules) {
        let (words, textHeight) = (page.words, page.textHeight)
        let finder = TableFinder(page)
        let ruled = finder.tables(of: rules)
        let first = Self.blocks(of: page.words(outside: ruled), textHeight: textHeight)
        guard ColumnOrder.hasColumns(first, textHeight: textHeight) else { return nil }
        let text = first.filter(\.isColumn).map(\.box)
        let taken = ruled.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        let free = words.indices.filter { number in
            !taken.contains(number) && !text.contains { $0.holds(words[number].box.center) }
        }
        tables = (ruled + finder.tables(of: free)).sorted { finder.top($0) < finder.top($1) }
        let own = tables.enumerated().map { place, found in
            TextBlock(table: place, box: Box(around: found.words.map { words[$0].box }))
        }
        let rest = Self.blocks(of: page.words(outside: tables), textHeight: textHeight)
        blocks = ColumnOrder(rest + own, textHeight: textHeight).sorted()
    }

    private static func blocks(of words: [PlacedWord], textHeight: Double) -> [TextBlock] {
        TextBlock.all(of: TextPiece.columned(words, textHeight: textHeight), textHeight: textHeight)
    }

    /// The lines of the blocks, those that follow each other downwards in one list; those of tables are left out.
    var columns: [[TextPiece]] {
        var columns: [[TextPiece]] = []
        var last: Box?
        for block in blocks {
            defer { last = block.lines.isEmpty ? nil : block.box }
            guard !block.lines.isEmpty else { continue }
            if let last, block.box.y >= last.bottom - last.height * 0.5,
                block.box.overlapAcross(last) > 0.5 * min(last.width, block.box.width), !columns.isEmpty
            {
                columns[columns.count - 1] += block.lines
            } else {
                columns.append(block.lines)
            }
        }
        return columns
    }
}

extension Box {
    /// Whether a point lies in it.
    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }
}
