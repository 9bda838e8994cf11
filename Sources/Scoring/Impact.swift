import Findings

/// What the model saw of one arrow or hole, in pixels of the upright photo.
public struct Impact: Sendable, Hashable, Codable {
    /// What the model took it for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case arrow, hole
    }

    /// Whether it is an arrow or a hole.
    public var kind: Kind
    /// Where the shaft enters the face, or the hole's centre.
    public var tip: Point
    /// The other end of the shaft; nil for a hole and where it is out of sight.
    public var nock: Point?
    /// 0 to 1.
    public var confidence: Double
    /// The arrow from tip to nock, or the hole.
    public var box: Box
    /// The index of the registered face it was seen on.
    public var face: Int
    /// The colour of the arrow's vanes and nock; nil where it is not seen.
    public var colour: ArrowColour?

    /// An impact from its parts.
    public init(
        kind: Kind, tip: Point, nock: Point?, confidence: Double, box: Box, face: Int,
        colour: ArrowColour? = nil
    ) {
        self.kind = kind
        self.tip = tip
        self.nock = nock
        self.confidence = confidence
        self.box = box
        self.face = face
        self.colour = colour
    }
}
