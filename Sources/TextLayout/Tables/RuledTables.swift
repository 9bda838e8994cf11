import Findings

/// Tables whose cells printed lines part.
struct RuledTables {
    /// The words of the page; those of a table are its own.
    let words: [PlacedWord]
    /// How the page lies in its photo.
    let slant: Slant
    /// The height of ordinary words.
    let textHeight: Double

    /// A table and the words in it, by their numbers.
    struct Found {
        var table: TextTable
        var words: Set<Int>
    }

    /// Fewer words than cells by this share: lines of a drawing, not of a table.
    private static let leastFilled = 0.3

    /// All tables, downwards.
    func tables(of rules: PageRules) -> [Found] {
        var tables: [Found] = []
        for frame in rules.frames(slack: textHeight * 0.6) {
            let grid = RuleGrid(
                horizontal: LevelRule.horizontal(frame.horizontal, on: slant),
                vertical: LevelRule.vertical(frame.vertical, on: slant), tolerance: max(textHeight * 0.35, 4))
            if let grid, let found = table(grid) { tables.append(found) }
        }
        return tables.sorted { $0.table.corners.bounds.y < $1.table.corners.bounds.y }
    }

    private func table(_ grid: RuleGrid) -> Found? {
        var inside: [RuleGrid.Cell: [Int]] = [:]
        let cells = grid.cells()
        guard cells.count >= 2 else { return nil }
        var owner: [Int: RuleGrid.Cell] = [:]
        for cell in cells {
            for row in cell.rows { for column in cell.columns { owner[row * grid.columns + column] = cell } }
        }
        for (index, word) in words.enumerated() {
            let center = word.box.center
            guard let row = Self.interval(center.y, grid.ys), let column = Self.interval(center.x, grid.xs),
                let cell = owner[row * grid.columns + column]
            else { continue }
            inside[cell, default: []].append(index)
        }
        let wordsInside = Set(inside.values.joined())
        guard inside.count >= 2, Double(inside.count) >= Self.leastFilled * Double(cells.count) else { return nil }
        let parts = HalfRuledRows(grid: grid, textHeight: textHeight).parts(
            cells.map { ($0, (inside[$0] ?? []).map { words[$0] }) })
        let found = parts.cells.map { part in
            TextTable.Cell(
                row: part.cell.rows.lowerBound, column: part.cell.columns.lowerBound, rowSpan: part.cell.rows.count,
                columnSpan: part.cell.columns.count,
                text: CellText.text(CellText.lines(clean(part.words, in: grid), textHeight: textHeight)),
                corners: slant.photo(
                    Box(
                        left: grid.xs[part.cell.columns.lowerBound], top: parts.ys[part.cell.rows.lowerBound],
                        right: grid.xs[part.cell.columns.upperBound], bottom: parts.ys[part.cell.rows.upperBound])))
        }
        guard let left = grid.xs.first, let right = grid.xs.last, let top = grid.ys.first, let bottom = grid.ys.last
        else {
            return nil
        }
        let sure = wordsInside.map { words[$0].confidence }.reduce(0, +) / Double(max(wordsInside.count, 1))
        return Found(
            table: TextTable(
                confidence: min(1, 0.5 + 0.5 * sure),
                corners: slant.photo(Box(left: left, top: top, right: right, bottom: bottom)), isRuled: true,
                rows: parts.ys.count - 1, columns: grid.columns, cells: found), words: wordsInside)
    }

    /// The number of the stretch that a place lies in.
    static func interval(_ place: Double, _ edges: [Double]) -> Int? {
        guard let next = edges.firstIndex(where: { $0 > place }), next > 0 else { return nil }
        return next - 1
    }

    /// Without the strokes that an engine reads where lines are.
    private func clean(_ words: [PlacedWord], in grid: RuleGrid) -> [PlacedWord] {
        words.compactMap { word in
            var word = word
            let near = grid.xs.contains {
                abs($0 - word.box.x) < textHeight * 0.4 || abs($0 - word.box.right) < textHeight * 0.4
            }
            let strokes = "|¦[]{}".unicodeScalars
            if near { word.text = word.text.trimmed { !strokes.contains($0) } }
            let isStroke = word.text.unicodeScalars.allSatisfy { "|¦_—–".unicodeScalars.contains($0) }
            return word.text.isEmpty || isStroke ? nil : word
        }
    }
}
