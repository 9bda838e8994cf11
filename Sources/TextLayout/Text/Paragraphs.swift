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
    private let textHeight: Double

    /// Reads the words that stand in no table.
    init(of words: [PlacedWord], textHeight: Double) {
        let pieces = TextPiece.all(of: words, textHeight: textHeight)
        self.init(columns: ReadingOrder.columns(of: pieces, textHeight: textHeight), textHeight: textHeight)
    }

    /// Reads columns in their order, each with its lines downwards.
    init(columns: [[TextPiece]], textHeight: Double) {
        self.textHeight = textHeight
        for (number, column) in columns.enumerated() { read(column, number) }
    }

    private mutating func read(_ column: [TextPiece], _ number: Int) {
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
                self.lists.append(list.list)
                count(list.lines.count, in: number)
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
    private mutating func count(_ lines: Int, in column: Int) {
        let numbers = LineNumbers(block: column, paragraph: (self.numbers.last?.paragraph ?? -1) + 1)
        self.numbers += Array(repeating: numbers, count: lines)
    }

    private mutating func close(_ lines: inout [TextPiece], in column: Int) {
        guard !lines.isEmpty else { return }
        count(lines.count, in: column)
        let texts = lines.map(\.text)
        paragraphs.append(
            TextParagraph(
                text: Self.joined(texts), lines: texts,
                corners: Quadrilateral(Box(around: lines.flatMap(\.points)))))
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
        let (small, large) = (min(letters(last), letters(next)), max(letters(last), letters(next)))
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
    private func letters(_ piece: TextPiece) -> Double { piece.words.map(\.box.height).max() ?? 0 }

    /// Lines as one text: a word that a hyphen parts is whole again where small letters go on.
    static func joined(_ lines: [String]) -> String {
        var text = ""
        for line in lines {
            let isParted =
                text.hasSuffix("-") && text.dropLast().last?.isLetter == true && line.first?.isLowercase == true
            if isParted {
                text.removeLast()
            } else if !text.isEmpty {
                text += " "
            }
            text += line
        }
        return text
    }
}
