import Findings

/// A place in the photo that lies on a ring.
struct RingPoint {
    /// Pixels of the upright photo.
    var place: Point
    /// The ring's radius in the face's plane.
    var radius: Double
    /// How far, in the plane, such a point is expected to lie from its ring.
    var spread: Double
}
