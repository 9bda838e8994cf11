import Findings
import Geometry

/// The smallest rectangle, in any direction, around points.
///
/// One of its sides lies along a side of the points' convex hull: H. Freeman and R. Shapira, Determining the
/// minimum-area encasing rectangle for an arbitrary closed curve, Communications of the ACM 18, 1975.
struct MinimumAreaRectangle: Hashable {
    /// In the order that ``Quadrilateral/init(leftToRight:)`` gives them.
    let corners: Quadrilateral
    /// In the unit of the points.
    let shortSide: Double

    /// The rectangle around points; nil where they all lie on one line.
    init?(around points: [Point]) {
        let hull = ConvexHull(of: points).corners
        guard hull.count > 2 else { return nil }
        var best: (area: Double, corners: [Point], shortSide: Double)?
        for (index, start) in hull.enumerated() {
            let side = hull[(index + 1) % hull.count] - start
            guard side.length > 0 else { continue }
            let along = side * (1 / side.length)
            let across = Point(x: -along.y, y: along.x)
            var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
            for corner in hull {
                let offset = corner - start
                let (u, v) = (offset.x * along.x + offset.y * along.y, offset.x * across.x + offset.y * across.y)
                (left, right, top, bottom) = (min(left, u), max(right, u), min(top, v), max(bottom, v))
            }
            let area = (right - left) * (bottom - top)
            guard area < best?.area ?? .infinity else { continue }
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map { u, v in
                start + along * u + across * v
            }
            best = (area, corners, min(right - left, bottom - top))
        }
        guard let best, let corners = Quadrilateral(leftToRight: best.corners) else { return nil }
        self.corners = corners
        shortSide = best.shortSide
    }
}

extension Quadrilateral {
    /// Four corners in any order: of the two leftmost the upper one is the top left, of the others the top right.
    ///
    /// Nil where they are not four, or no numbers.
    init?(leftToRight corners: [Point]) {
        let sorted = corners.sorted { $0.x < $1.x }
        guard sorted.count == 4 else { return nil }
        let left = sorted[1].y > sorted[0].y ? (sorted[0], sorted[1]) : (sorted[1], sorted[0])
        let right = sorted[3].y > sorted[2].y ? (sorted[2], sorted[3]) : (sorted[3], sorted[2])
        self.init([left.0, right.0, right.1, left.1])
    }
}
