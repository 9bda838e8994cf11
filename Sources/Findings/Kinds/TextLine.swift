/// One line of text that was read in a photo.
public struct TextLine: Hashable, Sendable, Codable {
    /// What the line says, in Unicode's composed form (NFC), without a line break.
    public var text: String
    /// 0 to 1: how sure the engine is of the whole line.
    public var confidence: Double
    /// In pixels of the upright photo; the top left corner is where the line begins to be read.
    public var corners: Quadrilateral
    /// In reading order; empty where the engine does not tell words apart.
    public var words: [TextWord]
    /// Other readings of the line, the most probable first, without ``text`` itself; nil where none were asked for.
    public var candidates: [TextCandidate]?
    /// The number of its paragraph in the photo, from 0 in reading order; nil where the engine knows no paragraphs.
    public var paragraph: Int?
    /// The number of its block (column, caption, table) in the photo, from 0; nil where the engine knows no blocks.
    public var block: Int?
    /// On the flat page that it was read on, in the page's own pixels; nil where it was read in the photo itself.
    public var onPage: Quadrilateral?

    /// A line from its parts.
    public init(
        text: String, confidence: Double, corners: Quadrilateral, words: [TextWord] = [],
        candidates: [TextCandidate]? = nil, paragraph: Int? = nil, block: Int? = nil,
        onPage: Quadrilateral? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.corners = corners
        self.words = words
        self.candidates = candidates
        self.paragraph = paragraph
        self.block = block
        self.onPage = onPage
    }
}

extension TextLine: PlaneFinding {
    /// What every line is called.
    package static let label = "line"
    /// Always `line`.
    public var label: String { Self.label }
    /// What the line says.
    public var reading: String? { text }
    /// What it says and may say instead, with the places of its words.
    public var searchTexts: [SearchText] {
        [SearchText(.reading, text, confidence: confidence, parts: parts(of: text, words: words))]
            + (candidates ?? []).map { other in
                SearchText(
                    .candidate, other.text, confidence: other.confidence,
                    parts: parts(of: other.text, words: words(of: other)))
            }
    }
    /// The rectangle around its corners, turned as the line is.
    public var region: Region? { Region(corners: corners.corners) }
    /// Nil: lines have no class.
    public var classIndex: Int? { nil }
    /// The corners of the line, and after them those of its words.
    public var points: [Point] { corners.corners + words.flatMap(\.corners.corners) }
    /// False where a word's or another reading's confidence is outside of 0 to 1, or a number is below 0.
    public var isWellFormed: Bool {
        (words.map(\.confidence) + (candidates ?? []).map(\.confidence)).allSatisfy { (0...1).contains($0) }
            && (paragraph ?? 0) >= 0 && (block ?? 0) >= 0
    }

    package static let listName = "texts"
    package static let noun: String? = "line"
    package static let format = ValueFormat.object(
        TextLine(text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("corners", \.corners, .corners), RecordKey("words", \.words, .list(TextWord.format)),
            RecordKey("candidates", optional: \.candidates, .list(TextCandidate.format)),
            RecordKey("paragraph", optional: \.paragraph, .whole(from: 0)),
            RecordKey("block", optional: \.block, .whole(from: 0)),
            // In the page's pixels, which no frame of the photo is one of.
            RecordKey("onPage", optional: \.onPage, .corners.inPixels),
        ])
    package var gist: [String] { [text] + corners.corners.gist }

    /// The same line with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> TextLine {
        var line = self
        line.corners = corners.mapped(map)
        for index in words.indices { line.words[index].corners = words[index].corners.mapped(map) }
        return line
    }
}

/// One word of a line.
public struct TextWord: Hashable, Sendable, Codable {
    /// What it says, without space around it.
    public var text: String
    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var corners: Quadrilateral

    /// A word from its parts.
    public init(text: String, confidence: Double, corners: Quadrilateral) {
        self.text = text
        self.confidence = confidence
        self.corners = corners
    }

    static let format = ValueFormat.object(
        TextWord(text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("corners", \.corners, .corners),
        ])
}

/// Another reading of a line.
public struct TextCandidate: Hashable, Sendable, Codable {
    /// What the line may say.
    public var text: String
    /// 0 to 1.
    public var confidence: Double

    /// A reading with its confidence.
    public init(text: String, confidence: Double) {
        self.text = text
        self.confidence = confidence
    }

    static let format = ValueFormat.object(
        TextCandidate(text: "", confidence: 0),
        [RecordKey("text", \.text, .text), RecordKey("confidence", \.confidence, .share(decimals: 6))])
}

extension FindingList {
    /// Lines of text, in reading order.
    public static func texts(_ list: [TextLine]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var texts: [TextLine]? {
        get { self[of: TextLine.self] }
        set { self[of: TextLine.self] = newValue }
    }
}
