import Findings

/// Points that lie far from each other and near to all others: k centres, chosen by going on with the farthest point.
///
/// No choice of as many points has less than half of the ``radius`` (Gonzalez, 1985). Each further point costs one look at
/// each of all points.
public struct FarthestFirst<Distance: Comparable & Sendable>: Sendable {
    /// The points that were chosen, by their places, in the order in which they were.
    public let chosen: [Int]
    /// How far the farthest point is from the nearest one that was chosen; nil where there are no points.
    public let radius: Distance?

    /// Chooses points: the first one of the list, and then the farthest ones.
    ///
    /// Of points that are equally far the first is chosen. Where all others are where a chosen one is, fewer are chosen.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - zero: The distance of equal points.
    ///   - distance: How far two points are apart.
    public init<Point>(_ points: [Point], count: Int, zero: Distance, distance: (Point, Point) -> Distance) {
        guard let first = points.first, count > 0 else {
            (chosen, radius) = ([], nil)
            return
        }
        var chosen = [0]
        var nearest = points.map { distance($0, first) }
        var farthest = Self.farthest(nearest)
        while chosen.count < count, nearest[farthest] > zero {
            chosen.append(farthest)
            let centre = points[farthest]
            var (best, next) = (zero, 0)
            for place in nearest.indices {
                // What lies on a chosen point comes no nearer.
                if nearest[place] > zero {
                    let own = distance(points[place], centre)
                    if own < nearest[place] { nearest[place] = own }
                }
                if nearest[place] > best { (best, next) = (nearest[place], place) }
            }
            farthest = next
        }
        (self.chosen, radius) = (chosen, nearest[farthest])
    }

    private static func farthest(_ distances: [Distance]) -> Int {
        var place = 0
        for other in distances.indices where distances[other] > distances[place] { place = other }
        return place
    }
}

extension FarthestFirst where Distance == Int {
    /// Pictures that look as different as can be, by how many bits differ.
    public init(_ pictures: [LikenessBits], count: Int) {
        self.init(pictures, count: count, zero: 0) { $0.distance(to: $1) }
    }
}
