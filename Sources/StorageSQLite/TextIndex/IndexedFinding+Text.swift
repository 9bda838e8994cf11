import Findings

extension IndexedFinding {
    /// The kind of a whole text.
    static let wholeText = "text"

    /// The whole text of a page, in which words that stand in different lines are found together, and a phrase over the
    /// end of a line; nil where there is but one line.
    static func text(of result: DetectorResult) -> IndexedFinding? {
        guard let lines = result.found.texts, lines.count > 1 else { return nil }
        let letters = Double(max(lines.reduce(0) { $0 + $1.text.count }, 1))
        return IndexedFinding(
            detector: result.detector, kind: wholeText, text: RunningText.joined(lines.map(\.text)),
            confidence: lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / letters,
            box: Box(around: lines.flatMap(\.corners.corners)))
    }
}

extension [IndexHit] {
    /// The hits without whole texts of photos in which a smaller place holds all that was looked for.
    public var nearest: [IndexHit] {
        let photos = Set(filter { $0.found.kind != IndexedFinding.wholeText }.map(\.photo))
        return filter { $0.found.kind != IndexedFinding.wholeText || !photos.contains($0.photo) }
    }
}
