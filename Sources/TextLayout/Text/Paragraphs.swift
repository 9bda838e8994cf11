import Findings

/// Paragraphs and lists of a page in reading order.
struct Paragraphs {
    /// Paragraphs, each the lines between two breaks.
    private(set) var paragraphs: [TextParagraph] = []
    /// Lists of two items or more.
    private(set) var lists: [TextList] = []
    /// All lines in reading order, those of lists among them.
    private(set) var lines: [TextPiece] = []
    /// The column and the paragraph or list of each line.
    private(set) var numbers: [LineNumbers] = []
    /// Paragraphs and lists in reading order; a line's number of its paragraph is a place here.
    private(set) var parts: [TextLayout.Part] = []
    private let textHeight: Double
    /// The height of the letters of most lines.
    private let letters: Double

    /// Reads the words that stand in no table.
    init(of words: [PlacedWord], textHeight: Double) {
        let pieces = TextPiece.all(of: words, textHeight: textHeight)
        self.init(
            columns: ReadingOrder.columns(of: pieces, textHeight: textHeight).map { TextColumn(lines: $0) },
            textHeight: textHeight)
    }

    /// Reads columns in their order.
    init(columns: [TextColumn], textHeight: Double) {
        self.textHeight = textHeight
        letters = TextBlock.middle(columns.flatMap { $0.lines.map(\.letters) })
        for (number, column) in columns.enumerated() { read(column.lines, Place(column: number, role: column.role)) }
    }

    /// Where a paragraph stands.
    private struct Place {
        var column: Int
        var role: TextRole?
    }

    private mutating func read(_ column: [TextPiece], _ number: Place) {
        lines += column
        let lists = Dictionary(
            ListFinder(column: column, textHeight: textHeight).lists().map { ($0.lines.lowerBound, $0) },
            uniquingKeysWith: { first, _ in first })
        var index = 0
        var open: [TextPiece] = []
        let right = column.map(\.box.right).max() ?? 0
        while index < column.count {
            if let list = lists[index] {
                close(&open, in: number)
                count(list.lines.count, in: number, as: .list(self.lists.count))
                self.lists.append(list.list)
                index = list.lines.upperBound
                continue
            }
            if let last = open.last, isBreak(open, last, column[index], right) { close(&open, in: number) }
            open.append(column[index])
            index += 1
        }
        close(&open, in: number)
    }

    /// Numbers the lines of one more paragraph or list.
    private mutating func count(_ lines: Int, in place: Place, as part: TextLayout.Part) {
        numbers += Array(repeating: LineNumbers(block: place.column, paragraph: parts.count), count: lines)
        parts.append(part)
    }

    private mutating func close(_ lines: inout [TextPiece], in place: Place) {
        guard !lines.isEmpty else { return }
        count(lines.count, in: place, as: .paragraph(paragraphs.count))
        let texts = lines.map(\.text)
        paragraphs.append(
            TextParagraph(
                text: Self.joined(texts), lines: texts,
                corners: Quadrilateral(Box(around: lines.flatMap(\.points))),
                role: ParagraphRole.role(of: lines, letters: letters) ?? place.role))
        lines = []
    }

    /// Whether a new paragraph begins: below a wide gap, in other letters, after an indent, or after a short last line.
    private func isBreak(_ open: [TextPiece], _ last: TextPiece, _ next: TextPiece, _ right: Double) -> Bool {
        let gap = next.box.y - last.box.bottom
        if gap > textHeight * 1.1 { return true }
        if open.count >= 2 {
            let before = last.box.center.y - open[open.count - 2].box.center.y
            if next.box.center.y - last.box.center.y > before * 1.35 + 1 { return true }
        }
        let (small, large) = (min(height(last), height(next)), max(height(last), height(next)))
        if large > small * 1.45 { return true }
        let left = min(last.box.x, next.box.x)
        let isIndented = next.box.x - last.box.x > textHeight * 0.9 && next.box.x - left < textHeight * 5
        let isCentered = abs(next.box.center.x - last.box.center.x) < textHeight
        if isIndented, !isCentered, open.count > 1 || last.box.right > right - textHeight * 4 { return true }
        // A line that ends a sentence well before the margin ends a paragraph.
        let isShort = last.box.right < right - max(textHeight * 6, (right - last.box.x) * 0.25)
        return isShort && last.text.last.map { ".!?:".contains($0) } ?? false
    }

    /// The height of a line's highest words, which hardly depends on which letters they have.
    private func height(_ piece: TextPiece) -> Double { piece.words.map(\.box.height).max() ?? 0 }

    /// Lines as one text: a word that a hyphen parts is whole again where small letters go on.
    static func joined(_ lines: [String]) -> String { RunningText.joined(lines) }
}

/// A column's lines, downwards.
struct TextColumn {
    var lines: [TextPiece]
    /// What all of it is on its page; nil for running text.
    var role: TextRole?
}

/// What paragraphs are by their letters and first words.
enum ParagraphRole {
    /// Letters so much higher than those of most lines are a heading's.
    private static let larger = 1.25
    /// A heading has at most so many lines.
    private static let mostLines = 3

    static func role(of lines: [TextPiece], letters: Double) -> TextRole? {
        guard let first = lines.first else { return nil }
        let hasWord = lines.contains { $0.text.contains { $0.isLetter } }
        if hasWord, lines.count <= mostLines, lines.allSatisfy({ $0.letters > larger * letters }) { return .heading }
        return isCaption(first.text) ? .caption : nil
    }

    /// Whether a text begins as captions do: `Figure 3`, `Tab. 2:`.
    private static func isCaption(_ text: String) -> Bool {
        text.prefixMatch(of: /(?i)(fig(ure)?|tab(le|elle)?|abb(ildung)?|photo|plate|map)\.?\s+\d+\s*[.:)–—-]/) != nil
    }
}
