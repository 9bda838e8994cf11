import Foundation

/// A place in the world as a model guesses it, in metres: right, down and away from the camera positive.
public struct WorldPoint: Hashable, Sendable, Codable {
    /// To the right of the picture.
    public var x: Double
    /// Down in the picture.
    public var y: Double
    /// Away from the camera.
    public var z: Double

    /// A place from its coordinates.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// No part of a body is farther from its middle, in metres; far more than any model says.
    static let reach = 100.0

    /// Whether a body can have it.
    public var isSound: Bool { [x, y, z].allSatisfy { abs($0) <= Self.reach } }

    /// In metres.
    public func distance(to other: WorldPoint) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return (dx * dx + dy * dy + dz * dz).squareRoot()
    }

    /// The same place turned in the picture's plane, in radians, clockwise positive.
    public func turned(by angle: Double) -> WorldPoint {
        guard angle != 0 else { return self }
        return WorldPoint(x: cos(angle) * x - sin(angle) * y, y: sin(angle) * x + cos(angle) * y, z: z)
    }
}

extension ValueFormat where Value == WorldPoint {
    /// `[x, y, z]` in metres, to the tenth of a millimetre.
    static let metres = ValueFormat<[Double]>.list(.number(decimals: 4)).mapped { numbers -> WorldPoint? in
        guard numbers.count == 3 else { return nil }
        let point = WorldPoint(x: numbers[0], y: numbers[1], z: numbers[2])
        return point.isSound ? point : nil
    } from: {
        [$0.x, $0.y, $0.z]
    }
}
