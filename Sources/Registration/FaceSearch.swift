import Scoring

/// What a search for faces in one photo came to.
public struct FaceSearch: Sendable, Hashable {
    /// The faces, the largest and most central first.
    public var faces: [RegisteredFace]
    /// Why there is none; nil when there is one.
    public var reason: MissingFace?

    public init(faces: [RegisteredFace], reason: MissingFace? = nil) {
        self.faces = faces
        self.reason = faces.isEmpty ? reason ?? .noFace : nil
    }
}
