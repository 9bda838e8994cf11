import Findings

extension IndexedFinding {
    /// The whole text of a page, in which words that stand in different lines are found together, and a phrase over the
    /// end of a line; nil where there is but one line.
    static func text(of result: DetectorResult) -> IndexedFinding? {
        let lines = (result.found.texts ?? []).filter { !$0.text.isEmpty }
        guard lines.count > 1 else { return nil }
        let letters = Double(lines.reduce(0) { $0 + $1.text.count })
        let confidence = lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / letters
        let (text, places) = RunningText.placed(lines.map(\.text))
        let parts = zip(places, lines).enumerated().map { row, line in
            SearchText.Part(characters: line.0, corners: line.1.corners, row: row)
        }
        return IndexedFinding(
            detector: result.address, kind: "text", text: text, confidence: confidence,
            box: Box(around: lines.flatMap(\.corners.corners)),
            texts: [SearchText(.page, text, confidence: confidence, parts: parts)])
    }
}
