import Findings

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
