import Foundation

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
    /// Whether the payload is GS1's element strings, as the code itself says; false for one out of a record, which does not tell.
    public var isGS1: Bool
    /// In pixels of the upright photo; the top left corner is the code's own.
    public var corners: Quadrilateral

    /// A code from its parts.
    public init(symbology: Symbology, text: String, bytes: [UInt8], isGS1: Bool = false, corners: Quadrilateral) {
        self.symbology = symbology
        self.text = text
        self.bytes = bytes
        self.isGS1 = isGS1
        self.corners = corners
    }
}

extension Code: PlaneFinding {
    /// The symbology's name in settings.
    public var label: String { symbology.rawValue }
    /// The payload.
    public var reading: String? { text }
    /// The payload; its characters have no places of their own.
    public var searchTexts: [SearchText] { [SearchText(.reading, text, confidence: confidence, in: corners)] }
    /// Always 1: a code's own check digits say whether it was read.
    public var confidence: Double { 1 }
    /// The rectangle around its corners.
    public var region: Region? { Region(corners: corners.corners) }
    /// Nil: codes have no class.
    public var classIndex: Int? { nil }
    /// The four corners.
    public var points: [Point] { corners.corners }

    package static let listName = "codes"
    package static let noun: String? = "code"
    package static let format = ValueFormat.object(
        Code(symbology: .qr, text: "", bytes: [], corners: .nowhere),
        [
            RecordKey("symbology", \.symbology, .word), RecordKey("text", \.text, .text),
            RecordKey("bytes", \.bytes, .base64), RecordKey("corners", \.corners, .corners),
        ])
    package var gist: [String] { ["\(symbology.rawValue) \(bytes)"] + corners.corners.gist }

    /// The same code with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> Code {
        var code = self
        code.corners = corners.mapped(map)
        return code
    }
}

extension ValueFormat where Value == [UInt8] {
    /// Bytes in base64, as RFC 4648 has it.
    fileprivate static let base64 = ValueFormat<String>.text.mapped { text in
        Data(base64Encoded: text).map(Array.init)
    } from: {
        Data($0).base64EncodedString()
    }
}

extension FindingList {
    /// Barcodes and other codes, from the top down.
    public static func codes(_ list: [Code]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var codes: [Code]? {
        get { self[of: Code.self] }
        set { self[of: Code.self] = newValue }
    }
}
