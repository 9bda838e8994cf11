import Findings
import Scoring

/// The map between a photo and a face's plane, from rings that someone marked in the photo.
public struct RingFit: Sendable {
    /// From upright pixels to the face's plane: centre 0,0, full-face radius 1, y down.
    public let homography: Homography
    /// How far the points lie from their rings, in ring widths (root mean square over those that belong to the fit).
    public let residual: Double

    /// nil where the points do not fix a map: fewer than six on every ring, or all on a line.
    public init?(contours: [RingContour]) {
        let drawn = contours.filter { $0.radius > 0 && $0.points.count >= 6 }
        // A ring in the middle of the range is long enough to be round, and less bent than the outermost.
        let byRadius = drawn.sorted { $0.radius < $1.radius }
        guard !byRadius.isEmpty else { return nil }
        let middle = byRadius[byRadius.count / 2]
        guard let ellipse = EllipseFit.leastSquares(middle.points) else { return nil }
        var map = ellipse.affineMap(toRadius: middle.radius)
        let places = contours.filter { $0.radius > 0 }.flatMap { contour in
            contour.points.map { (place: $0, radius: contour.radius) }
        }
        var errors: [Double] = []
        for spread in [0.03, 0.012, 0.008] {
            let points = places.map { RingPoint(place: $0.place, radius: $0.radius, spread: spread) }
            guard let fit = HomographyFit(points, start: map) else { return nil }
            map = fit.homography
            errors = fit.errors
        }
        let near = errors.filter { abs($0) < 0.04 }
        guard near.count * 2 >= errors.count else { return nil }
        homography = map
        residual = 10 * (near.reduce(0) { $0 + $1 * $1 } / Double(near.count)).squareRoot()
    }
}
