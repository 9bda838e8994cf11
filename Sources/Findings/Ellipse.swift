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

extension Ellipse {
    /// The picture of the unit circle under a map; nil where it is no ellipse, as where the circle crosses the horizon.
    ///
    /// A conic C goes to H⁻ᵀ C H⁻¹ under points x → H x (Hartley and Zisserman, Multiple View Geometry, result 2.13).
    public init?(ofUnitCircleUnder map: Homography) {
        guard let h = map.inverse?.rows else { return nil }
        /// The conic's entry for two columns of the inverse: the circle's matrix is diag(1, 1, -1).
        func entry(_ i: Int, _ j: Int) -> Double { h[i] * h[j] + h[3 + i] * h[3 + j] - h[6 + i] * h[6 + j] }
        let (xx, xy, yy) = (entry(0, 0), entry(0, 1), entry(1, 1))
        let (x, y, one) = (entry(0, 2), entry(1, 2), entry(2, 2))
        let determinant = xx * yy - xy * xy
        guard determinant > 0 else { return nil }
        let (cx, cy) = ((xy * y - yy * x) / determinant, (xy * x - xx * y) / determinant)
        let level = -(x * cx + y * cy + one)
        let middle = (xx + yy) / 2
        let spread = hypot((xx - yy) / 2, xy)
        let (short, long) = (level / (middle + spread), level / (middle - spread))
        guard short > 0, long > 0, short.isFinite, long.isFinite else { return nil }
        // The long axis lies along the eigenvector of the smaller eigenvalue.
        let angle = spread == 0 ? 0 : atan2(2 * xy, xx - yy) / 2 + .pi / 2
        var degrees = angle * 180 / .pi
        if degrees > 90 { degrees -= 180 }
        self.init(cx: cx, cy: cy, a: long.squareRoot(), b: short.squareRoot(), angleDeg: degrees)
    }
}
