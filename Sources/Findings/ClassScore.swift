/// What a classifier makes of a photo, or of a region of one: a class and how likely it is.
public struct ClassScore: Hashable, Sendable, Codable {
    /// The class's name as the model or the settings give it.
    public var label: String
    /// 0 to 1.
    public var confidence: Double

    /// A class with its score.
    public init(label: String, confidence: Double) {
        self.label = label
        self.confidence = confidence
    }
}

extension ClassScore: Finding {
    /// A class speaks of all that the detector looked at.
    public var region: Region? { nil }
    /// Always nil: only the class's name is kept.
    public var classIndex: Int? { nil }
    /// Always empty.
    public var points: [Point] { [] }
}
