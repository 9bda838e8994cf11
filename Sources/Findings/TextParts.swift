/// What a paragraph is on its page, where it is not running text.
public enum TextRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// Larger letters over what follows.
    case heading
    /// The words of a picture or a table.
    case caption
    /// What stands over the whole page, beside running columns.
    case header
    /// What stands under the whole page.
    case footer
    /// A narrow column beside wider ones.
    case sidebar
}

/// Lines of a photo that belong together and are read one after the other.
public struct TextParagraph: Hashable, Sendable, Codable {
    /// What it says on one line; a word that was parted at a line's end is whole again.
    public var text: String
    /// Its lines, downwards.
    public var lines: [String]
    /// In pixels of the upright photo.
    public var corners: Quadrilateral
    /// What it is on its page; nil for running text.
    public var role: TextRole?

    /// A paragraph from its parts.
    public init(text: String, lines: [String], corners: Quadrilateral, role: TextRole? = nil) {
        self.text = text
        self.lines = lines
        self.corners = corners
        self.role = role
    }
}

/// A list that was read in a photo: items after bullets, numbers or letters.
public struct TextList: Hashable, Sendable, Codable {
    /// One item.
    public struct Item: Hashable, Sendable, Codable {
        /// What stands before it as it was read, such as `•` or `2.`.
        public var marker: String
        /// What it says without its marker.
        public var text: String
        /// How deep it is indented, from 0.
        public var level: Int
        /// In pixels of the upright photo, the marker included.
        public var corners: Quadrilateral

        /// An item from its parts.
        public init(marker: String, text: String, level: Int, corners: Quadrilateral) {
            self.marker = marker
            self.text = text
            self.level = level
            self.corners = corners
        }
    }

    /// Whether numbers or letters count its items.
    public var isNumbered: Bool
    /// Downwards.
    public var items: [Item]
    /// In pixels of the upright photo.
    public var corners: Quadrilateral

    /// A list from its parts.
    public init(isNumbered: Bool, items: [Item], corners: Quadrilateral) {
        self.isNumbered = isNumbered
        self.items = items
        self.corners = corners
    }
}

/// A piece of data that stands in a text: an address of mail, a telephone number, a date.
public struct TextDatum: Hashable, Sendable, Codable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case email, phone, url, date, money, address, trackingNumber
    }

    /// What it is.
    public var kind: Kind
    /// As it stands in the text.
    public var text: String
    /// In one form, such as `2026-03-09`, `+4930123456` or `EUR 12.50`.
    public var value: String
    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var corners: Quadrilateral

    /// A piece of data from its parts.
    public init(kind: Kind, text: String, value: String, confidence: Double, corners: Quadrilateral) {
        self.kind = kind
        self.text = text
        self.value = value
        self.confidence = confidence
        self.corners = corners
    }
}
