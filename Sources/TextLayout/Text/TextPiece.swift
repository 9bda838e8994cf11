import Findings

/// A line's words that stand together: a line that runs over two columns is two pieces.
struct TextPiece {
    /// From left to right.
    var words: [PlacedWord]
    /// Around them, on the level page.
    var box: Box

    /// A piece of words in their order.
    init(words: [PlacedWord]) {
        self.words = words
        box = Box(around: words.map(\.box))
    }

    /// What it says.
    var text: String { words.map(\.text).joined(separator: " ") }
    /// Around the words in the photo.
    var points: [Point] { words.flatMap(\.corners.corners) }

    /// A gap, in heights of letters, that parts two columns.
    private static let widestGap = 2.0

    /// The pieces of words, line by line.
    static func all(of words: [PlacedWord], textHeight: Double) -> [TextPiece] {
        var pieces: [TextPiece] = []
        for (_, line) in Dictionary(grouping: words, by: \.line).sorted(by: { $0.key < $1.key }) {
            var part: [PlacedWord] = []
            for word in line.sorted(by: { $0.box.x < $1.box.x }) {
                let isApart = part.last.map { word.box.x - $0.box.right > widestGap * textHeight } ?? false
                // A number or bullet stays with the text of its item.
                let isMarker = part.count == 1 && ListMarker(part[0].text) != nil
                if isApart, !isMarker {
                    pieces.append(TextPiece(words: part))
                    part = []
                }
                part.append(word)
            }
            if !part.isEmpty { pieces.append(TextPiece(words: part)) }
        }
        return pieces
    }
}
