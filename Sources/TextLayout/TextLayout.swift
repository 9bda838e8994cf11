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

    /// A layout of paragraphs and lists in reading order, tables downwards, and the data in all of them.
    public init(
        paragraphs: [TextParagraph] = [], lists: [TextList] = [], tables: [TextTable] = [], data: [TextDatum] = []
    ) {
        self.paragraphs = paragraphs
        self.lists = lists
        self.tables = tables
        self.data = data
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
    /// and tables are found by the gaps between their columns. A page that is turned by more than 10 degrees is read as it lies.
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
        let parts = PageParts(page, rules: rules)
        let tables = parts?.tables ?? TableFinder(page).tables(rules: rules)
        let text =
            parts.map { Paragraphs(columns: $0.columns, textHeight: page.textHeight) }
            ?? Paragraphs(of: page.words(outside: tables), textHeight: page.textHeight)
        let inTables = tables.flatMap { table in
            CellText.lines(table.words.map { page.words[$0] }, textHeight: page.textHeight).map { TextPiece(words: $0) }
        }
        return TextLayout(
            paragraphs: text.paragraphs, lists: text.lists, tables: tables.map(\.table),
            data: DataDetector(options: data).data(in: text.lines + inTables))
    }
}
