import Scoring

/// How targets are read and scored.
public struct TargetSettings: Sendable, Hashable, Codable {
    /// How arrows count, and what counts as a shot.
    public var scoring: ScoringSettings
    /// Of two impacts whose boxes overlap more than this, the weaker is dropped.
    public var iou: Double

    /// Settings from their parts.
    public init(scoring: ScoringSettings = ScoringSettings(), iou: Double = 0.7) {
        self.scoring = scoring
        self.iou = iou
    }
}
