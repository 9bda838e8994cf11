import Findings
import Foundation
import Geometry

/// How close together arrows stand, and where: the group, apart from its score.
///
/// Lengths are in millimetres, right and down positive, each arrow measured from the centre of its own face or spot.
public struct ArrowGroup: Sendable, Hashable, Codable {
    /// The number of arrows, at least 1.
    public var count: Int
    /// The mean point of impact.
    public var center: Point
    /// From the face's centre to the mean point.
    public var offset: Double
    /// The direction of the mean point: 0 is three o'clock, 90 straight down.
    public var offsetClockDeg: Double
    /// The mean distance of the arrows from their mean point.
    public var meanRadius: Double
    /// The distance of the two arrows that are farthest apart.
    public var extremeSpread: Double
    /// Where 95 of 100 arrows of this group would stand, if they scatter normally; nil under three arrows.
    public var ellipse: Ellipse?

    /// The square of the radius that holds 95 % of a normal scatter in two dimensions: chi-square's quantile.
    private static let quantile = 5.991

    /// A group of points in millimetres; nil for none.
    public init?(_ points: [Point]) {
        guard !points.isEmpty else { return nil }
        let number = Double(points.count)
        let center = points.reduce(Point(x: 0, y: 0), +) * (1 / number)
        count = points.count
        self.center = center
        offset = center.length
        offsetClockDeg = ArrowScorer.clockPosition(of: center)
        meanRadius = points.reduce(0) { $0 + $1.distance(to: center) } / number
        // The two that are farthest apart are corners of the hull, which are few.
        let corners = ConvexHull(of: points).corners
        extremeSpread = corners.indices.reduce(0) { widest, first in
            corners[..<first].reduce(widest) { max($0, $1.distance(to: corners[first])) }
        }
        ellipse = points.count < 3 ? nil : Self.ellipse(of: points, around: center)
    }

    /// The arrows of ends whose place is known, misses too: where they stand says as much as where the others do.
    public init?(_ ends: [Session.End]) {
        self.init(ends.flatMap { end in end.arrows.compactMap { end.position(of: $0) } })
    }

    private static func ellipse(of points: [Point], around center: Point) -> Ellipse {
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let from = point - center
            xx += from.x * from.x
            xy += from.x * from.y
            yy += from.y * from.y
        }
        // A sample's covariance; its eigenvalues are the squares of the scatter along the axes.
        let number = Double(points.count - 1)
        (xx, xy, yy) = (xx / number, xy / number, yy / number)
        let middle = (xx + yy) / 2
        let apart = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        return Ellipse(
            cx: center.x, cy: center.y, a: (Self.quantile * (middle + apart)).squareRoot(),
            b: (Self.quantile * max(middle - apart, 0)).squareRoot(),
            angleDeg: atan2(2 * xy, xx - yy) / 2 * 180 / .pi)
    }
}
