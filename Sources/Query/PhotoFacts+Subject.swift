import Findings
import Storage

extension PhotoFacts {
    /// What a photo's record says, as a store keeps it for queries.
    ///
    /// - Parameters:
    ///   - record: What the record says.
    ///   - content: The photo's SHA-256 in hexadecimal; nil where it is not known.
    ///   - isReviewed: Whether the record has what users said of its findings.
    ///   - knowsMargin: Whether its margin is the same whatever the settings are.
    public init(_ record: QuerySubject.Facts, content: String?, isReviewed: Bool, knowsMargin: Bool) {
        self.init()
        self.content = content
        self.isReviewed = isReviewed
        marks = record.marks.reduce(0) { $0 | $1.bit }
        captured = record.captured
        if captured?.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) == false {
            (captured, _) = (nil, gaps.insert(.captured))
        }
        camera = record.camera.map(Self.kept)
        format = record.format.map(Self.kept)
        (width, height) = (record.size.map { Int64($0.width) }, record.size.map { Int64($0.height) })
        pages = record.pages.map(Int64.init)
        margin = record.margin.map(Self.steps)
        if !knowsMargin { (margin, _) = (nil, gaps.insert(.margin)) }
        models = Self.joined(record.models)
        found = Int64(record.findings.count)
        // What of an end counts the score book says.
        if record.marks.contains(.scored) { gaps.formUnion([.findings, .marks, .margin, .texts]) }
        if record.findings.count > Self.mostFindings { gaps.formUnion([.findings, .texts]) }
        guard !gaps.contains(.findings) else { return }
        findings = record.findings.map(Finding.init)
        labels = Self.joined(Set(record.findings.map(\.label)).sorted())
        said = Self.joined(record.findings.flatMap(\.texts))
        if let text = said, text.utf8.count > Self.longestText { (said, _) = (nil, gaps.insert(.texts)) }
    }

    /// Texts as they are compared, one after the other; nil where there are none.
    private static func joined(_ texts: [String]) -> String? {
        guard !texts.isEmpty else { return nil }
        return separator + texts.map(kept).joined(separator: separator) + separator
    }

    /// A text as it is compared; no database keeps the character 0.
    fileprivate static func kept(_ text: String) -> String {
        let folded = FoldedText(text).string
        return folded.utf8.contains(0) ? folded.replacing("\0", with: "\u{FFFD}") : folded
    }
}

extension PhotoFacts.Finding {
    fileprivate init(_ finding: QueryFinding) {
        self.init(
            label: PhotoFacts.kept(finding.label), detector: PhotoFacts.kept(finding.detector),
            confidence: PhotoFacts.steps(of: finding.confidence), size: finding.size.map(PhotoFacts.steps),
            places: finding.places.reduce(0) { $0 | $1.bit }, page: Int64(finding.page),
            says: finding.texts.isEmpty ? 0 : finding.isCode ? 3 : 1)
    }
}
