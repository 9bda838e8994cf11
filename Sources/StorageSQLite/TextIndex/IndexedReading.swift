import Findings

/// One thing that was read in a photo: a line, a code, a table, a date.
public struct IndexedReading: Hashable, Sendable {
    /// The detector's name.
    public var detector: String
    /// What it is, such as `line`, `qr` or `date`.
    public var kind: String
    /// What it says.
    public var text: String
    /// 0 to 1.
    public var confidence: Double
    /// The upright box around it, in pixels of the upright photo.
    public var box: Box

    /// A reading from its parts.
    public init(detector: String, kind: String, text: String, confidence: Double, box: Box) {
        self.detector = detector
        self.kind = kind
        self.text = text
        self.confidence = confidence
        self.box = box
    }

    /// What detectors read in a photo; findings that say nothing are left out.
    public static func all(in results: [DetectorResult]) -> [IndexedReading] {
        results.flatMap { result in
            let findings: [IndexedReading] = result.found.items.compactMap { finding in
                guard let text = finding.reading, !text.isEmpty, let box = finding.region?.bounds else { return nil }
                return IndexedReading(
                    detector: result.detector, kind: finding.label, text: text, confidence: finding.confidence, box: box
                )
            }
            return findings + [text(of: result)].compactMap { $0 }
        }
    }
}

/// A reading that was searched for, with its photo.
public struct IndexHit: Hashable, Sendable {
    /// The photo's path, as its record has it.
    public var photo: String
    /// What was read.
    public var reading: IndexedReading
}
