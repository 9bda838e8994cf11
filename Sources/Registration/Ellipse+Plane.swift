import Findings
import Foundation

extension Ellipse {
    var center: Point { Point(x: cx, y: cy) }
    var meanRadius: Double { (a * b).squareRoot() }

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
