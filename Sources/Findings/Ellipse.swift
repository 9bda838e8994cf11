import Foundation

/// An ellipse in a plane, y downwards: in pixels of the upright photo, or in millimetres for a group of arrows.
public struct Ellipse: Hashable, Sendable, Codable {
    /// The centre, right positive.
    public var cx: Double
    /// The centre, down positive.
    public var cy: Double
    /// The semi-axis along `angleDeg`.
    public var a: Double
    /// The semi-axis across it.
    public var b: Double
    /// The direction of `a` in degrees, from x towards y.
    public var angleDeg: Double

    /// An ellipse from its centre, its semi-axes and its direction.
    public init(cx: Double, cy: Double, a: Double, b: Double, angleDeg: Double) {
        self.cx = cx
        self.cy = cy
        self.a = a
        self.b = b
        self.angleDeg = angleDeg
    }

    /// The point of the ellipse at a parameter in radians, 0 at the end of `a`.
    public func point(at parameter: Double) -> Point {
        let angle = angleDeg * .pi / 180
        let (u, v) = (a * cos(parameter), b * sin(parameter))
        return Point(x: cx + u * cos(angle) - v * sin(angle), y: cy + u * sin(angle) + v * cos(angle))
    }

    /// The upright rectangle around it.
    public var bounds: Box {
        let angle = angleDeg * .pi / 180
        let halfWidth = (a * a * cos(angle) * cos(angle) + b * b * sin(angle) * sin(angle)).squareRoot()
        let halfHeight = (a * a * sin(angle) * sin(angle) + b * b * cos(angle) * cos(angle)).squareRoot()
        return Box(centerX: cx, centerY: cy, width: 2 * halfWidth, height: 2 * halfHeight)
    }
}
