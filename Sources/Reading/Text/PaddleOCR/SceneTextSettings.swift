import Findings

/// What is asked of the reading of text in photos.
public struct SceneTextSettings: Hashable, Sendable, Codable {
    /// Lines that are read with less than this, 0 to 1, are left out.
    public var confidence: Double
    /// Lines lower than this share of the photo's height are left out before they are read.
    public var minimumHeight: Double
    /// Of more lines than this the surest are kept; nil keeps all.
    public var maximumLines: Int?
    /// How many other readings are given with each line; 0 for none, which is quicker.
    public var candidates: Int
    /// Whether the words of each line are told apart.
    public var words: Bool
    /// `fast` takes every line as it lies; `accurate` looks at each whether it stands on its head.
    public var level: TextLevel

    /// Settings from their parts; those left out are the ones that the models were published with.
    public init(
        confidence: Double = 0.5, minimumHeight: Double = 0, maximumLines: Int? = nil, candidates: Int = 0,
        words: Bool = true, level: TextLevel = .accurate
    ) {
        self.confidence = confidence
        self.minimumHeight = minimumHeight
        self.maximumLines = maximumLines
        self.candidates = candidates
        self.words = words
        self.level = level
    }
}
