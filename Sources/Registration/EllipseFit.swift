import Findings

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
