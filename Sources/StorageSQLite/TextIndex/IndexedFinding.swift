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
    /// By what it is searched for.
    public var texts: [SearchText]

    /// A finding from its parts.
    public init(
        detector: String, kind: String, text: String, confidence: Double, box: Box?, count: Int = 1,
        texts: [SearchText]
    ) {
        self.detector = detector
        self.kind = kind
        self.text = text
        self.confidence = confidence
        self.box = box
        self.count = count
        self.texts = texts
    }

    /// What detectors found in a photo, by what each finding is searched for.
    ///
    /// Texts that say nothing, or have no place, are left out.
    public static func all(in results: [DetectorResult]) -> [IndexedFinding] {
        var (found, places): ([IndexedFinding], [[String]: Int]) = ([], [:])
        for result in results {
            for finding in result.found.answers {
                let texts = finding.searchTexts.filter { !$0.text.isEmpty }
                guard let first = texts.first else { continue }
                let isByLabel = first.source == .label
                let one = IndexedFinding(
                    detector: result.address, kind: finding.label, text: first.text, confidence: finding.confidence,
                    box: finding.region?.bounds, texts: texts)
                guard isByLabel || one.box != nil else { continue }
                if isByLabel, let place = places[[one.detector, one.kind]] {
                    found[place].add(one)
                } else {
                    if isByLabel { places[[one.detector, one.kind]] = found.count }
                    found.append(one)
                }
            }
            if let text = text(of: result) { found.append(text) }
        }
        return found
    }

    /// Counts another one of the same label in.
    private mutating func add(_ other: IndexedFinding) {
        count += other.count
        confidence = max(confidence, other.confidence)
        if !texts.isEmpty { texts[0].parts += other.texts.flatMap(\.parts) }
        guard let (a, b) = box.flatMap({ a in other.box.map { (a, $0) } }) else { return box = box ?? other.box }
        box = Box(around: [a, b].flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.right, y: $0.bottom)] })
    }
}

/// Where a hit stands among all of them.
///
/// What goes on behind it leaves out none and repeats none, whatever photos have come or gone meanwhile; of a photo that was
/// indexed anew in between, findings may be repeated.
///
/// Its text is a number, a space and the photo's path.
public struct IndexPosition: Hashable, Sendable, LosslessStringConvertible {
    /// The photo's path, as the index was told it.
    let photo: String
    /// The finding's number, in the order of a photo's findings.
    let finding: Int64

    init(photo: String, finding: Int64) {
        self.photo = photo
        self.finding = finding
    }

    /// Reads the text; nil where it is anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let finding = Int64(parts[0]) else { return nil }
        self.init(photo: String(parts[1]), finding: finding)
    }

    /// The text.
    public var description: String { "\(finding) \(photo)" }
}

/// What was searched for, with its photo.
public struct IndexHit: Hashable, Sendable {
    /// The photo's path, as the index was told it.
    public var photo: String
    /// Where it stands among all hits.
    public var position: IndexPosition
    /// The record's file, as the index was told it.
    public var record: [UInt8]
    /// What was found there; of its texts the one that holds what was searched for alone, of a page's the lines with it.
    public var found: IndexedFinding
    /// Where the words stand that were searched for, and where each object is that is; all of it where that is not known.
    public var places: [Quadrilateral]

    /// The text that holds what was searched for.
    public var match: SearchText? { found.texts.first }
}

extension SearchText {
    /// The parts as the index keeps them: characters from and to, the row or -1 for none, and eight coordinates each.
    var packed: String {
        let parts = parts.map { part in
            let numbers = part.corners.corners.flatMap { [$0.x, $0.y] }.map { "\(($0 * 100).rounded() / 100)" }
            let characters = "\(part.characters.lowerBound) \(part.characters.upperBound)"
            return ([characters, "\(part.row ?? -1)"] + numbers).joined(separator: " ")
        }
        return parts.joined(separator: ";")
    }

    /// The parts that the index keeps; nil where they are none.
    static func parts(packed text: String) -> [Part]? {
        var parts: [Part] = []
        for word in text.split(separator: ";") {
            let numbers = word.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 11, let from = Int(exactly: numbers[0]), let to = Int(exactly: numbers[1]),
                let row = Int(exactly: numbers[2]), 0 <= from, from < to,
                let corners = Quadrilateral(
                    stride(from: 3, to: 11, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) })
            else { return nil }
            parts.append(Part(characters: from..<to, corners: corners, row: row < 0 ? nil : row))
        }
        return parts
    }
}
