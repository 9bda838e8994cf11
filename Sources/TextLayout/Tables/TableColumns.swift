import Findings

/// Words side by side, which wide gaps part into phrases.
struct TextRow {
    /// From left to right.
    var phrases: [Phrase]
    /// Around all of them, on the level page.
    var box: Box

    /// Words with ordinary gaps between them.
    struct Phrase {
        /// From left to right, by their numbers.
        var words: [Int]
        /// Around them, on the level page.
        var box: Box
    }

    /// How much wider than the letters' height a gap is that parts phrases.
    private static let widestGap = 1.35

    /// All rows, downwards; words are side by side where their engine's lines go on in each other.
    static func all(of words: [PlacedWord], numbers: [Int], textHeight: Double) -> [TextRow] {
        var pieces: [[Int]] = []
        for (_, numbers) in Dictionary(grouping: numbers, by: { words[$0].line }).sorted(by: { $0.key < $1.key }) {
            pieces.append(numbers.sorted { words[$0].box.x < words[$1].box.x })
        }
        pieces.sort { middle($0, words) < middle($1, words) }
        var rows: [[Int]] = []
        for piece in pieces {
            // The rows before end higher up: those far above are never the one.
            let near = rows.indices.suffix(12).filter { goesOn(rows[$0], piece, words, textHeight) }
            let match = near.min {
                abs(middle(rows[$0], words) - middle(piece, words))
                    < abs(middle(rows[$1], words) - middle(piece, words))
            }
            if let match {
                rows[match] = (rows[match] + piece).sorted { words[$0].box.x < words[$1].box.x }
            } else {
                rows.append(piece)
            }
        }
        return rows.map { row($0, words, textHeight) }.sorted { $0.box.center.y < $1.box.center.y }
    }

    private static func middle(_ row: [Int], _ words: [PlacedWord]) -> Double {
        row.reduce(0) { $0 + words[$1].box.center.y } / Double(max(row.count, 1))
    }

    /// Whether a piece of a line stands beside a row: nothing of one above the other, and level at the nearest ends.
    private static func goesOn(_ row: [Int], _ piece: [Int], _ words: [PlacedWord], _ textHeight: Double) -> Bool {
        let (a, b) = (Box(around: row.map { words[$0].box }), Box(around: piece.map { words[$0].box }))
        guard a.overlapAcross(b) < textHeight * 0.3 else {
            // Pieces between words of the row: level with their neighbours, and over none of them.
            let isFree = row.allSatisfy { old in
                piece.allSatisfy { words[old].box.overlapAcross(words[$0].box) < textHeight * 0.3 }
            }
            return isFree && abs(middle(row, words) - middle(piece, words)) < textHeight * 0.45
        }
        let ends = a.x < b.x ? (row.last, piece.first) : (row.first, piece.last)
        guard let one = ends.0, let other = ends.1 else { return false }
        return abs(words[one].box.center.y - words[other].box.center.y) < textHeight * 0.5
    }

    private static func row(_ numbers: [Int], _ words: [PlacedWord], _ textHeight: Double) -> TextRow {
        var phrases: [Phrase] = []
        for number in numbers {
            let box = words[number].box
            if let last = phrases.last, box.x - last.box.right < widestGap * textHeight {
                phrases[phrases.count - 1].words.append(number)
                phrases[phrases.count - 1].box = Box(around: [last.box, box])
            } else {
                phrases.append(Phrase(words: [number], box: box))
            }
        }
        return TextRow(phrases: phrases, box: Box(around: phrases.map(\.box)))
    }
}

/// The columns that phrases of several rows stand in.
struct TableColumns {
    /// From left to right.
    var spans: [Span]

    /// Where a column lies, and how many phrases stand in it alone.
    struct Span {
        var left: Double
        var right: Double
        var support: Int
    }

    /// How far a phrase must reach into a column to stand in it.
    let slack: Double

    /// The columns of rows: those of the fullest rows where these agree; else narrow phrases make them, a phrase over two
    /// of them makes none, and one with few phrases is none.
    init(of rows: [TextRow], textHeight: Double) {
        slack = textHeight * 0.35
        spans = Self.columnsOfFullRows(rows, slack: slack) ?? []
        guard spans.isEmpty else {
            widen(rows)
            return
        }
        let phrases = rows.filter { $0.phrases.count >= 2 }.flatMap(\.phrases).map(\.box).sorted { $0.width < $1.width }
        for box in phrases {
            let touched = spans.indices.filter { overlap(box, spans[$0]) > slack || isInside(box, spans[$0]) }
            if touched.isEmpty {
                spans.append(Span(left: box.x, right: box.right, support: 1))
            } else if touched.count == 1 {
                let old = spans[touched[0]]
                spans[touched[0]] = Span(
                    left: min(old.left, box.x), right: max(old.right, box.right), support: old.support + 1)
            }
        }
        let least = max(2, Int((Double(rows.count) * 0.2).rounded()))
        spans = spans.filter { $0.support >= least }.sorted { $0.left < $1.left }
        mergeOverlapping()
    }

    /// The columns of the rows with the most phrases that a third of all rows have; nil where they run into each other.
    private static func columnsOfFullRows(_ rows: [TextRow], slack: Double) -> [Span]? {
        let counts = Dictionary(grouping: rows.map(\.phrases.count)) { $0 }.mapValues(\.count)
        let least = max(2, Int((Double(rows.count) * 0.3).rounded()))
        guard let most = counts.filter({ $0.key >= 2 && $0.value >= least }).keys.max() else { return nil }
        let full = rows.filter { $0.phrases.count == most }
        let spans = (0..<most).map { column in
            let boxes = full.map { $0.phrases[column].box }
            return Span(
                left: boxes.map(\.x).min() ?? 0, right: boxes.map(\.right).max() ?? 0, support: full.count)
        }
        let areApart = zip(spans, spans.dropFirst()).allSatisfy { $1.left - $0.right > -slack }
        return areApart ? spans : nil
    }

    /// Widens columns to phrases of other rows that stand in one column alone, those of fuller rows first.
    private mutating func widen(_ rows: [TextRow]) {
        let others = rows.filter { $0.phrases.count >= 2 }.sorted { $0.phrases.count > $1.phrases.count }
        for box in others.flatMap({ $0.phrases.map(\.box) }) {
            let touched = spans.indices.filter { overlap(box, spans[$0]) > slack || isInside(box, spans[$0]) }
            guard touched.count == 1, let only = touched.first else { continue }
            spans[only].left = min(spans[only].left, box.x)
            spans[only].right = max(spans[only].right, box.right)
        }
    }

    private mutating func mergeOverlapping() {
        var merged: [Span] = []
        for span in spans {
            if let last = merged.last, last.right - span.left > slack {
                merged[merged.count - 1] = Span(
                    left: last.left, right: max(last.right, span.right), support: last.support + span.support)
            } else {
                merged.append(span)
            }
        }
        spans = merged
    }

    private func overlap(_ box: Box, _ span: Span) -> Double { min(box.right, span.right) - max(box.x, span.left) }

    private func isInside(_ box: Box, _ span: Span) -> Bool {
        box.center.x > span.left && box.center.x < span.right
    }

    /// The columns that a box stands in; those next to it where it stands between columns.
    func columns(of box: Box) -> Range<Int> {
        let touched = spans.indices.filter { overlap(box, spans[$0]) > slack || isInside(box, spans[$0]) }
        if let first = touched.first, let last = touched.last { return first..<last + 1 }
        let next = spans.firstIndex { $0.left > box.center.x } ?? spans.count
        if next == 0 { return 0..<1 }
        if next == spans.count { return spans.count - 1..<spans.count }
        let (before, after) = (box.x - spans[next - 1].right, spans[next].left - box.right)
        // In the middle between two: a header of both.
        if abs(before - after) < max(before, after) * 0.35, before > slack, after > slack { return next - 1..<next + 1 }
        return before < after ? next - 1..<next : next..<next + 1
    }
}
