import Findings
import Foundation

/// A conic section: `a x² + b xy + c y² + d x + e y + f = 0`.
struct Conic {
    var a: Double
    var b: Double
    var c: Double
    var d: Double
    var e: Double
    var f: Double

    /// The image, in pixels, of a circle around the plane's centre.
    init(circle radius: Double, through homography: Homography) {
        let m = homography.rows
        func entry(_ i: Int, _ j: Int) -> Double {
            m[i] * m[j] + m[3 + i] * m[3 + j] - radius * radius * m[6 + i] * m[6 + j]
        }
        a = entry(0, 0)
        b = 2 * entry(0, 1)
        c = entry(1, 1)
        d = 2 * entry(0, 2)
        e = 2 * entry(1, 2)
        f = entry(2, 2)
    }

    init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// The ellipse; nil where the conic is a hyperbola, a parabola or nothing real.
    var ellipse: Ellipse? {
        let discriminant = 4 * a * c - b * b
        guard discriminant > 0 else { return nil }
        let cx = (b * e - 2 * c * d) / discriminant
        let cy = (b * d - 2 * a * e) / discriminant
        let level = -(a * cx * cx + b * cx * cy + c * cy * cy + d * cx + e * cy + f)
        let mean = (a + c) / 2
        let spread = (((a - c) / 2) * ((a - c) / 2) + b * b / 4).squareRoot()
        // The eigenvalue of the smaller size belongs to the longer axis, whatever the sign of the whole equation.
        let sign: Double = mean < 0 ? -1 : 1
        let long = level * sign / (abs(mean) - spread)
        let short = level * sign / (abs(mean) + spread)
        guard long > 0, short > 0, long.isFinite, short.isFinite else { return nil }
        let angle = 0.5 * atan2(sign * b, sign * (a - c)) + .pi / 2
        var degrees = angle * 180 / .pi
        if degrees >= 180 { degrees -= 180 }
        return Ellipse(cx: cx, cy: cy, a: long.squareRoot(), b: short.squareRoot(), angleDeg: degrees)
    }
}
