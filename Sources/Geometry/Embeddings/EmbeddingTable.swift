import CVectors
import Dispatch
import Findings

/// Vectors of one model, ready to be compared with each other; every comparison is exact.
public struct EmbeddingTable: Sendable {
    /// A vector that is near another one.
    public struct Neighbour: Hashable, Sendable {
        /// Its place in the table.
        public let place: Int
        /// The cosine of the angle between both: 1 for the same direction.
        public let similarity: Float
    }

    /// How many vectors there are.
    public let count: Int
    /// How many numbers each has.
    public let size: Int
    /// The vectors as they were given: their numbers are not copied.
    private let vectors: [Embedding]

    /// A table of vectors; nil where one has more numbers than another.
    public init?(_ vectors: [Embedding]) {
        count = vectors.count
        size = vectors.first?.count ?? 0
        guard vectors.allSatisfy({ [size] in $0.count == size }) else { return nil }
        self.vectors = vectors
    }

    /// The nearest others of every vector, the nearest first: all pairs are compared, on all processors.
    ///
    /// - Parameter most: So many of each; fewer where there are no more.
    public func neighbours(_ most: Int) -> [[Neighbour]] {
        let kept = min(most, count - 1)
        guard kept > 0 else { return Array(repeating: [], count: count) }
        let blocks = stride(from: 0, to: count, by: Self.block).map { $0..<min($0 + Self.block, count) }
        var found = [[Neighbour]](repeating: [], count: count)
        found.withUnsafeMutableBufferPointer { found in
            // Each block writes its own rows alone.
            nonisolated(unsafe) let found = found
            DispatchQueue.concurrentPerform(iterations: blocks.count) { index in
                for (row, nearest) in zip(blocks[index], nearest(of: blocks[index], kept)) { found[row] = nearest }
            }
        }
        return found
    }

    /// Rows that are compared with each other at a time: what both take fits a processor's cache.
    private static let block = 128

    /// The nearest of the rows of one block.
    private func nearest(of rows: Range<Int>, _ kept: Int) -> [[Neighbour]] {
        // Rows end in zeros, so that wide vectors need no rest.
        let width = (size + 7) / 8 * 8
        let first = floats(rows, width: width)
        var lists = rows.map { _ in NearestList(most: kept) }
        var products = [Float](repeating: 0, count: rows.count * Self.block)
        for start in stride(from: 0, to: count, by: Self.block) {
            let others = start..<min(start + Self.block, count)
            let second = floats(others, width: width)
            first.withUnsafeBufferPointer { first in
                second.withUnsafeBufferPointer { second in
                    products.withUnsafeMutableBufferPointer { products in
                        guard let one = first.baseAddress, let other = second.baseAddress,
                            let out = products.baseAddress
                        else { return }
                        cvectors_products(one, rows.count, other, others.count, width, out)
                    }
                }
            }
            for (row, own) in rows.enumerated() {
                for (column, place) in others.enumerated() where place != own {
                    lists[row].add(place, products[row * others.count + column])
                }
            }
        }
        return lists.map(\.found)
    }

    /// Some rows as floats, each as wide as asked for and filled up with zeros.
    private func floats(_ rows: Range<Int>, width: Int) -> [Float] {
        var floats = [Float](repeating: 0, count: rows.count * width)
        for (row, place) in rows.enumerated() {
            vectors[place].halves.withUnsafeBufferPointer { halves in
                for column in 0..<size {
                    floats[row * width + column] = Float(bitPattern: UInt32(halves[column]) << 16)
                }
            }
        }
        return floats
    }
}

/// The nearest places that were met so far, the nearest first; of equally near ones those that came first.
public struct NearestList: Sendable {
    private let most: Int
    /// What is kept.
    public private(set) var found: [EmbeddingTable.Neighbour] = []

    /// A list that keeps so many.
    public init(most: Int) { self.most = most }

    /// Whether something as near is among the nearest so far.
    public func takes(_ similarity: Float) -> Bool {
        guard found.count == most, let last = found.last else { return true }
        return similarity > last.similarity
    }

    /// Adds a place, where it is among the nearest.
    public mutating func add(_ place: Int, _ similarity: Float) {
        guard takes(similarity) else { return }
        let at = found.firstIndex { $0.similarity < similarity } ?? found.count
        found.insert(.init(place: place, similarity: similarity), at: at)
        if found.count > most { found.removeLast() }
    }
}
