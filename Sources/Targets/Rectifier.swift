import Findings
import Scoring

/// The way between a photo and the canonical picture of one face, which the impact model looks at.
///
/// The canonical picture is a square of ``side`` pixels with the face's centre in its middle and the outer edge of what
/// scores at a fixed radius, by default ``outlineRadius`` pixels. An arrow is thus as large as its face makes it, however far
/// the camera stood.
/// In the canonical picture a pixel's middle has its whole number as the model was trained with; in the photo, as everywhere
/// in Quiver, pixel 0 reaches from 0 to 1.
public struct Rectifier: Sendable {
    /// The side of the canonical picture.
    public static let side = 1024
    /// The radius of the scoring area's edge in it.
    public static let outlineRadius = 400.0

    /// From canonical to photo pixels.
    let toPhoto: Homography
    /// From photo to canonical pixels.
    let toCanonical: Homography

    /// The way for one face; nil where its map cannot be inverted.
    ///
    /// - Parameter radius: Where the scoring area's edge lies in the canonical picture, in pixels from its middle.
    public init?(_ face: RegisteredFace, outlineRadius radius: Double = Self.outlineRadius) {
        let scale = radius / face.family.outlineRadius
        let middle = Double(Self.side) / 2
        let enlarge = Homography(rows: [scale, 0, middle, 0, scale, middle, 0, 0, 1])
        toCanonical = enlarge.after(face.homography)
        guard let inverse = toCanonical.inverse else { return nil }
        toPhoto = inverse
    }

    /// A point of the canonical picture in the photo; nil beyond the horizon of the face's plane.
    public func photo(_ point: Point) -> Point? {
        let middle = Point(x: Double(Self.side) / 2, y: Double(Self.side) / 2)
        guard toPhoto.depth(point) * toPhoto.depth(middle) > 0 else { return nil }
        let mapped = toPhoto.map(point)
        return mapped.x.isFinite && mapped.y.isFinite ? mapped : nil
    }

    /// Photo pixels that one canonical pixel stands for, along a side, in the middle of the face.
    public var scale: Double {
        let middle = Double(Self.side) / 2
        let here = toPhoto.map(Point(x: middle, y: middle))
        let across = toPhoto.map(Point(x: middle + 1, y: middle)) - here
        let down = toPhoto.map(Point(x: middle, y: middle + 1)) - here
        return abs(across.x * down.y - across.y * down.x).squareRoot()
    }
}

extension Homography {
    /// The third homogeneous coordinate of a mapped point: its sign tells the sides of the horizon apart.
    func depth(_ point: Point) -> Double { rows[6] * point.x + rows[7] * point.y + rows[8] }
}
