import Findings

extension Quadrilateral {
    /// Which finding of a run a review speaks of: the one under its index if that stands at its place, else the one that
    /// does.
    func index(among found: [Quadrilateral], _ bounds: [Box], origin: Int?) -> Int? {
        if let own = origin, found.indices.contains(own), isAt(found[own]) { return own }
        return self.bounds.index(among: bounds, origin: origin)
    }

    /// Whether its corners are the same, but for their rounding.
    func isAt(_ other: Quadrilateral) -> Bool { zip(corners, other.corners).allSatisfy { $0.distance(to: $1) < 1 } }
}

extension Box {
    /// The share of two boxes in each other from which they frame the same.
    private static let leastOverlap = 0.3

    /// Which finding of a run a review speaks of: the one under its index if that stands at its place, else the one that
    /// does.
    func index(among found: [Box], origin: Int?) -> Int? {
        if let origin, found.indices.contains(origin), found[origin].intersectionOverUnion(self) >= 0.5 {
            return origin
        }
        let best = found.indices.max {
            found[$0].intersectionOverUnion(self) < found[$1].intersectionOverUnion(self)
        }
        return best.flatMap { found[$0].intersectionOverUnion(self) >= Self.leastOverlap ? $0 : nil }
    }
}

/// More than the rounding of what clients get.
private let roundingOfPlaces = 0.02

extension Box {
    /// Whether it is the same but for its rounding.
    func isAt(_ other: Box) -> Bool {
        abs(x - other.x) < roundingOfPlaces && abs(y - other.y) < roundingOfPlaces
            && abs(width - other.width) < roundingOfPlaces && abs(height - other.height) < roundingOfPlaces
    }
}

extension Keypoint {
    /// Whether it is the same but for its rounding.
    func isAt(_ other: Keypoint) -> Bool {
        abs(x - other.x) < roundingOfPlaces && abs(y - other.y) < roundingOfPlaces
            && abs((visibility ?? 1) - (other.visibility ?? 1)) < 0.001
    }
}
