import Findings

/// The text of a cell from its words.
enum CellText {
    /// Words in lines, downwards, each line from left to right.
    static func lines(_ words: [PlacedWord], textHeight: Double) -> [[PlacedWord]] {
        var lines: [[PlacedWord]] = []
        for word in words.sorted(by: { $0.box.center.y < $1.box.center.y }) {
            if let last = lines.last, let middle = mean(last.map(\.box.center.y)),
                abs(word.box.center.y - middle) < max(textHeight, min(word.box.height, 2 * textHeight)) * 0.5
            {
                lines[lines.count - 1].append(word)
            } else {
                lines.append([word])
            }
        }
        return lines.map { $0.sorted { $0.box.x < $1.box.x } }
    }

    /// Lines that line breaks part, words that spaces part.
    static func text(_ lines: [[PlacedWord]]) -> String {
        lines.map { $0.map(\.text).joined(separator: " ") }.joined(separator: "\n")
    }

    private static func mean(_ numbers: [Double]) -> Double? {
        numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    }
}
