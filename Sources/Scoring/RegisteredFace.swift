import Findings

/// A face that was found in a photo, with the map between the photo and its plane.
public struct RegisteredFace: Sendable, Hashable, Codable {
    /// What is printed.
    public var family: FaceFamily
    /// From upright pixels to the face's plane: centre 0,0, full-face radius 1, y down.
    public var homography: Homography
    /// The scoring area's edge in the photo.
    public var outline: Ellipse
    /// How far the ring edges lie from where the map puts them, in ring widths (root mean square).
    public var residual: Double
    /// 0 to 1: how sure it is that this is a face, registered well enough to score on.
    public var confidence: Double

    /// A face from its parts.
    public init(
        family: FaceFamily, homography: Homography, outline: Ellipse, residual: Double, confidence: Double
    ) {
        self.family = family
        self.homography = homography
        self.outline = outline
        self.residual = residual
        self.confidence = confidence
    }

    /// The centre in pixels of the upright photo.
    public var center: Point { homography.inverse?.map(Point(x: 0, y: 0)) ?? Point(x: outline.cx, y: outline.cy) }
}
