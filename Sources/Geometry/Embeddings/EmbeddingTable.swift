import CVectors
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

    /// Some rows as floats, each as wide as asked for and filled up with zeros.
    func floats(_ rows: Range<Int>, width: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: rows.count * width) { floats, filled in
            floats.initialize(repeating: 0)
            filled = floats.count
            guard let start = floats.baseAddress else { return }
            for (row, place) in rows.enumerated() {
                vectors[place].halves.withUnsafeBytes { halves in
                    guard let numbers = halves.baseAddress else { return }
                    cvectors_add_halves(numbers, 1, start + row * width, size)
                }
            }
        }
    }
}

/// The nearest places that were met so far, the nearest first; of equally near ones those of lower numbers.
public struct NearestList: Sendable {
    private let most: Int
    /// What is kept.
    public private(set) var found: [EmbeddingTable.Neighbour] = []

    /// A list that keeps so many.
    public init(most: Int) { self.most = most }

    /// Whether something as near is among the nearest so far.
    public func takes(_ similarity: Float) -> Bool { similarity > least }

    /// What is less similar than this is not among the nearest.
    var least: Float { found.count == most ? found.last?.similarity ?? .infinity : -.infinity }

    /// Adds a place, where it is among the nearest.
    public mutating func add(_ place: Int, _ similarity: Float) {
        func isNearer(_ other: EmbeddingTable.Neighbour) -> Bool {
            (similarity, other.place) > (other.similarity, place)
        }
        if found.count == most, let last = found.last, !isNearer(last) { return }
        let at = found.firstIndex(where: isNearer) ?? found.count
        found.insert(.init(place: place, similarity: similarity), at: at)
        if found.count > most { found.removeLast() }
    }
}
