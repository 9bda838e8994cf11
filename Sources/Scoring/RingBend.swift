import Findings

/// How the rings of a face that does not lie flat leave the circles that one map puts them on.
///
/// No map from plane to plane fits all rings of curled paper. Each ring that is seen is a circle of its own then, and the
/// distance of what lies between two of them is measured from both.
public struct RingBend: Sendable, Hashable, Codable {
    /// A ring as the face's map shows it.
    ///
    /// Lengths are in radii of the full 10-ring face.
    public struct Ring: Sendable, Hashable, Codable {
        /// The radius that it was printed with.
        public var radius: Double
        /// How much larger it is seen.
        public var growth: Double
        /// Where its middle is seen.
        public var middle: Point

        /// A ring that was printed with a radius, by the circle that is seen.
        public init(radius: Double, growth: Double, middle: Point) {
            self.radius = radius
            self.growth = growth
            self.middle = middle
        }

        /// How much farther out than its radius it is seen in a direction, which is a vector of length 1.
        func offset(towards direction: Point) -> Double {
            growth + middle.x * direction.x + middle.y * direction.y
        }
    }

    /// The rings that were seen.
    public let rings: [Ring]

    /// The bend of a face by the rings that were seen on it.
    public init(rings: [Ring]) { self.rings = rings }

    /// Where a point of the face's plane would lie if the face were flat: in the same direction, among the same rings.
    ///
    /// The centre stays, and beyond the outermost ring that was seen the paper goes on as it lies there.
    public func flattened(_ point: Point) -> Point {
        let distance = point.length
        guard distance > 0 else { return point }
        let direction = point * (1 / distance)
        let seen = rings.map { ring in
            let offset = ring.offset(towards: direction)
            return (place: ring.radius + offset, offset: offset)
        }.sorted { $0.place < $1.place }
        var inner = (place: 0.0, offset: 0.0)
        for outer in seen where outer.place > inner.place {
            if distance <= outer.place {
                let share = (distance - inner.place) / (outer.place - inner.place)
                return direction * (distance - inner.offset - share * (outer.offset - inner.offset))
            }
            inner = outer
        }
        return direction * (distance - inner.offset)
    }
}
