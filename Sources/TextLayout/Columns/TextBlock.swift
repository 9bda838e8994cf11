import Findings

/// Pieces of text that stand one below the other without a gap or a neighbour between them; a table is one as well.
struct TextBlock {
    /// What is in it.
    enum Content {
        /// Lines, downwards.
        case lines([TextPiece])
        /// A table, by its place among those of the page.
        case table(Int)
    }

    /// What is in it.
    var content: Content
    /// Around it, on the level page.
    var box: Box
    /// Whether it is running text that fills a column.
    var isColumn = false
    /// The height of its letters.
    var letters = 0.0
    /// What it is by its place on the page; nil for running text.
    var role: TextRole?

    /// Its lines; none of a table.
    var lines: [TextPiece] {
        if case .lines(let lines) = content { lines } else { [] }
    }

    /// A column has so many lines at least.
    private static let leastLines = 3
    /// Its lines have so many characters, the middle one of them.
    private static let leastCharacters = 12.0
    /// The middle one of its lines fills so much of its width.
    private static let leastFilled = 0.7

    /// A block of lines.
    init(_ lines: [TextPiece]) {
        content = .lines(lines)
        box = Box(around: lines.map(\.box))
        letters = Self.middle(lines.map(\.letters))
        guard lines.count >= Self.leastLines, box.width > 0 else { return }
        isColumn =
            Self.middle(lines.map { Double($0.text.count) }) >= Self.leastCharacters
            && Self.middle(lines.map(\.box.width)) >= Self.leastFilled * box.width
    }

    /// The middle one of numbers by their size; 0 where there are none.
    static func middle(_ numbers: [Double]) -> Double {
        numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
    }

    /// The block of a table.
    init(table: Int, box: Box) {
        content = .table(table)
        self.box = box
    }

    /// The blocks of pieces: each goes on in the one below it where that is the only one, and it the only one above.
    static func all(of pieces: [TextPiece], textHeight: Double) -> [TextBlock] {
        let sorted = pieces.sorted { $0.box.center.y < $1.box.center.y }
        let below = sorted.indices.map { nextRow(below: $0, of: sorted) }
        var above = [Int](repeating: 0, count: sorted.count)
        for row in below { for place in row { above[place] += 1 } }
        var (blocks, taken) = ([TextBlock](), [Bool](repeating: false, count: sorted.count))
        for start in sorted.indices where !taken[start] {
            var (lines, place) = ([sorted[start]], start)
            taken[start] = true
            while below[place].count == 1, let next = below[place].first, above[next] == 1, !taken[next],
                goesOn(sorted[place], sorted[next])
            {
                taken[next] = true
                lines.append(sorted[next])
                place = next
            }
            blocks.append(TextBlock(lines))
        }
        return blocks
    }

    /// The pieces of the nearest row below a piece that share a stretch with it.
    private static func nextRow(below place: Int, of sorted: [TextPiece]) -> [Int] {
        let own = sorted[place].box
        var (row, bottom): ([Int], Double) = ([], .infinity)
        for next in sorted.indices[(place + 1)...] {
            let box = sorted[next].box
            if box.center.y > min(bottom, own.bottom + own.height * 3) { break }
            let shared = own.overlapAcross(box)
            guard shared > min(own.width, box.width) * 0.15, box.center.y - own.center.y > own.height * 0.5
            else { continue }
            row.append(next)
            bottom = min(bottom, box.center.y + box.height * 0.4)
        }
        return row
    }

    /// Whether a line is followed by another of the same kind.
    private static func goesOn(_ line: TextPiece, _ next: TextPiece) -> Bool {
        let (a, b) = (line.letters, next.letters)
        return next.box.y - line.box.bottom < 1.2 * max(a, b) && max(a, b) < 1.45 * min(a, b)
    }
}

extension TextPiece {
    /// The height of its higher words, which hardly depends on which letters they have; a single odd one does not count.
    var letters: Double {
        let heights = words.map(\.box.height).sorted()
        return heights.isEmpty ? 0 : heights[heights.count * 3 / 4]
    }
}
