import Findings

/// How good a text is that an engine read, whichever engine it was: by its words.
///
/// An engine's own confidence does not show what it left out, where it joined words, or that it read marks for letters.
/// Words that a dictionary has do.
public struct TextWorth: Hashable, Sendable {
    /// Letters and digits.
    public private(set) var letters = 0.0
    /// Letters and digits of words that the dictionary has, and of numbers.
    public private(set) var known = 0.0
    /// To compare two readings of one picture by: letters by their confidence, those of unknown words for less.
    public private(set) var score = 0.0
    /// Words.
    public private(set) var words = 0

    /// What a letter of an unknown word counts beside one of a word: names and codes are in no dictionary either.
    private static let unknown = 0.6

    /// The worth of lines, by what a dictionary knows.
    init(of lines: [TextLine], knows: (String) -> Bool) {
        var answers: [Substring: Bool] = [:]
        for line in lines {
            for word in line.text.split(whereSeparator: \.isWhitespace) {
                let count = Double(word.count { $0.isLetter || $0.isNumber })
                guard count > 0 else { continue }
                let isKnown = answers[word] ?? Self.parts(of: word).allSatisfy { $0.isNumberLike || knows(String($0)) }
                answers[word] = isKnown
                words += 1
                letters += count
                known += isKnown ? count : 0
                score += count * line.confidence * (isKnown ? 1 : Self.unknown)
            }
        }
    }

    /// The share of letters that stand in words of the dictionary, 0 to 1.
    public var knownShare: Double { letters > 0 ? known / letters : 0 }

    /// The words that signs join, without the signs around them.
    private static func parts(of word: Substring) -> [Substring] {
        word.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
    }
}

extension Substring {
    /// Whether it has a digit: no dictionary has numbers.
    fileprivate var isNumberLike: Bool { contains(where: \.isNumber) }
}

extension TesseractReader {
    /// How good a text is, by the dictionary of the first language.
    ///
    /// Without dictionaries, and where no language of several was named first, every word counts alike.
    public func worth(of lines: [TextLine]) -> TextWorth {
        TextWorth(of: lines, knows: hasDictionary ? engine.knows : { _ in true })
    }
}
