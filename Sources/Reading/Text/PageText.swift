import Findings

/// What an engine read in one photo, and how the page lay in it.
public struct PageText: Hashable, Sendable, Codable {
    /// In reading order.
    public var lines: [TextLine]
    /// How far the page lies turned clockwise in the photo, in degrees: 0, 90, 180 or 270.
    public var rotation: Int
    /// By how many degrees clockwise the page lies askew beyond ``rotation``.
    public var skew: Double
    /// The languages that words were read in, the one of most letters first.
    public var languages: [String]

    /// What was read, from its parts.
    public init(lines: [TextLine], rotation: Int = 0, skew: Double = 0, languages: [String] = []) {
        self.lines = lines
        self.rotation = rotation
        self.skew = skew
        self.languages = languages
    }

    /// Whether it has lines of few words, as lists and tables have.
    public var isSparse: Bool { Self.isSparse(wordsOfLines: lines.map(\.words.count)) }

    /// Whether lines of so many words each are those of lists and tables, whose columns may have been passed over.
    static func isSparse(wordsOfLines: [Int]) -> Bool {
        wordsOfLines.count >= 3 && wordsOfLines.reduce(0, +) < wordsOfLines.count * 4
    }

    /// The lines' texts, one a line; an empty line parts paragraphs.
    public var text: String {
        var text = ""
        for (line, earlier) in zip(lines, [nil] + lines.map(Optional.some)) {
            if let earlier {
                text += earlier.paragraph == line.paragraph ? "\n" : "\n\n"
            }
            text += line.text
        }
        return text
    }
}
