import Findings
import Foundation

extension Homography {
    /// How a step in pixels moves the point in the plane, at a place: two rows of two.
    func slope(at place: Point) -> (xx: Double, xy: Double, yx: Double, yy: Double) {
        let w = rows[6] * place.x + rows[7] * place.y + rows[8]
        let mapped = map(place)
        return (
            (rows[0] - mapped.x * rows[6]) / w, (rows[1] - mapped.x * rows[7]) / w,
            (rows[3] - mapped.y * rows[6]) / w, (rows[4] - mapped.y * rows[7]) / w
        )
    }

    /// The same map, turned in the plane so that straight up in the photo is straight up on the face at its centre.
    ///
    /// nil where the map has no way back, or would show the face from behind.
    func upright(at fallback: Point) -> Homography? {
        guard let back = inverse else { return nil }
        let mapped = back.map(Point(x: 0, y: 0))
        let center = mapped.x.isFinite && mapped.y.isFinite ? mapped : fallback
        let slope = slope(at: center)
        let length = (slope.xy * slope.xy + slope.yy * slope.yy).squareRoot()
        guard length > 0, length.isFinite, slope.xx * slope.yy - slope.xy * slope.yx > 0 else { return nil }
        let (c, s) = (slope.yy / length, slope.xy / length)
        let turned = Homography(rows: [c, -s, 0, s, c, 0, 0, 0, 1]).after(self)
        return turned.rows[8] != 0 ? turned.normalized : turned
    }

    /// The face's centre in pixels; far outside any picture where the map has no way back.
    var center: Point { inverse?.map(Point(x: 0, y: 0)) ?? Point(x: -.infinity, y: -.infinity) }

    /// The image, in pixels, of a circle around the plane's centre; nil where it is no ellipse.
    func ring(_ radius: Double) -> Ellipse? { Conic(circle: radius, through: self).ellipse }
}
