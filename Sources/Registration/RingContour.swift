import Findings

/// Points in a photo that lie on one ring of a face.
public struct RingContour: Sendable, Hashable {
    /// The ring's radius, in radii of the full 10-ring face.
    public var radius: Double
    /// Places in pixels of the upright photo, in any order.
    public var points: [Point]

    public init(radius: Double, points: [Point]) {
        self.radius = radius
        self.points = points
    }
}
