import Findings

/// Tells a gutter between columns from a wide space between two words: rows above and below have no letters there either.
struct GutterProbe {
    private let words: [PlacedWord]
    private let textHeight: Double
    /// The numbers of words by the band of the page that their middle lies in.
    private let bands: [Int: [Int]]

    /// How far up and down, and to both sides, is looked, in heights of letters.
    private static let reach = (along: 20.0, upright: 11.0)
    /// So many rows at least must have words on both sides: more where the gap is no wider than spaces get.
    private static let leastRows = (wide: 4, narrow: 6)
    /// In heights of letters, what a space between words does not reach.
    private static let wideGap = 1.2
    /// Of so many rows one may have letters in the gap.
    private static let rowsForOne = 7

    /// A probe among the words of a page.
    init(_ words: [PlacedWord], textHeight: Double) {
        self.words = words
        self.textHeight = textHeight
        let height = textHeight
        bands = Dictionary(grouping: words.indices) { Int((words[$0].box.center.y / height).rounded(.down)) }
    }

    /// Whether a gap between two words that stand side by side goes on upwards, downwards or both.
    func isGutter(from left: Double, to right: Double, at y: Double) -> Bool {
        let middle = (left + right) / 2
        let margin = min(max((right - left) / 2 - 1, 0), textHeight * 0.2)
        let least = right - left > Self.wideGap * textHeight ? Self.leastRows.wide : Self.leastRows.narrow
        let away = Self.reach.upright * textHeight
        return [(y - away, y), (y, y + away), (y - away, y + away)].contains { top, bottom in
            let near = words(from: top, to: bottom).filter {
                $0.right > middle - Self.reach.along * textHeight && $0.x < middle + Self.reach.along * textHeight
            }
            let covered = rows(near.filter { $0.x < middle + margin && $0.right > middle - margin })
            let free = min(rows(near.filter { $0.right <= middle }), rows(near.filter { $0.x >= middle }))
            return free >= least && covered <= free / Self.rowsForOne
        }
    }

    /// The words whose middles lie in a stretch of the page.
    private func words(from top: Double, to bottom: Double) -> [Box] {
        let first = Int((top / textHeight).rounded(.down)), last = Int((bottom / textHeight).rounded(.down))
        return (first...last).flatMap { bands[$0] ?? [] }.map { words[$0].box }
            .filter { (top...bottom).contains($0.center.y) }
    }

    /// How many rows boxes stand in.
    private func rows(_ boxes: [Box]) -> Int {
        var (count, last) = (0, -Double.infinity)
        for y in boxes.map(\.center.y).sorted() where y - last > textHeight * 0.6 {
            count += 1
            last = y
        }
        return count
    }
}

extension TextPiece {
    /// A gap between words, in heights of letters, from which on it may be a gutter.
    private static let narrowestGutter = 0.55
    /// One from which on it always parts.
    private static let widestSpace = 2.0

    /// The pieces of a page in columns: lines are parted at gutters, and parts of a line that an engine read by themselves
    /// are one again where no gutter stands between them.
    static func columned(_ words: [PlacedWord], textHeight: Double) -> [TextPiece] {
        let probe = GutterProbe(words, textHeight: textHeight)
        func isApart(_ a: PlacedWord, _ b: PlacedWord) -> Bool {
            let gap = b.box.x - a.box.right
            let height = max(textHeight, min(a.box.height, b.box.height))
            if gap > widestSpace * height { return true }
            return gap > narrowestGutter * height
                && probe.isGutter(from: a.box.right, to: b.box.x, at: (a.box.center.y + b.box.center.y) / 2)
        }
        var pieces: [TextPiece] = []
        for (_, line) in Dictionary(grouping: words, by: \.line).sorted(by: { $0.key < $1.key }) {
            var part: [PlacedWord] = []
            for word in line.sorted(by: { $0.box.x < $1.box.x }) {
                let isMarker = part.count == 1 && ListMarker(part[0].text) != nil
                if let last = part.last, !isMarker, isApart(last, word) {
                    pieces.append(TextPiece(words: part))
                    part = []
                }
                part.append(word)
            }
            if !part.isEmpty { pieces.append(TextPiece(words: part)) }
        }
        return joined(pieces, textHeight: textHeight, isApart: isApart)
    }

    /// Pieces with those made one that stand on one level with a mere space between them.
    private static func joined(
        _ pieces: [TextPiece], textHeight: Double, isApart: (PlacedWord, PlacedWord) -> Bool
    ) -> [TextPiece] {
        let sorted = pieces.sorted { $0.box.x < $1.box.x }
        var (made, byBand): ([TextPiece], [Int: [Int]]) = ([], [:])
        for piece in sorted {
            let band = Int((piece.box.center.y / textHeight).rounded(.down))
            let near = (band - 1...band + 1).flatMap { byBand[$0] ?? [] }
            let match = near.last { place in
                guard let last = made[place].words.last, let first = piece.words.first else { return false }
                let (low, high) = (min(last.box.height, first.box.height), max(last.box.height, first.box.height))
                return abs(last.box.center.y - first.box.center.y) < low * 0.4 && high < low * 1.6
                    && first.box.x - last.box.right > -0.5 * low && !isApart(last, first)
            }
            if let match {
                made[match] = TextPiece(words: made[match].words + piece.words)
            } else {
                byBand[band, default: []].append(made.count)
                made.append(piece)
            }
        }
        return made
    }
}
