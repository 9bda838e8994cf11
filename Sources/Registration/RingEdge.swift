import Findings
import Scoring

/// A printed circle that can be seen: where two colours meet, or a thin line.
struct RingEdge {
    enum Kind {
        case step
        case darkLine
        case lightLine
    }
    /// In radii of the full 10-ring face; a step's is that of the outer edge of the line printed on it.
    var radius: Double
    var kind: Kind
}

extension FaceFamily {
    /// Where the family's colours meet.
    var steps: [RingEdge] {
        let radii: [Double] =
            switch self {
            case .tenRing: [0.2, 0.4, 0.6, 0.8]
            case .sixRing: [0.2, 0.4, 0.6]
            case .fiveRing: [0.2, 0.4, 0.5]
            case .field, .nfaa: [0.2, 1]
            case .nfaaSpot: [0.2, 0.4]
            case .card: []
            }
        return radii.map { RingEdge(radius: $0, kind: .step) }
    }

    /// All of the family's edges and lines.
    var rings: [RingEdge] { steps + lines }

    /// The family's thin lines within one colour.
    var lines: [RingEdge] {
        switch self {
        case .tenRing:
            [0.05, 0.1, 0.3, 0.5, 0.9, 1].map { RingEdge(radius: $0, kind: .darkLine) }
                + [RingEdge(radius: 0.7, kind: .lightLine)]
        case .sixRing: [0.05, 0.1, 0.3, 0.5].map { RingEdge(radius: $0, kind: .darkLine) }
        case .fiveRing: [0.05, 0.1, 0.3].map { RingEdge(radius: $0, kind: .darkLine) }
        case .field, .nfaa:
            [RingEdge(radius: 0.1, kind: .darkLine)]
                + [0.4, 0.6, 0.8].map { RingEdge(radius: $0, kind: .lightLine) }
        case .nfaaSpot: [RingEdge(radius: 0.1, kind: .darkLine), RingEdge(radius: 0.3, kind: .lightLine)]
        case .card: []
        }
    }
}

extension RingEdge {
    /// The edges of a card whose disc holds that many of the ten rings.
    static func card(disc: Int) -> [RingEdge] {
        (1...10).map {
            RingEdge(radius: Double($0) / 10, kind: $0 < disc ? .lightLine : $0 == disc ? .step : .darkLine)
        }
    }
}

/// A place in the photo that lies on a ring.
struct RingPoint {
    /// Pixels of the upright photo.
    var place: Point
    /// The ring's radius in the face's plane.
    var radius: Double
    /// How far, in the plane, such a point is expected to lie from its ring.
    var spread: Double
}

/// Points in a photo that lie on one ring of a face.
public struct RingContour: Sendable, Hashable {
    /// The ring's radius, in radii of the full 10-ring face.
    public var radius: Double
    /// Places in pixels of the upright photo, in any order.
    public var points: [Point]

    /// A ring of a radius, with points of the photo that lie on it.
    public init(radius: Double, points: [Point]) {
        self.radius = radius
        self.points = points
    }
}

/// The map between a photo and a face's plane, from rings that a user marked in the photo.
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
