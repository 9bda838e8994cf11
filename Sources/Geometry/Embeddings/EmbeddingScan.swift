import CVectors
import Findings

/// One vector that is held against those of other photos as they are read, without a table of them.
public struct EmbeddingScan: Sendable {
    /// The photo's row of bytes, and where the vector stands in it.
    private let row: [UInt8]
    private let place: PhotoEmbedding.Place
    private let floats: [Float]
    private let parent: DetectorResult.Parent?
    /// Whether the row has nothing but the vector.
    private let isAlone: Bool

    /// A scan for what is near a vector of a photo; nil where the bytes there are none.
    ///
    /// - Parameter row: The photo's vectors, as queues keep them.
    public init?(_ place: PhotoEmbedding.Place, in row: [UInt8]) {
        guard let one = PhotoEmbedding(at: place, in: row) else { return nil }
        (self.row, self.place, parent, floats) = (row, place, one.parent, one.vector.values)
        isAlone = PhotoEmbedding.places(in: row)?.count == 1
    }

    /// A scan for what is near a vector that is of no photo, among those of one detector and model; nil for a name that no queue has.
    ///
    /// - Parameter model: The first bytes of the model's SHA-256.
    public init?(_ vector: Embedding, detector: String, model: [UInt8]) {
        let row = [PhotoEmbedding(detector: detector, model: model, vector: vector)].bytes
        guard let place = PhotoEmbedding.places(in: row)?.first else { return nil }
        self.init(place, in: row)
    }

    /// Whether a photo has one vector, which may be compared, and nothing else.
    public func isLike(_ other: UnsafeRawBufferPointer) -> Bool { isAlone && beginsAlike(other) }

    /// Calls with each vector of a photo that may be compared, and how alike it is to this one.
    ///
    /// Those of another detector or model, and those with more or fewer numbers, are left out, as are those that are too long
    /// for vectors of length 1.
    ///
    /// - Parameter other: The photo's vectors, as queues keep them.
    public func compare(
        with other: UnsafeRawBufferPointer, _ body: (_ similarity: Float, _ parent: DetectorResult.Parent?) -> Void
    ) {
        // Nearly all rows differ in their numbers alone, and need not be taken apart.
        if isLike(other) {
            if let similarity = similarity(to: other, at: place.numbers) { body(similarity, parent) }
            return
        }
        let bytes = Array(other)
        for found in PhotoEmbedding.places(in: bytes) ?? []
        where bytes[found.maker].elementsEqual(row[place.maker]) && found.numbers.count == place.numbers.count {
            guard let similarity = similarity(to: other, at: found.numbers) else { continue }
            body(similarity, PhotoEmbedding(at: found, in: bytes)?.parent)
        }
    }

    /// Whether a row is the same as this one's but for the numbers.
    private func beginsAlike(_ other: UnsafeRawBufferPointer) -> Bool {
        guard other.count == row.count else { return false }
        return row.withUnsafeBytes { row in
            (0..<place.numbers.lowerBound).allSatisfy { other[$0] == row[$0] }
        }
    }

    /// The largest product of two vectors that ``Embedding`` takes for ones of length 1; what is not finite is not below it.
    private static let most: Float = 1.02

    private func similarity(to bytes: UnsafeRawBufferPointer, at range: Range<Int>) -> Float? {
        floats.withUnsafeBufferPointer { floats in
            guard let start = bytes.baseAddress, let other = floats.baseAddress else { return nil }
            let similarity = cvectors_half_product(start + range.lowerBound, other, floats.count)
            // The length of each stored vector is not read; what no two of length 1 give is no cosine.
            return abs(similarity) <= Self.most ? similarity : nil
        }
    }
}
