import Findings
import Foundation

/// An ellipse through points of which some belong to something else.
struct EllipseFit {
    let ellipse: Ellipse
    /// Which of the points lie on it.
    let inliers: [Bool]

    /// An ellipse that is longer, as a multiple of its breadth, is none of a face.
    private static let longest = 4.0

    var support: Double {
        inliers.isEmpty ? 0 : Double(inliers.count(where: { $0 })) / Double(inliers.count)
    }

    /// The ellipse that most points agree with (RANSAC), then fitted to those by least squares.
    ///
    /// - Parameter tolerance: how far from the ellipse a point may lie, as a share of the ellipse's radius towards it.
    init?(_ points: [Point], tolerance: Double, trials: Int = 120) {
        guard points.count >= 6 else { return nil }
        var chance = Chance(seed: 7)
        var best: Ellipse?
        var bestCount = 0
        for _ in 0..<trials {
            let sample = (0..<5).map { _ in points[chance.below(points.count)] }
            guard let ellipse = Self.leastSquares(sample), ellipse.a <= Self.longest * ellipse.b else { continue }
            let count = points.count { ellipse.relativeDistance(to: $0) < tolerance }
            if count > bestCount { (best, bestCount) = (ellipse, count) }
        }
        guard var ellipse = best, bestCount >= 6 else { return nil }
        for _ in 0..<3 {
            let near = points.filter { ellipse.relativeDistance(to: $0) < tolerance }
            guard let better = Self.leastSquares(near), better.a <= Self.longest * better.b else { break }
            ellipse = better
        }
        self.ellipse = ellipse
        inliers = points.map { ellipse.relativeDistance(to: $0) < tolerance }
    }

    /// The algebraic least squares under `a + c = 1`, which treats all directions alike; nil where it is no ellipse.
    static func leastSquares(_ points: [Point]) -> Ellipse? {
        guard points.count >= 5 else { return nil }
        let middle = points.reduce(Point(x: 0, y: 0), +) * (1 / Double(points.count))
        let spread = points.reduce(0) { $0 + $1.distance(to: middle) } / Double(points.count)
        guard spread > 0 else { return nil }
        var system = LinearSystem(unknowns: 5)
        for point in points {
            let p = (point - middle) * (1 / spread)
            system.add([(p.x * p.x - p.y * p.y) / 2, p.x * p.y, p.x, p.y, 1], equals: -(p.x * p.x + p.y * p.y) / 2)
        }
        guard let s = system.solved() else { return nil }
        let conic = Conic(a: (1 + s[0]) / 2, b: s[1], c: (1 - s[0]) / 2, d: s[2], e: s[3], f: s[4])
        guard let unit = conic.ellipse else { return nil }
        return Ellipse(
            cx: unit.cx * spread + middle.x, cy: unit.cy * spread + middle.y, a: unit.a * spread, b: unit.b * spread,
            angleDeg: unit.angleDeg)
    }
}

/// Numbers that look random and are the same in every run (SplitMix64), so that a photo always gives the same result.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) >> 1) % limit
    }
}

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

extension Ellipse {
    var center: Point { Point(x: cx, y: cy) }
    var meanRadius: Double { (a * b).squareRoot() }

    /// The same ellipse in a picture of so many times the pixels along a side.
    func scaled(by factor: Double) -> Ellipse {
        Ellipse(cx: cx * factor, cy: cy * factor, a: a * factor, b: b * factor, angleDeg: angleDeg)
    }

    /// The affine map that makes this ellipse a circle of that radius around 0,0 without turning it.
    func affineMap(toRadius radius: Double) -> Homography {
        let angle = angleDeg * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let (along, across) = (radius / a, radius / b)
        let xx = c * c * along + s * s * across
        let xy = c * s * (along - across)
        let yy = s * s * along + c * c * across
        return Homography(rows: [
            xx, xy, -(xx * cx + xy * cy), xy, yy, -(xy * cx + yy * cy), 0, 0, 1,
        ])
    }

    /// The point's distance from the centre over the ellipse's radius in that direction.
    func relativeRadius(of point: Point) -> Double {
        let angle = angleDeg * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let (dx, dy) = (point.x - cx, point.y - cy)
        let u = (dx * c + dy * s) / a
        let v = (dy * c - dx * s) / b
        return (u * u + v * v).squareRoot()
    }

    /// How far a point lies from the ellipse, as a share of the radius.
    func relativeDistance(to point: Point) -> Double { abs(relativeRadius(of: point) - 1) }
}
