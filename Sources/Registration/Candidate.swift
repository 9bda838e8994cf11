import Findings

/// A place where a face may be, with a first map.
struct Candidate {
    enum Kind {
        case colour, field, card
    }
    var kind: Kind
    /// From pixels of the photo to the plane; good to a few hundredths of the radius within the inner rings.
    var start: Homography
}
