/// What a photo can show of a face's kind: its print.
///
/// Its size in millimetres it cannot show; that is ``FaceType``'s.
/// Lengths are in radii of the full 10-ring face, also on faces that are printed in part.
public enum FaceFamily: String, Sendable, Codable, CaseIterable {
    /// Ten rings in five colours.
    case tenRing
    /// Rings 10 to 5, no black and white: the edge of the light blue at 0.6.
    case sixRing
    /// Rings 10 to 6: a spot of a triple, or an 80 cm 5-ring face; the edge of the blue at 0.5.
    case fiveRing
    /// Black with a yellow middle, rings 6 to 1.
    case field
    /// Ten rings, black disc in the middle.
    case card

    /// The outer edge of what scores.
    public var outlineRadius: Double {
        switch self {
        case .tenRing, .field, .card: 1
        case .sixRing: 0.6
        case .fiveRing: 0.5
        }
    }
}
