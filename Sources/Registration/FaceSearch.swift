import Scoring

/// What a search for faces in one photo came to.
public struct FaceSearch: Sendable, Hashable {
    /// The faces, the largest and most central first.
    public var faces: [RegisteredFace]
    /// Why there is none; nil when there is one.
    public var reason: MissingFace?

    /// The faces of a photo; where there are none, a missing reason becomes ``MissingFace/noFace``.
    public init(faces: [RegisteredFace], reason: MissingFace? = nil) {
        self.faces = faces
        self.reason = faces.isEmpty ? reason ?? .noFace : nil
    }
}

/// Why no face was registered in a photo.
public enum MissingFace: String, Sendable, Codable, CaseIterable {
    /// Nothing in the photo has a face's rings.
    case noFace
    /// The picture's edge cuts away too much of it.
    case partial
    /// It has too few pixels.
    case tooSmall
    /// Colours or a disc like a face's, but its rings could not be followed.
    case unclear

    /// The reason for people.
    public var sentence: String {
        switch self {
        case .noFace: "no face is seen"
        case .partial: "only part of a face is in the picture"
        case .tooSmall: "the face is too small in the picture to score on"
        case .unclear: "something like a face is seen, but its rings could not be followed"
        }
    }
}
