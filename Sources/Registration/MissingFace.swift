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
