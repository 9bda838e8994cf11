import CVectors
import Findings

/// Finds the first vector of one detector and model in the rows of photos, without a copy of them.
///
/// Nearly all rows are laid out alike, and are not taken apart again.
public struct EmbeddingFinder: Sendable {
    /// What vectors that may be compared have in common.
    public struct Maker: Hashable, Sendable {
        /// The detector's name and the model's first bytes, as rows have them.
        let bytes: [UInt8]
        /// How many numbers each vector has.
        public let size: Int

        /// The detector's name.
        public var detector: String {
            String(decoding: bytes.dropLast(PhotoEmbedding.modelBytes), as: UTF8.self)
        }
    }

    /// Whose vectors are looked for; nil for the first one, whoever made it.
    private let wanted: Maker?
    /// How the last row with one vector began, whose that is, and how long the row was.
    private var known: (beginning: [UInt8], maker: Maker, count: Int)?

    /// A finder of vectors of one maker, or of any.
    public init(_ wanted: Maker? = nil) { self.wanted = wanted }

    /// The makers of the vectors in a row, each once and in their order, with where the first numbers of each begin.
    ///
    /// Vectors that are not of length 1 were written by no honest program, and are left out.
    ///
    /// - Parameter row: A photo's vectors, as queues keep them.
    public mutating func first(in row: UnsafeRawBufferPointer) -> [(maker: Maker, numbers: UnsafeRawPointer)] {
        guard let start = row.baseAddress else { return [] }
        if let known, row.count == known.count, row.starts(with: known.beginning) {
            return found(known.maker, start + known.beginning.count).map { [$0] } ?? []
        }
        let bytes = Array(row)
        let places = PhotoEmbedding.places(in: bytes) ?? []
        var all: [(maker: Maker, numbers: UnsafeRawPointer)] = []
        for place in places {
            let maker = Maker(bytes: Array(bytes[place.maker]), size: place.numbers.count / 2)
            if places.count == 1 { known = (Array(bytes[..<place.numbers.lowerBound]), maker, bytes.count) }
            guard !all.contains(where: { $0.maker == maker }) else { continue }
            if let one = found(maker, start + place.numbers.lowerBound) { all.append(one) }
        }
        return all
    }

    private func found(_ maker: Maker, _ numbers: UnsafeRawPointer) -> (maker: Maker, numbers: UnsafeRawPointer)? {
        guard wanted == nil || wanted == maker, maker.size > 0,
            (0.98...1.02).contains(cvectors_half_square(numbers, maker.size))
        else { return nil }
        return (maker, numbers)
    }
}
