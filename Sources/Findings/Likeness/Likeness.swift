import Foundation

/// What a photo looks like: the bits of all of it, and of parts of it that a crop by up to a tenth leaves.
///
/// A photo of which a side was cut away looks like one of the parts of the whole photo. So each photo's parts are held against
/// the whole of every other one.
public struct Likeness: Hashable, Sendable {
    /// All of the photo, then its parts in the order of ``parts``.
    public let views: [LikenessBits]

    /// A part of a photo: what its sides leave of the photo's, from 0 to 1.
    public struct Part: Hashable, Sendable {
        /// Of the width.
        public let columns: Range<Double>
        /// Of the height.
        public let rows: Range<Double>
    }

    /// What is left of a side where a tenth is cut away and less: a thirtieth on both ends, or a twelfth and a sixtieth.
    private static let cuts: [Range<Double>] = [cut(30, 30), cut(12, 60), cut(60, 12)]
    /// What each view shows.
    public static let parts: [Part] = makeParts()

    private static func cut(_ before: Double, _ behind: Double) -> Range<Double> { 1 / before..<1 - 1 / behind }

    private static func makeParts() -> [Part] {
        let whole: Range<Double> = 0..<1
        var parts = [Part(columns: whole, rows: whole)]
        for columns in cuts {
            for rows in cuts { parts.append(Part(columns: columns, rows: rows)) }
        }
        return parts
    }

    /// How many bytes it takes.
    public static let byteCount = parts.count * 16

    /// All of the photo.
    public var whole: LikenessBits { views[0] }

    /// - Precondition: There is a view for each part.
    public init(views: [LikenessBits]) {
        precondition(views.count == Self.parts.count, "a photo has a view for each part")
        self.views = views
    }

    /// A likeness as it is kept; nil for other bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(at first: Int) -> UInt64 { bytes[first..<first + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        let views = Self.parts.indices.map {
            LikenessBits(coarse: number(at: 16 * $0), fine: number(at: 16 * $0 + 8))
        }
        let known = LikenessBits { _, _ in true }
        guard views.allSatisfy({ $0.coarse & ~known.coarse == 0 && $0.fine & ~known.fine == 0 }) else { return nil }
        self.init(views: views)
    }

    /// Sixteen bytes a view: the coarse bits, then the fine ones, the highest first.
    public var bytes: [UInt8] {
        views.flatMap { view in
            [view.coarse, view.fine].flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        }
    }
}

extension Likeness: Codable, LosslessStringConvertible {
    /// The bytes in Base64, as records have them.
    public var description: String { Data(bytes).base64EncodedString() }

    /// A likeness as records have it; nil for another text.
    public init?(_ description: String) {
        guard let data = Data(base64Encoded: description) else { return nil }
        self.init(Array(data))
    }

    /// Reads a record's text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let likeness = Likeness(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not what a photo looks like")
        }
        self = likeness
    }

    /// Writes a record's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ValueFormat where Value == Likeness {
    /// The text of a record.
    package static let likeness = ValueFormat(schema: ["type": "string", "contentEncoding": "base64"]) {
        .string($0.description)
    } read: { (json) throws(RecordFormatError) in
        guard case .string(let text) = json, let likeness = Likeness(text) else { throw RecordFormatError() }
        return likeness
    }
}
