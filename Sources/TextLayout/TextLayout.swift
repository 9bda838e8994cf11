import Findings

/// What the lines of a photo make together: paragraphs, lists, tables, and the data in them.
public struct TextLayout: Hashable, Sendable, Codable {
    /// In reading order, column by column; without what stands in tables and lists.
    public var paragraphs: [TextParagraph]
    /// In reading order.
    public var lists: [TextList]
    /// Downwards.
    public var tables: [TextTable]
    /// In reading order, that of tables after the others.
    public var data: [TextDatum]
    /// Every paragraph, list and table in reading order.
    public var order: [Part]

    /// A paragraph, list or table by its place among those of its kind.
    public enum Part: Hashable, Sendable, Codable {
        case paragraph(Int), list(Int), table(Int)
    }

    /// A layout of paragraphs and lists in reading order, tables downwards, the data in all of them, and their order.
    public init(
        paragraphs: [TextParagraph] = [], lists: [TextList] = [], tables: [TextTable] = [], data: [TextDatum] = [],
        order: [Part] = []
    ) {
        self.paragraphs = paragraphs
        self.lists = lists
        self.tables = tables
        self.data = data
        self.order = order
    }
}

/// Makes paragraphs, lists, tables and data of the lines that a text engine read.
public struct LayoutReader: Sendable {
    /// What is known of the texts.
    private let data: DataOptions

    /// A reader that looks for the data that the options name.
    public init(data: DataOptions = DataOptions()) { self.data = data }

    /// The layout of a photo's lines, in pixels of the upright photo.
    ///
    /// `pixels` are the photo's, three bytes each (RGB), row by row without gaps; without them no printed lines are looked for,
    /// and tables are found by the gaps between their columns. A page may lie turned by quarters, and by 10 degrees more.
    public func layout(
        of lines: [TextLine], pixels: UnsafeRawBufferPointer?, size: PixelSize
    ) -> TextLayout {
        let height = PlacedWord.textHeight(of: PlacedWord.all(of: lines, on: Slant(angle: 0)))
        let rules =
            pixels.map { PageRules(pixels: $0, size: size, textHeight: height > 0 ? height : nil) } ?? PageRules()
        return layout(of: lines, rules: rules, size: size)
    }

    /// The layout of a photo's lines, with its printed lines as they were found before.
    func layout(of lines: [TextLine], rules: PageRules, size: PixelSize) -> TextLayout {
        guard let page = LevelPage(of: lines, rules: rules, size: size) else { return TextLayout() }
        let parts = PageParts(page)
        let tables = parts?.tables ?? TableFinder(page).tables(rules: page.rules)
        let text = parts?.text ?? Paragraphs(of: page.words(outside: tables), textHeight: page.textHeight)
        let inTables = tables.flatMap { table in
            CellText.lines(table.words.map { page.words[$0] }, textHeight: page.textHeight).map { TextPiece(words: $0) }
        }
        return TextLayout(
            paragraphs: text.paragraphs, lists: text.lists, tables: tables.map(\.table),
            data: DataDetector(options: data).data(in: text.lines + inTables),
            order: parts?.order ?? Self.downwards(text, tables.map(\.table)))
    }

    /// The parts of a page without columns by their upper edges.
    private static func downwards(_ text: Paragraphs, _ tables: [TextTable]) -> [TextLayout.Part] {
        let own = text.parts.map { part in
            switch part {
            case .paragraph(let place): (part, text.paragraphs[place].corners)
            case .list(let place): (part, text.lists[place].corners)
            case .table(let place): (part, tables[place].corners)
            }
        }
        let others = tables.enumerated().map { (TextLayout.Part.table($0), $1.corners) }
        return (own + others).enumerated()
            .sorted { ($0.element.1.bounds.y, $0.offset) < ($1.element.1.bounds.y, $1.offset) }
            .map(\.element.0)
    }
}
