import Findings

extension DataDetector {
    /// The data of lines, each with the corners of the words that say it.
    ///
    /// Where the engine tells no words, they are made by their share of the line's letters.
    public func data(in lines: [TextLine]) -> [TextDatum] {
        let words = PlacedWord.all(of: lines, on: Slant(angle: 0))
        return data(
            in: Dictionary(grouping: words, by: \.line).sorted { $0.key < $1.key }.map { TextPiece(words: $0.value) })
    }

    func data(in pieces: [TextPiece]) -> [TextDatum] {
        var (text, owners, words) = ("", [Int](), [PlacedWord]())
        for piece in pieces {
            for (index, word) in piece.words.enumerated() {
                if !text.isEmpty {
                    text.unicodeScalars.append(index == 0 ? "\n" : " ")
                    owners.append(-1)
                }
                // A break within a word would part it from itself.
                for scalar in word.text.unicodeScalars {
                    text.unicodeScalars.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
                    owners.append(words.count)
                }
                words.append(word)
            }
        }
        return matches(in: text).map { match in
            let own = Set(owners[match.range].filter { $0 >= 0 }).sorted().map { words[$0] }
            let sure = own.map(\.confidence).reduce(0, +) / Double(max(own.count, 1))
            return TextDatum(
                kind: match.kind, text: match.text, value: match.value,
                confidence: match.confidence * min(max(sure, 0), 1), corners: Self.corners(of: own))
        }
    }

    /// Around words: along their line where they stand in one, upright around them all where they do not.
    private static func corners(of words: [PlacedWord]) -> Quadrilateral {
        guard let first = words.first, let last = words.last else { return Quadrilateral(Box(around: [Point]())) }
        guard Set(words.map(\.line)).count == 1 else {
            return Quadrilateral(Box(around: words.flatMap(\.corners.corners)))
        }
        return Quadrilateral(
            topLeft: first.corners.topLeft, topRight: last.corners.topRight, bottomRight: last.corners.bottomRight,
            bottomLeft: first.corners.bottomLeft)
    }
}
