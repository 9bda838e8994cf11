import Findings

extension Quadrilateral {
    /// The share of two boxes in each other from which they frame the same.
    private static let leastOverlap = 0.3

    /// Which finding of a run a person spoke of: the one under its index if that stands at its place, else the one that
    /// does.
    func index(among found: [Quadrilateral], _ bounds: [Box], origin: Int?) -> Int? {
        let place = self.bounds
        if let own = origin, found.indices.contains(own),
            isAt(found[own]) || bounds[own].intersectionOverUnion(place) >= 0.5
        {
            return own
        }
        let best = bounds.indices.max {
            bounds[$0].intersectionOverUnion(place) < bounds[$1].intersectionOverUnion(place)
        }
        return best.flatMap { bounds[$0].intersectionOverUnion(place) >= Self.leastOverlap ? $0 : nil }
    }

    /// Whether its corners are the same, but for their rounding.
    func isAt(_ other: Quadrilateral) -> Bool { zip(corners, other.corners).allSatisfy { $0.distance(to: $1) < 1 } }
}
