import Findings
import Foundation

/// Turns a point of impact into a score, by geometry alone.
public struct ArrowScorer: Sendable, Hashable {
    /// The face that is scored, with its size.
    public let face: FaceType
    /// Which zone a shaft counts that touches a line.
    public let lineRule: LineRule
    /// In millimetres.
    public let shaftDiameter: Double
    private let zones: [Zone]

    /// A ring's width, in radii of the full 10-ring face; lengths "in ring widths" mean this one on field faces too.
    public static let ringWidth = 0.1

    /// What arithmetic may add to a length that is exactly a line's: under a nanometre on the largest face.
    private static let rounding = 1e-9

    /// A scorer for one type of face; the shaft's diameter is in millimetres.
    public init(
        face: FaceType, system: ScoringSystem, lineRule: LineRule = .higher, shaftDiameter: Double = 5.5
    ) {
        self.face = face
        self.lineRule = lineRule
        self.shaftDiameter = shaftDiameter
        zones = face.zones(in: system)
    }

    /// The score of a shaft or hole whose middle is at a point of the face's plane, in radii of the full 10-ring face.
    ///
    /// `radius` is the hole's in millimetres; nil means half the shaft. A shaft that only touches a line counts what the
    /// line rule says, and one whose edge lies exactly on it the higher.
    public func score(at point: Point, radius: Double? = nil) -> ArrowScore {
        let distance = point.length
        let width = (radius ?? shaftDiameter / 2) / face.radius
        let reach = lineRule == .higher ? distance - width : distance + width
        let zone = zones.first { reach <= $0.radius + Self.rounding }
        let toLine = zones.map { abs(reach - $0.radius) }.min() ?? 0
        return ArrowScore(
            score: zone?.score ?? 0, isX: zone?.isX ?? false, distanceFromCenter: distance,
            distanceMm: distance * face.radius, distanceToLine: toLine / Self.ringWidth,
            clockPositionDeg: Self.clockPosition(of: point))
    }

    /// The direction from the centre in degrees: 0 is three o'clock, 90 straight down, always below 360.
    public static func clockPosition(of point: Point) -> Double {
        let degrees = atan2(point.y, point.x) * 180 / .pi
        // Adding 360 to the smallest negative angles gives 360 itself.
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : abs(degrees)
    }
}

/// What one point of impact counts.
public struct ArrowScore: Sendable, Hashable, Codable {
    /// 0 is a miss.
    public var score: Int
    /// Where the system tells an X from a 10.
    public var isX: Bool
    /// From the centre to the shaft's middle, in radii of the full 10-ring face.
    public var distanceFromCenter: Double
    /// From the centre to the shaft's middle, in millimetres.
    public var distanceMm: Double
    /// How far the shaft would have to move for another score or X, in ring widths.
    public var distanceToLine: Double
    /// 0 is three o'clock, growing clockwise: 90 is straight down.
    public var clockPositionDeg: Double
}
