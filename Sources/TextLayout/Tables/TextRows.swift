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
