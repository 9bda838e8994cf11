/// Everything that one detector found in one photo.
///
/// A detector fills the lists it can see and leaves the others empty: the next kind of finding (text, codes,
/// a page's corners) is a further list here, with an empty default, and no other detector changes.
public struct Findings: Hashable, Sendable, Codable {
    /// Objects with a box, by descending confidence.
    public var detections: [Detection]

    public init(detections: [Detection] = []) {
        self.detections = detections
    }
}
