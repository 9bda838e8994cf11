/// Lines of a photo that belong together and are read one after the other.
public struct TextParagraph: Hashable, Sendable, Codable {
    /// What it says on one line; a word that was parted at a line's end is whole again.
    public var text: String
    /// Its lines, downwards.
    public var lines: [String]
    /// In pixels of the upright photo.
    public var corners: Quadrilateral

    /// A paragraph from its parts.
    public init(text: String, lines: [String], corners: Quadrilateral) {
        self.text = text
        self.lines = lines
        self.corners = corners
    }
}
