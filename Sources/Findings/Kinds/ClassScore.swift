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

extension ClassScore: PlaneFinding {
    /// A class speaks of all that the detector looked at.
    public var region: Region? { nil }
    /// Always nil: only the class's name is kept.
    public var classIndex: Int? { nil }
    /// Always empty.
    public var points: [Point] { [] }

    package static let listName = "classes"
    package static let noun: String? = nil
    package static let choice = FindingChoice.likeliest
    package static let format = ValueFormat.object(
        ClassScore(label: "", confidence: 0),
        [RecordKey("label", \.label, .text), RecordKey("confidence", \.confidence, .share(decimals: 6))])
    package var gist: [String] { [label] }

    /// The same class: it has no place.
    package func mapped(_ map: (Point) -> Point) -> ClassScore { self }
}

extension FindingList {
    /// Classes by descending confidence.
    public static func classes(_ list: [ClassScore]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var classes: [ClassScore]? {
        get { self[of: ClassScore.self] }
        set { self[of: ClassScore.self] = newValue }
    }
}
