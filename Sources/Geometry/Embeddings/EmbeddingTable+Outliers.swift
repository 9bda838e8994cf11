extension EmbeddingTable {
    /// A vector that is far from all others.
    public struct Outlier: Hashable, Sendable {
        /// Its place in the table.
        public let place: Int
        /// The mean distance to its nearest ones: 1 less the similarity.
        public let distance: Double
    }

    /// All vectors, those first whose nearest ones are farthest away; those that have no others are left out.
    ///
    /// - Parameter neighbours: The nearest ones of each, as ``neighbours(_:)`` gives them.
    public static func outliers(_ neighbours: [[Neighbour]]) -> [Outlier] {
        neighbours.enumerated().filter { !$0.element.isEmpty }.map { place, nearest in
            let sum = nearest.reduce(0.0) { $0 + 1 - Double($1.similarity) }
            return Outlier(place: place, distance: max(sum / Double(nearest.count), 0))
        }.sorted { ($1.distance, $0.place) < ($0.distance, $1.place) }
    }
}
