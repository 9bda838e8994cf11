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

    /// A layout from its parts.
    public init(
        paragraphs: [TextParagraph] = [], lists: [TextList] = [], tables: [TextTable] = [], data: [TextDatum] = []
    ) {
        self.paragraphs = paragraphs
        self.lists = lists
        self.tables = tables
        self.data = data
    }
}
