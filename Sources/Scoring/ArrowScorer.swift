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
    /// `radius` is the hole's in millimetres; nil means half the shaft. A shaft that only touches a line counts by the
    /// line rule, and one whose edge lies exactly on it the higher.
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
    /// Only where the system distinguishes an X from a 10.
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

/// A ring of a face: what it counts, and how far it reaches.
public struct Zone: Sendable, Hashable, Codable {
    /// What an arrow in it counts.
    public var score: Int
    /// Whether it is the X ring, inside the 10.
    public var isX: Bool
    /// The outer line, in radii of the full 10-ring face.
    public var radius: Double

    /// A ring that counts a score, up to its outer line.
    public init(score: Int, isX: Bool = false, radius: Double) {
        self.score = score
        self.isX = isX
        self.radius = radius
    }
}

extension FaceFamily {
    /// The rings as they are printed, the innermost first; the last one's line is ``outlineRadius``.
    ///
    /// Diameters after World Archery: ring s has (11 - s) tenths of the face's, the X ring one twentieth; on a field face
    /// the 6 has one tenth and each further ring a fifth more, the 5 one fifth. An ISSF card has the same tenths, with
    /// the inner ten as X; how far its black disc reaches is print and counts nothing. The NFAA's indoor face has the rings
    /// of a field face, its X in place of the 6; a spot of its five counts 5 and 4 only, whatever line is printed in the 4.
    public var zones: [Zone] {
        switch self {
        case .tenRing, .card: Self.rings(downTo: 1)
        case .sixRing: Self.rings(downTo: 5)
        case .fiveRing: Self.rings(downTo: 6)
        case .field:
            [Zone(score: 6, radius: 0.1)] + (1...5).map { Zone(score: 6 - $0, radius: Double($0) / 5) }
        case .nfaa: Self.nfaaRings(downTo: 1)
        case .nfaaSpot: Self.nfaaRings(downTo: 4)
        }
    }

    private static func nfaaRings(downTo last: Int) -> [Zone] {
        [Zone(score: 5, isX: true, radius: 0.1)]
            + (last...5).reversed().map { Zone(score: $0, radius: Double(6 - $0) / 5) }
    }

    private static func rings(downTo last: Int) -> [Zone] {
        // Whole tenths by division: 3 * 0.1 is not 0.3.
        [Zone(score: 10, isX: true, radius: 0.05)]
            + (last...10).reversed().map { Zone(score: $0, radius: Double(11 - $0) / 10) }
    }
}

extension FaceType {
    /// The rings as they count in a system, the innermost first.
    ///
    /// Without X the ring inside the 10 is none of its own. On an indoor compound face the X ring is the 10, the old 10
    /// is a 9, and there is no X in it, whatever the system.
    public func zones(in system: ScoringSystem) -> [Zone] {
        if countsInnerTen {
            return family.zones.compactMap { zone in
                if zone.isX { return Zone(score: 10, radius: zone.radius) }
                return zone.score == 10 ? nil : zone
            }
        }
        return system.countsX ? family.zones : family.zones.filter { !$0.isX }
    }
}
