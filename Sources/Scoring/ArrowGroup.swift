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

    /// The arrows of ends whose place is known, misses too: where they stand counts as much as where the others do.
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

/// How a session went, end by end.
public struct Trend: Sendable, Hashable, Codable {
    /// In the session's order, over all rounds.
    public var ends: [End]
    /// How many points an arrow the ends gain, per end, by the straight line that fits best; nil under three ends.
    public var averageSlope: Double?
    /// How many millimetres the mean radius grows, per end; nil under three ends with a group.
    public var meanRadiusSlope: Double?

    /// The trend over all ends of a session.
    public init(_ session: Session) {
        ends = session.rounds.flatMap { round in
            let highest = round.highestScore
            return round.ends.map { End($0, of: round, highest: highest) }
        }
        averageSlope = Self.slope(ends.map(\.average))
        meanRadiusSlope = Self.slope(ends.map(\.spread))
    }

    /// One end of the session.
    public struct End: Sendable, Hashable, Codable {
        /// The round's number, from 1.
        public var round: Int
        /// The end's number within its round, from 1.
        public var end: Int
        /// Points an arrow that counts, as on the score sheet; nil where there is none.
        public var average: Double?
        /// Nil where no arrow's place is known.
        public var group: ArrowGroup?

        /// The group's mean radius in millimetres; nil under two arrows, for that of a single one is 0 and means nothing.
        public var spread: Double? { group.flatMap { $0.count > 1 ? $0.meanRadius : nil } }

        init(_ end: Session.End, of round: Session.Round, highest: Int) {
            self.round = round.number
            self.end = end.number
            average = ScoreSheet.Row(end, of: round, highest: highest, after: 0).tally.average
            group = ArrowGroup([end])
        }
    }

    /// The slope of the straight line through the values that are there, by least squares.
    static func slope(_ values: [Double?]) -> Double? {
        let points = values.enumerated().compactMap { index, value in value.map { (x: Double(index), y: $0) } }
        guard points.count >= 3 else { return nil }
        let number = Double(points.count)
        let x = points.reduce(0) { $0 + $1.x } / number
        let y = points.reduce(0) { $0 + $1.y } / number
        let square = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
        return points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / square
    }
}
