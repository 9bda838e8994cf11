import Findings

/// A word on the level page.
struct PlacedWord {
    /// Its text.
    var text: String
    /// 0 to 1.
    var confidence: Double
    /// In the photo.
    var corners: Quadrilateral
    /// On the level page.
    var box: Box
    /// The number of its line among those that were handed in.
    var line: Int

    /// The words of all lines, line by line; a line without words is cut at its spaces, in proportion to its letters.
    static func all(of lines: [TextLine], on slant: Slant) -> [PlacedWord] {
        var words: [PlacedWord] = []
        for (index, line) in lines.enumerated() {
            for word in line.words.isEmpty ? line.shares : line.words where word.corners.isSound {
                let box = word.corners.mapped(slant.level).bounds
                // Where the engine reports upright boxes alone, a turned word's is taller than its letters: what the turn
                // added is taken off again.
                let isUpright = word.corners.topLeft.y == word.corners.topRight.y
                let added =
                    abs(slant.angle) < 0.005 || !isUpright
                    ? 0 : min(abs(box.width * slant.angle) * 0.5, box.height * 0.25)
                words.append(
                    PlacedWord(
                        text: word.text, confidence: word.confidence, corners: word.corners,
                        box: Box(x: box.x, y: box.y + added / 2, width: box.width, height: box.height - added),
                        line: index))
            }
        }
        return words
    }

    /// The height of ordinary words, in pixels: the middle one of those with three letters or more.
    static func textHeight(of words: [PlacedWord]) -> Double {
        let heights = words.filter { $0.text.count >= 3 }.map(\.box.height).sorted()
        let all = heights.isEmpty ? words.map(\.box.height).sorted() : heights
        return all.isEmpty ? 0 : max(all[all.count / 2], 1)
    }
}

extension Quadrilateral {
    /// Whether all numbers are finite and not absurd.
    var isSound: Bool { corners.allSatisfy { abs($0.x) < 1e7 && abs($0.y) < 1e7 } }
}

extension TextLine {
    /// Words by their share of the line's letters, where the engine reports none.
    var shares: [TextWord] {
        let letters = Array(text)
        guard !letters.isEmpty else { return [] }
        var (words, start) = ([TextWord](), 0)
        let at: (Point, Point, Int) -> Point = { from, to, index in
            from + (to - from) * (Double(index) / Double(letters.count))
        }
        for end in 0...letters.count where end == letters.count || letters[end] == " " {
            if end > start {
                let box = Quadrilateral(
                    topLeft: at(corners.topLeft, corners.topRight, start),
                    topRight: at(corners.topLeft, corners.topRight, end),
                    bottomRight: at(corners.bottomLeft, corners.bottomRight, end),
                    bottomLeft: at(corners.bottomLeft, corners.bottomRight, start))
                words.append(TextWord(text: String(letters[start..<end]), confidence: confidence, corners: box))
            }
            start = end + 1
        }
        return words
    }
}

extension Box {
    /// The smallest box around boxes; empty where there are none.
    init(around boxes: some Sequence<Box>) {
        self.init(around: boxes.flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.right, y: $0.bottom)] })
    }

    /// How far two boxes share a stretch from left to right; negative where a gap is between them.
    func overlapAcross(_ other: Box) -> Double { min(right, other.right) - max(x, other.x) }
}

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

    /// Its text.
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
