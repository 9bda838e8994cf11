import Findings
import Scoring

/// The way between a photo and the canonical picture of one face, which the impact model looks at.
///
/// The canonical picture is a square with the face's centre in its middle and the outer edge of what scores at a fixed radius.
/// An arrow is thus as large as its face makes it, however far the camera stood.
/// In the canonical picture a pixel's middle has its whole number as the model was trained with; in the photo, as everywhere
/// in Quiver, pixel 0 reaches from 0 to 1.
public struct Rectifier: Sendable {
    /// The side of the canonical picture.
    public let side: Int
    private let outlineRadius: Double
    /// From canonical to photo pixels.
    let toPhoto: Homography
    /// From photo to canonical pixels.
    let toCanonical: Homography

    /// The way for one face; nil where its map cannot be inverted.
    public init?(_ face: RegisteredFace, view: CanonicalView) {
        let scale = view.outlineRadius / face.family.outlineRadius
        side = view.side
        outlineRadius = view.outlineRadius
        let middle = Double(side) / 2
        let enlarge = Homography(rows: [scale, 0, middle, 0, scale, middle, 0, 0, 1])
        toCanonical = enlarge.after(face.homography)
        guard let inverse = toCanonical.inverse else { return nil }
        toPhoto = inverse
    }

    /// A point of the canonical picture in the photo; nil beyond the horizon of the face's plane.
    public func photo(_ point: Point) -> Point? {
        let middle = Point(x: Double(side) / 2, y: Double(side) / 2)
        guard toPhoto.keepsTogether(point, middle) else { return nil }
        let mapped = toPhoto.map(point)
        return mapped.x.isFinite && mapped.y.isFinite ? mapped : nil
    }

    /// The scoring area's radius in the photo, in the middle of the face.
    public var radius: Double { scale * outlineRadius }

    /// Photo pixels that one canonical pixel stands for, along a side, in the middle of the face.
    public var scale: Double {
        let middle = Double(side) / 2
        let here = toPhoto.map(Point(x: middle, y: middle))
        let across = toPhoto.map(Point(x: middle + 1, y: middle)) - here
        let down = toPhoto.map(Point(x: middle, y: middle + 1)) - here
        return abs(across.x * down.y - across.y * down.x).squareRoot()
    }
}
