import Findings

/// A page whose text stands in columns: its blocks in reading order, and its tables.
struct PageParts {
    /// In reading order.
    let blocks: [TextBlock]
    /// Downwards; blocks name them by their places.
    let tables: [TableFinder.Found]
    /// What the lines of the blocks make together.
    let text: Paragraphs
    private let numbers: [Point: LineNumbers]

    /// The parts of a page; nil where no columns of running text stand side by side, and where there are more words than any
    /// page has: looking for columns takes longer with each.
    ///
    /// Tables are looked for where no running text is: beside a column its lines would be taken for a table's cells.
    init?(_ page: LevelPage) {
        let (words, textHeight) = (page.words, page.textHeight)
        guard words.count <= TableFinder.mostWords else { return nil }
        let finder = TableFinder(page)
        let ruled = finder.tables(of: page.rules)
        let first = Self.blocks(of: page.words(outside: ruled), textHeight: textHeight)
        guard ColumnOrder.hasColumns(first, textHeight: textHeight) else { return nil }
        let running = first.filter(\.isColumn).map(\.box)
        let taken = ruled.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        let free = words.indices.filter { number in
            !taken.contains(number) && !running.contains { $0.holds(words[number].box.center) }
        }
        tables = (ruled + finder.tables(of: free)).sorted { finder.top($0) < finder.top($1) }
        let own = tables.enumerated().map { place, found in
            TextBlock(table: place, box: Box(around: found.words.map { words[$0].box }))
        }
        let rest = Self.blocks(of: page.words(outside: tables), textHeight: textHeight)
        blocks = ColumnOrder(rest + own, textHeight: textHeight).sorted()
        text = Paragraphs(columns: Self.columns(of: blocks), textHeight: textHeight)
        numbers = Dictionary(zip(text.lines.map(\.place), text.numbers), uniquingKeysWith: { first, _ in first })
    }

    private static func blocks(of words: [PlacedWord], textHeight: Double) -> [TextBlock] {
        TextBlock.all(of: TextPiece.columned(words, textHeight: textHeight), textHeight: textHeight)
    }

    /// The lines of the blocks, those that follow each other downwards in one column; those of tables are left out.
    private static func columns(of blocks: [TextBlock]) -> [TextColumn] {
        var columns: [TextColumn] = []
        var last: TextBlock?
        for block in blocks {
            defer { last = block.lines.isEmpty ? nil : block }
            guard !block.lines.isEmpty else { continue }
            if let last, last.role == block.role, block.box.y >= last.box.bottom - last.box.height * 0.5,
                block.box.overlapAcross(last.box) > 0.5 * min(last.box.width, block.box.width), !columns.isEmpty
            {
                columns[columns.count - 1].lines += block.lines
            } else {
                columns.append(TextColumn(lines: block.lines, role: block.role))
            }
        }
        return columns
    }

    /// The numbers of the column and paragraph of a line.
    func numbers(of line: TextPiece) -> LineNumbers? { numbers[line.place] }

    /// Every paragraph, list and table in reading order.
    var order: [TextLayout.Part] {
        var (order, seen): ([TextLayout.Part], Set<Int>) = ([], [])
        for block in blocks {
            switch block.content {
            case .table(let place): order.append(.table(place))
            case .lines(let lines):
                for paragraph in lines.compactMap({ numbers(of: $0)?.paragraph }) where seen.insert(paragraph).inserted
                {
                    order.append(text.parts[paragraph])
                }
            }
        }
        return order
    }
}

extension TextPiece {
    /// What tells it from the others of a page.
    fileprivate var place: Point { Point(x: box.x, y: box.y) }
}

extension Box {
    /// Whether a point lies in it.
    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }
}
