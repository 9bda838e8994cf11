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
