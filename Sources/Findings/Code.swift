/// One barcode or two-dimensional code that was read in a photo.
public struct Code: Hashable, Sendable, Codable {
    /// The kind of code, such as `qr` or `ean13`.
    public var symbology: Symbology
    /// The payload as text, control characters and all; the bytes' hexadecimal digits where they are text of no known
    /// encoding.
    ///
    /// Numbers of goods have 13 digits (UPC-A and UPC-E as GTIN-13) and an add-on's digits after them; GS1 data are
    /// written without brackets, with U+001D as their separator; Codabar keeps its letters at both ends.
    public var text: String
    /// The payload's bytes as they were encoded.
    public var bytes: [UInt8]
    /// In pixels of the upright photo; the top left corner is the code's own.
    public var corners: Quadrilateral

    /// A code from its parts.
    public init(symbology: Symbology, text: String, bytes: [UInt8], corners: Quadrilateral) {
        self.symbology = symbology
        self.text = text
        self.bytes = bytes
        self.corners = corners
    }
}

extension Code: Finding {
    /// The symbology's name in settings.
    public var label: String { symbology.rawValue }
    /// The payload.
    public var reading: String? { text }
    /// Always 1: a code's own check digits say whether it was read.
    public var confidence: Double { 1 }
    /// The rectangle around its corners.
    public var region: Region? { Region(corners: corners.corners) }
    /// Nil: codes have no class.
    public var classIndex: Int? { nil }
    /// The four corners.
    public var points: [Point] { corners.corners }

    /// The same code with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> Code {
        var code = self
        code.corners = corners.mapped(map)
        return code
    }
}
