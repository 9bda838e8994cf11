import Findings

/// What is found in a photo, as searching finds it: a text that was read, or all objects of one label together.
public struct IndexedFinding: Hashable, Sendable {
    /// The detector's address: its name, and behind it the page where that is not the first.
    public var detector: String
    /// What it is, such as `line`, `qr`, `date` or `arrow`.
    public var kind: String
    /// What it says; of what says nothing, what it is.
    public var text: String
    /// 0 to 1; that of the surest where they are several.
    public var confidence: Double
    /// The upright box around all of it, in pixels of the upright photo or page; nil where it has no place of its own.
    public var box: Box?
    /// How many findings it stands for: 1 for a text.
    public var count: Int

    /// A finding from its parts.
    public init(detector: String, kind: String, text: String, confidence: Double, box: Box?, count: Int = 1) {
        self.detector = detector
        self.kind = kind
        self.text = text
        self.confidence = confidence
        self.box = box
        self.count = count
    }

    /// What detectors found in a photo, by what each kind is searched for.
    ///
    /// Texts that say nothing, or have no place, are left out.
    public static func all(in results: [DetectorResult]) -> [IndexedFinding] {
        var (found, places): ([IndexedFinding], [[String]: Int]) = ([], [:])
        for result in results {
            let isByLabel = result.found.isSearchedByLabel
            for finding in result.found.answers {
                let one = IndexedFinding(
                    detector: result.address, kind: finding.label,
                    text: isByLabel ? finding.label : finding.reading ?? "", confidence: finding.confidence,
                    box: finding.region?.bounds)
                guard !one.text.isEmpty, isByLabel || one.box != nil else { continue }
                if isByLabel, let place = places[[one.detector, one.kind]] {
                    found[place].add(one)
                } else {
                    if isByLabel { places[[one.detector, one.kind]] = found.count }
                    found.append(one)
                }
            }
        }
        return found
    }

    /// Counts another one of the same label in.
    private mutating func add(_ other: IndexedFinding) {
        count += other.count
        confidence = max(confidence, other.confidence)
        guard let (a, b) = box.flatMap({ a in other.box.map { (a, $0) } }) else { return box = box ?? other.box }
        box = Box(around: [a, b].flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.right, y: $0.bottom)] })
    }
}

/// What was searched for, with its photo.
public struct IndexHit: Hashable, Sendable {
    /// The photo's path, as its record has it.
    public var photo: String
    /// What was found there.
    public var found: IndexedFinding
}
