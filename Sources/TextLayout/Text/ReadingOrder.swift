import Findings

/// The order in which a page's pieces of text are read: from top to bottom, and where gutters part columns, column by column.
enum ReadingOrder {
    /// The columns in the order in which they are read, each with its lines downwards.
    static func columns(of pieces: [TextPiece], textHeight: Double) -> [[TextPiece]] {
        var columns: [[TextPiece]] = []
        var stretch: [TextPiece] = []
        var gutters: [Gap] = []
        for row in rows(of: pieces) {
            let own = gaps(of: row, least: textHeight * 0.8)
            let left = row.map(\.box.x).min() ?? 0
            let right = row.map(\.box.right).max() ?? 0
            // Several pieces keep the gutters that they share; one belongs to a column, or it runs over a gutter.
            let next =
                own.isEmpty
                ? gutters.compactMap { $0.without(left, right, least: textHeight * 0.8) }
                : gutters.flatMap { gutter in own.compactMap { gutter.shared(with: $0, least: textHeight * 0.8) } }
            let goesOn = own.isEmpty ? next.count == gutters.count : !next.isEmpty
            if !goesOn {
                columns += parted(stretch, at: gutters)
                stretch = []
            }
            gutters = goesOn ? next : own
            stretch += row
        }
        return columns + parted(stretch, at: gutters)
    }

    /// A stretch from left to right without letters.
    struct Gap {
        var left: Double
        var right: Double

        func shared(with other: Gap, least: Double) -> Gap? {
            let gap = Gap(left: max(left, other.left), right: min(right, other.right))
            return gap.right - gap.left >= least ? gap : nil
        }

        /// What is left beside a piece of text; nil where it runs over the gap.
        func without(_ start: Double, _ end: Double, least: Double) -> Gap? {
            if end <= left || start >= right { return self }
            if start > left, end >= right { return shared(with: Gap(left: left, right: start), least: least) }
            if start <= left, end < right { return shared(with: Gap(left: end, right: right), least: least) }
            return nil
        }
    }

    /// Pieces that stand beside each other, downwards.
    private static func rows(of pieces: [TextPiece]) -> [[TextPiece]] {
        var rows: [(bottom: Double, pieces: [TextPiece])] = []
        for piece in pieces.sorted(by: { $0.box.y < $1.box.y }) {
            if let last = rows.last, last.bottom - piece.box.y > piece.box.height * 0.35 {
                rows[rows.count - 1].pieces.append(piece)
                rows[rows.count - 1].bottom = max(last.bottom, piece.box.bottom)
            } else {
                rows.append((piece.box.bottom, [piece]))
            }
        }
        return rows.map(\.pieces)
    }

    private static func gaps(of row: [TextPiece], least: Double) -> [Gap] {
        var (gaps, end) = ([Gap](), Double?.none)
        for box in row.map(\.box).sorted(by: { $0.x < $1.x }) {
            if let end, box.x - end >= least { gaps.append(Gap(left: end, right: box.x)) }
            end = max(end ?? box.right, box.right)
        }
        return gaps
    }

    private static func parted(_ pieces: [TextPiece], at gutters: [Gap]) -> [[TextPiece]] {
        let edges = gutters.map { ($0.left + $0.right) / 2 }.sorted()
        var columns = [[TextPiece]](repeating: [], count: edges.count + 1)
        for piece in pieces { columns[edges.filter { $0 < piece.box.center.x }.count].append(piece) }
        return columns.filter { !$0.isEmpty }.map { $0.sorted { $0.box.center.y < $1.box.center.y } }
    }
}
