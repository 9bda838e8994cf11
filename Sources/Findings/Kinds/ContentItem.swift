/// One part of what a text says: a paragraph, a list, a table, or a piece of data such as a date.
public struct ContentItem: Hashable, Sendable, Codable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case paragraph, list, table, email, phone, url, date, money, address, trackingNumber

        /// Whether it is a piece of data that stands in a line, and no part of the layout.
        public var isData: Bool {
            switch self {
            case .paragraph, .list, .table: false
            case .email, .phone, .url, .date, .money, .address, .trackingNumber: true
            }
        }
    }

    /// What it is.
    public var kind: Kind
    /// What a paragraph is on its page; nil for running text and everything else.
    public var role: TextRole?
    /// As it stands in the text; the items of a list and the rows of a table have a line each.
    public var text: String
    /// Data in one form, such as `2026-03-09`, `+4930123456` or `EUR 12.50`; nil for parts of the layout.
    public var value: String?
    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var corners: Quadrilateral
    /// The items of a list, without their bullets and numbers; nil for everything else.
    public var items: [String]?
    /// The rows and cells of a table; nil for everything else.
    public var table: TextTable?

    /// An item from its parts.
    public init(
        kind: Kind, role: TextRole? = nil, text: String, value: String? = nil, confidence: Double,
        corners: Quadrilateral,
        items: [String]? = nil, table: TextTable? = nil
    ) {
        self.kind = kind
        self.role = role
        self.text = text
        self.value = value
        self.confidence = confidence
        self.corners = corners
        self.items = items
        self.table = table
    }
}

extension ContentItem: PlaneFinding {
    /// The kind's name.
    public var label: String { kind.rawValue }
    /// The value of data, else the text.
    public var reading: String? { value ?? text }
    /// The value of data and what is printed; a table's cells have their own places.
    public var searchTexts: [SearchText] {
        // What stands in one row can be measured out; an address stands on several.
        let isRow = kind.isData && kind != .address
        let printed = SearchText(
            value == nil ? .reading : .printed, text, confidence: confidence, in: corners, isRow: isRow)
        guard let value else { return [table.map { with($0, printed) } ?? printed] }
        let said = SearchText(.reading, value, confidence: confidence, in: corners)
        return value == text
            ? [SearchText(.reading, text, confidence: confidence, in: corners, isRow: isRow)] : [said, printed]
    }

    /// A text with the places of a table's cells in it.
    private func with(_ table: TextTable, _ printed: SearchText) -> SearchText {
        var (printed, rest, start) = (printed, text[...], 0)
        let cells = table.cells.filter { !$0.text.isEmpty }.compactMap { cell -> SearchText.Part? in
            guard let place = rest.firstRange(of: cell.text) else { return nil }
            let first = start + rest.distance(from: rest.startIndex, to: place.lowerBound)
            let length = rest.distance(from: place.lowerBound, to: place.upperBound)
            (rest, start) = (rest[place.upperBound...], first + length)
            return .init(characters: first..<(first + length), corners: cell.corners, row: nil)
        }
        if !cells.isEmpty { printed.parts = cells }
        return printed
    }
    /// That of a table: other parts of a text are made of lines, which have doubts of their own.
    public var doubt: Double? { table?.confidence }
    /// The rectangle around its corners.
    public var region: Region? { Region(corners: corners.corners) }
    /// The kind's place among all kinds, so that each has a colour.
    public var classIndex: Int? { Kind.allCases.firstIndex(of: kind) }
    /// The four corners, and after them those of a table's cells.
    public var points: [Point] { corners.corners + (table?.cells.flatMap(\.corners.corners) ?? []) }
    /// False where a table's cell lies outside of its rows and columns.
    public var isWellFormed: Bool { table?.isWellFormed ?? true }

    package static let listName = "contents"
    package static let noun: String? = "part"
    package static let format = ValueFormat.object(
        ContentItem(kind: .paragraph, text: "", confidence: 0, corners: .nowhere),
        [
            RecordKey("kind", \.kind, .word), RecordKey("role", optional: \.role, .word),
            RecordKey("text", \.text, .text), RecordKey("value", optional: \.value, .text),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("items", optional: \.items, .list(.text)),
            RecordKey("table", optional: \.table, TextTable.format),
        ])
    package var gist: [String] { [kind.rawValue, text] + corners.corners.gist }

    /// The same item with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> ContentItem {
        var item = self
        item.corners = corners.mapped(map)
        item.table = table?.mapped(map)
        return item
    }
}

extension FindingList {
    /// Parts of the layout and pieces of data, in reading order.
    public static func contents(_ list: [ContentItem]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var contents: [ContentItem]? {
        get { self[of: ContentItem.self] }
        set { self[of: ContentItem.self] = newValue }
    }
}
