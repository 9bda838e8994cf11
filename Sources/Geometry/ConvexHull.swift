import Findings

/// The smallest convex shape around points: a polygon, the line between two points, one point, or nothing.
///
/// Found with the monotone chain of A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions,
/// Information Processing Letters 9, 1979.
public struct ConvexHull: Hashable, Sendable {
    /// The corners without those on straight lines, clockwise as the picture is seen, from the leftmost (of several: the
    /// topmost).
    public let corners: [Point]

    /// The hull of points in any order; those that are no numbers are left out.
    public init(of points: [Point]) {
        let sorted = Set(points.filter { $0.x.isFinite && $0.y.isFinite })
            .sorted { $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x }
        guard sorted.count > 2 else {
            corners = sorted
            return
        }
        let (upper, lower) = (Self.chain(sorted), Self.chain(sorted.reversed()))
        // Each chain's last point is the other's first.
        corners = upper.dropLast() + lower.dropLast()
    }

    /// The rows of a column that lie in the hull or at most so far from it; nil where none do.
    ///
    /// The shape is convex and its border consists of arcs around corners and of sides that are moved outwards, so the
    /// outermost of those that the column meets are its ends.
    /// - Parameters:
    ///   - x: The column, in the unit of the points.
    ///   - margin: How far the hull is grown on all sides, in the unit of the points; less than 0 counts as 0.
    public func rows(atColumn x: Double, margin: Double = 0) -> ClosedRange<Double>? {
        let margin = max(margin, 0)
        var (first, last) = (Double.infinity, -Double.infinity)
        func meet(_ y: Double) { (first, last) = (min(first, y), max(last, y)) }
        for (index, corner) in corners.enumerated() {
            let across = x - corner.x
            if abs(across) <= margin {
                let reach = (margin * margin - across * across).squareRoot()
                meet(corner.y - reach)
                meet(corner.y + reach)
            }
            let next = corners[(index + 1) % corners.count]
            let along = next - corner
            guard along.length > 0 else { continue }
            // Corners go clockwise, so that the outside is on the left hand.
            let start = corner + Point(x: along.y, y: -along.x) * (margin / along.length)
            let share = (x - start.x) / along.x
            if (0...1).contains(share) { meet(start.y + along.y * share) }
        }
        return first <= last ? first...last : nil
    }

    /// The upright box around the hull; nil where there are no points.
    public var bounds: Box? { corners.isEmpty ? nil : Box(around: corners) }

    /// One side of the hull of points in order: it turns one way only.
    private static func chain(_ points: [Point]) -> [Point] {
        var chain: [Point] = []
        for point in points {
            while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain
    }

    /// Twice the area of a triangle, more than 0 where its corners are clockwise as the picture is seen.
    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}
