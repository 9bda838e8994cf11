/// The right word for a misspelt one.
public enum Suggestion {
    /// Bytes of a word that can be a misspelt key; measuring longer ones takes for ever.
    private static let longest = 100

    /// The nearest of the words, nil where none is near enough to be meant.
    public static func nearest(to word: String, among words: [String]) -> String? {
        guard word.utf8.count <= longest else { return nil }
        let measured = words.map { ($0, distance(word.lowercased(), $0.lowercased())) }
        guard let best = measured.min(by: { $0.1 < $1.1 }) else { return nil }
        return best.1 <= max(1, (max(word.count, best.0.count) + 1) / 3) ? best.0 : nil
    }

    /// The edits from one word to another, where two letters swapped count as one (Damerau, optimal alignment).
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
