import Findings

/// The line that lies nearest to points, by the sum of squared distances.
struct FittedLine {
    let middle: Point
    /// A unit vector.
    let direction: Point
    /// The mean distance of the points from the line, squared and rooted.
    let spread: Double

    /// Nil where the points are no two different ones, or their weights are nothing.
    init?(_ points: [Point], weights: [Double]? = nil) {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for (place, point) in points.enumerated() {
            let weight = weights?[place] ?? 1
            sum += weight
            x += point.x * weight
            y += point.y * weight
        }
        guard sum > 0 else { return nil }
        middle = Point(x: x / sum, y: y / sum)
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (place, point) in points.enumerated() {
            let (weight, d) = (weights?[place] ?? 1, point - middle)
            xx += weight * d.x * d.x
            yy += weight * d.y * d.y
            xy += weight * d.x * d.y
        }
        let (mean, turn) = ((xx + yy) / 2, (xx - yy) / 2)
        let root = (turn * turn + xy * xy).squareRoot()
        guard root > 1e-12 else { return nil }
        let cosine = turn / root
        direction = Point(
            x: max((1 + cosine) / 2, 0).squareRoot(), y: max((1 - cosine) / 2, 0).squareRoot() * (xy < 0 ? -1 : 1))
        spread = max((mean - root) / sum, 0).squareRoot()
    }

    /// How far along the line a point lies, from its middle.
    func position(of point: Point) -> Double {
        (point.x - middle.x) * direction.x + (point.y - middle.y) * direction.y
    }

    /// How far beside the line a point lies, with a sign.
    func offset(of point: Point) -> Double {
        (point.y - middle.y) * direction.x - (point.x - middle.x) * direction.y
    }

    func point(at position: Double) -> Point { middle + direction * position }
}
