import Findings
import Foundation

/// A camera's view of a face's plane, so that a test knows the truth of its own picture.
struct View {
    var size = PixelSize(width: 360, height: 360)
    var center = Point(x: 180, y: 180)
    /// The full radius in pixels, where the face is seen straight on.
    var radius = 150.0
    /// How far the face is turned away from the camera, in degrees, and around which direction.
    var tilt = 0.0
    var axis = 0.0
    /// The camera's distance in full radii.
    var distance = 6.0

    /// From the plane to pixels.
    var toPhoto: Homography {
        let (ct, st) = (cos(tilt * .pi / 180), sin(tilt * .pi / 180))
        let (ca, sa) = (cos(axis * .pi / 180), sin(axis * .pi / 180))
        // A turn by the tilt around the axis: across it lengths shrink, and one side goes further away.
        let (xx, xy, yy) = (ca * ca + sa * sa * ct, ca * sa * (1 - ct), sa * sa + ca * ca * ct)
        let (zx, zy) = (-sa * st, ca * st)
        let scale = radius * distance
        return Homography(rows: [
            scale * xx + center.x * zx, scale * xy + center.x * zy, center.x * distance,
            scale * xy + center.y * zx, scale * yy + center.y * zy, center.y * distance,
            zx, zy, distance,
        ])
    }
}

extension Homography {
    /// How far, at most, a ring of another map lies from the radius that this map gives it.
    func error(ofRing radius: Double, of truth: Homography) -> Double {
        guard let toPhoto = truth.inverse else { return .infinity }
        return (0..<36).map { k in
            let angle = Double(k) * .pi / 18
            let place = toPhoto.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
            return abs(map(place).length - radius)
        }.max() ?? .infinity
    }
}
