import Findings

/// Which findings count: thresholds that are changed without running again.
public struct FindingThresholds: Sendable, Hashable {
    /// The confidence that a finding must have; nil for whatever it has.
    public var confidence: Double?
    /// The classes that are taken, some with a confidence of their own; empty for all.
    public var classes: [String: Double?]
    /// Places that are ignored, by their detector's name, in place of those that the run ignored; nil for what the run did.
    public var ignored: [String: [IgnoredPlace]]?

    /// A choice from its parts, by default all findings.
    public init(
        confidence: Double? = nil, classes: [String: Double?] = [:], ignored: [String: [IgnoredPlace]]? = nil
    ) {
        self.confidence = confidence
        self.classes = classes
        self.ignored = ignored
    }

    /// Whether it takes everything.
    public var isAll: Bool { confidence == nil && classes.isEmpty && ignored == nil }

    /// The highest confidence that it asks of findings of a class; 0 where it asks none.
    public var highest: Double {
        classes.values.map { $0 ?? confidence ?? 0 }.max() ?? confidence ?? 0
    }

    /// Whether it takes a finding.
    public func takes(label: String, confidence: Double) -> Bool {
        let own = classes[label]
        guard own != nil || classes.isEmpty else { return false }
        return confidence >= (own ?? nil) ?? self.confidence ?? 0
    }
}

extension DetectorResult {
    /// The highest threshold of the run for classes that a choice takes; nil where none is noted.
    ///
    /// Which class a threshold by number is of is not known here: such a one counts for all.
    public func highestThreshold(of choice: FindingThresholds) -> Double? {
        let own = thresholds ?? [:]
        guard !choice.classes.isEmpty else { return ([threshold].compactMap { $0 } + own.values).max() }
        let named = choice.classes.keys.compactMap { own[$0] ?? threshold }
        return (named + own.filter { Int($0.key) != nil }.values).max()
    }
}

extension Record {
    /// The record with those findings alone that a choice takes.
    ///
    /// What is ignored is not its subject: see ``ignoring(_:)``. Arrows and faces stay as they were scored; as findings they are taken or not like others.
    func keeping(_ choice: FindingThresholds) -> Record {
        guard !choice.isAll else { return self }
        var record = self
        for index in record.photo.results.indices {
            record.photo.results[index].found = photo.results[index].found.filtered {
                choice.takes(label: $0.label, confidence: $0.confidence)
            }
        }
        return record
    }
}
