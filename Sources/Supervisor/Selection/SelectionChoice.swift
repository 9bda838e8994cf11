import Query
import Results

/// By what photos are chosen.
public enum SelectionMeasure: String, Sendable, Hashable, CaseIterable {
    /// Those first whose least sure finding is nearest to its threshold.
    case uncertainty
    /// Those first with the most that is not known, all findings together.
    case entropy
    /// Those first about which two models, two detectors, or the model and its reviews say different things.
    case disagreement
    /// Those that look as different from each other as can be.
    case diversity
    /// By chance, which a seed says.
    case random

    /// Whether it follows from what was found.
    var needsRecords: Bool {
        switch self {
        case .uncertainty, .entropy, .disagreement: true
        case .diversity, .random: false
        }
    }
}

/// Which photos are chosen, and how many.
public struct SelectionChoice: Sendable {
    /// By what.
    public var measure: SelectionMeasure
    /// How many.
    public var count: Int
    /// Only photos that fit it.
    public var query: Query
    /// Of findings, for disagreement, only these count.
    public var findings: FindingThresholds
    /// For disagreement: the two detectors of a record that are compared; nil for the model and its reviews, or for two folders.
    public var between: [String]?
    /// Another number chooses otherwise.
    public var seed: Int

    /// A choice from its parts.
    public init(
        by measure: SelectionMeasure, count: Int, query: Query = .all,
        findings: FindingThresholds = FindingThresholds(), between: [String]? = nil, seed: Int = 0
    ) {
        self.measure = measure
        self.count = count
        self.query = query
        self.findings = findings
        self.between = between
        self.seed = seed
    }
}
