import Foundation

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
