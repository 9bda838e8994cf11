import Foundation

/// Where a photo, or a part of one, lies among all others by a model's word: a vector of length 1.
///
/// What the model takes for alike has vectors that point the same way. It is kept with the upper half of each float
/// (bfloat16), which moves a similarity by less than a thousandth, and takes half the place.
public struct Embedding: Hashable, Sendable {
    /// The numbers, of each the upper sixteen bits of its 32-bit float.
    public let halves: [UInt16]

    /// More numbers than any public model gives.
    public static let most = 16_384

    /// A vector as a model gives it; nil where it is empty, too long, not finite, or has no direction.
    public init?(_ values: some Collection<Float>) {
        guard (1...Self.most).contains(values.count) else { return nil }
        let length = values.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-20 else { return nil }
        halves = values.map { Self.half(Float(Double($0) / length)) }
    }

    /// A vector as it is kept; nil for other bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count.isMultiple(of: 2), (1...Self.most).contains(bytes.count / 2) else { return nil }
        var halves: [UInt16] = []
        halves.reserveCapacity(bytes.count / 2)
        var low: UInt8?
        for byte in bytes {
            if let first = low {
                halves.append(UInt16(byte) << 8 | UInt16(first))
                low = nil
            } else {
                low = byte
            }
        }
        self.halves = halves
        // What is not of length 1 was written by no honest program: similarities would be no cosines.
        guard (0.98...1.02).contains(similarity(to: self)) else { return nil }
    }

    /// Two bytes a number, the lower first.
    public var bytes: [UInt8] { halves.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } }

    /// How many numbers it has.
    public var count: Int { halves.count }

    /// The numbers.
    public var values: [Float] { halves.map { Float(bitPattern: UInt32($0) << 16) } }

    /// The cosine of the angle between two vectors, 1 for the same direction; they have equally many numbers.
    public func similarity(to other: Embedding) -> Double {
        zip(values, other.values).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    }

    /// The nearest number that has sixteen bits, of two that are equally near the even one.
    private static func half(_ value: Float) -> UInt16 {
        let bits = value.bitPattern
        return UInt16(truncatingIfNeeded: (bits &+ 0x7FFF &+ (bits >> 16 & 1)) >> 16)
    }
}

/// The bytes in Base64, as workers answer them.
extension Embedding: Codable {
    /// Reads a worker's text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let data = Data(base64Encoded: try container.decode(String.self)), let vector = Embedding(bytes: data)
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no vector of length 1") }
        self = vector
    }

    /// Writes a worker's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }
}
