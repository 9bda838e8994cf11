import Findings

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
        result.sort {
            ($0.cell.rows.lowerBound, $0.cell.columns.lowerBound) < (
                $1.cell.rows.lowerBound, $1.cell.columns.lowerBound
            )
        }
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
