import Findings

extension LayoutReader {
    /// Fewer lines make no page.
    private static let leastLines = 4

    /// The lines of a photo in the order in which they are read, with the numbers of their blocks and paragraphs.
    ///
    /// Where columns of running text stand side by side, they are read one after the other, below a heading over them and
    /// above a footer; a line that an engine read across a gutter is parted there. Everywhere else lines keep their
    /// places, and the numbers that an engine gave them.
    ///
    /// - Parameter rules: The photo's printed lines.
    public func ordered(_ lines: [TextLine], rules: PageRules, size: PixelSize) -> [TextLine] {
        guard lines.count >= Self.leastLines, let page = LevelPage(of: lines, rules: rules, size: size) else {
            return lines
        }
        if let parts = PageParts(page) { return OrderedLines(parts, on: page, of: lines).lines }
        let tables = TableFinder(page).tables(rules: page.rules)
        return numbered(lines, Paragraphs(of: page.words(outside: tables), textHeight: page.textHeight), page, tables)
    }

    /// Lines in their own order, with numbers where the engine gave none.
    private func numbered(
        _ lines: [TextLine], _ text: Paragraphs, _ page: LevelPage, _ tables: [TableFinder.Found]
    ) -> [TextLine] {
        guard lines.allSatisfy({ $0.block == nil && $0.paragraph == nil }) else { return lines }
        var numbers: [Int: LineNumbers] = [:]
        for (piece, own) in zip(text.lines, text.numbers) {
            for word in piece.words where numbers[word.line] == nil { numbers[word.line] = own }
        }
        let next = (numbers.values.map(\.block).max() ?? -1) + 1
        let nextParagraph = (numbers.values.map(\.paragraph).max() ?? -1) + 1
        for (place, table) in tables.enumerated() {
            for word in table.words {
                numbers[page.words[word].line] = LineNumbers(block: next + place, paragraph: nextParagraph + place)
            }
        }
        return LineNumbers.inOrder(lines.indices.map { (lines[$0], numbers[$0]) })
    }
}

/// The numbers of the block and the paragraph that a line stands in.
struct LineNumbers: Hashable {
    var block: Int
    var paragraph: Int

    /// Lines with their numbers, counted anew from 0 in the order in which they come.
    static func inOrder(_ lines: [(line: TextLine, numbers: LineNumbers?)]) -> [TextLine] {
        var (blocks, paragraphs): ([Int: Int], [Int: Int]) = ([:], [:])
        return lines.map { line, numbers in
            var line = line
            line.block = numbers.map { blocks.number($0.block) }
            line.paragraph = numbers.map { paragraphs.number($0.paragraph) }
            return line
        }
    }
}

extension [Int: Int] {
    /// The number of a key; a new one gets the next.
    fileprivate mutating func number(_ key: Int) -> Int {
        let number = self[key] ?? count
        self[key] = number
        return number
    }
}

/// The lines of a page in columns.
private struct OrderedLines {
    private(set) var lines: [TextLine] = []
    private let page: LevelPage
    private let engine: [TextLine]
    /// How many words each of the engine's lines has.
    private let counts: [Int: Int]

    init(_ parts: PageParts, on page: LevelPage, of engine: [TextLine]) {
        self.page = page
        self.engine = engine
        counts = Dictionary(page.words.map { ($0.line, 1) }, uniquingKeysWith: +)
        var (found, next) = ([(line: TextLine, numbers: LineNumbers?)](), 0)
        let last = parts.text.numbers.reduce(LineNumbers(block: -1, paragraph: -1)) {
            LineNumbers(block: max($0.block, $1.block), paragraph: max($0.paragraph, $1.paragraph))
        }
        for block in parts.blocks {
            switch block.content {
            case .lines(let pieces): found += pieces.map { (line($0), parts.numbers(of: $0)) }
            case .table(let place):
                next += 1
                let own = LineNumbers(block: last.block + next, paragraph: last.paragraph + next)
                found += rows(of: parts.tables[place]).map { (line($0), own) }
            }
        }
        lines = LineNumbers.inOrder(found)
    }

    /// A table's words row by row, those of one line of the engine's together.
    private func rows(of table: TableFinder.Found) -> [TextPiece] {
        CellText.lines(table.words.map { page.words[$0] }, textHeight: page.textHeight).flatMap { row in
            var pieces: [TextPiece] = []
            for word in row {
                if let last = pieces.last, last.words.last?.line == word.line {
                    pieces[pieces.count - 1] = TextPiece(words: last.words + [word])
                } else {
                    pieces.append(TextPiece(words: [word]))
                }
            }
            return pieces
        }
    }

    /// The engine's own line where the piece is all of it; else one of the piece's words.
    private func line(_ piece: TextPiece) -> TextLine {
        if let number = piece.words.first?.line, piece.words.allSatisfy({ $0.line == number }),
            counts[number] == piece.words.count
        {
            return engine[number]
        }
        let letters = Double(max(piece.words.reduce(0) { $0 + $1.text.count }, 1))
        let own = piece.words.map { TextWord(text: $0.text, confidence: $0.confidence, corners: $0.corners) }
        return TextLine(
            text: piece.text,
            confidence: piece.words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / letters,
            corners: page.slant.photo(piece.box), words: own,
            candidates: piece.words.first.flatMap { engine[$0.line].candidates }.map { _ in [] })
    }
}
