import Findings

// Tables whose cells printed lines part.
extension TableFinder {
    /// Fewer words than cells by this share: lines of a drawing, not of a table.
    private static let leastFilled = 0.3

    /// All tables of printed lines, downwards.
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
    private static func interval(_ place: Double, _ edges: [Double]) -> Int? {
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

/// Parts the rows of a table whose columns and header are ruled but not each row.
struct HalfRuledRows {
    /// The lines' grid.
    let grid: RuleGrid
    /// The height of ordinary words.
    let textHeight: Double

    /// Cells with their words, and the edges of the rows.
    typealias Cells = [(cell: RuleGrid.Cell, words: [PlacedWord])]

    /// The same cells, but a row whose cells all have three or more lines side by side becomes as many rows.
    func parts(_ cells: Cells) -> (cells: Cells, ys: [Double]) {
        var ys = [grid.ys[0]]
        var starts: [Int] = []
        var edges: [Int: [Double]] = [:]
        for row in 0..<grid.rows {
            starts.append(ys.count - 1)
            let own = cells.filter { $0.cell.rows == row..<row + 1 }
            let others = cells.contains { $0.cell.rows.contains(row) && $0.cell.rows.count > 1 }
            let inner = others ? [] : edgesInside(own.map(\.words))
            edges[row] = inner
            ys += inner + [grid.ys[row + 1]]
        }
        starts.append(ys.count - 1)
        var result: Cells = []
        for (cell, words) in cells {
            let inner = cell.rows.count == 1 ? edges[cell.rows.lowerBound] ?? [] : []
            let first = starts[cell.rows.lowerBound]
            guard !inner.isEmpty else {
                result.append((.init(rows: first..<starts[cell.rows.upperBound], columns: cell.columns), words))
                continue
            }
            for part in 0...inner.count {
                let low = part == 0 ? -Double.infinity : inner[part - 1]
                let high = part == inner.count ? Double.infinity : inner[part]
                result.append(
                    (
                        .init(rows: first + part..<first + part + 1, columns: cell.columns),
                        words.filter { $0.box.center.y >= low && $0.box.center.y < high }
                    ))
            }
        }
        result.sort { $0.cell < $1.cell }
        return (result, ys)
    }

    /// Edges between lines that stand side by side in the cells of a row; none where the cells' lines do not agree.
    private func edgesInside(_ cells: [[PlacedWord]]) -> [Double] {
        let filled = cells.filter { !$0.isEmpty }
        guard filled.count >= 2 else { return [] }
        let counts = filled.map { CellText.lines($0, textHeight: textHeight).count }
        let lines = CellText.lines(filled.flatMap { $0 }, textHeight: textHeight)
        // Most cells have a line in most of the rows.
        let full = counts.filter { Double($0) >= 0.7 * Double(lines.count) }.count
        guard lines.count >= 3, full * 3 >= filled.count * 2 else { return [] }
        let boxes = lines.map { Box(around: $0.map(\.box)) }
        return zip(boxes, boxes.dropFirst()).map { ($0.bottom + $1.y) / 2 }
    }
}
