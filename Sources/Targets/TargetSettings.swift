import Scoring

/// How targets are read and scored.
public struct TargetSettings: Sendable, Hashable, Codable {
    public var scoring: ScoringSettings
    /// Impacts at or below this score of the model are dropped.
    public var confidence: Double
    /// Of two impacts whose boxes overlap more than this, the weaker is dropped.
    public var iou: Double

    public init(scoring: ScoringSettings = ScoringSettings(), confidence: Double = 0.3, iou: Double = 0.7) {
        self.scoring = scoring
        self.confidence = confidence
        self.iou = iou
    }
}
