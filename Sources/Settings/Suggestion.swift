/// The right word for a misspelt one.
public enum Suggestion {
    /// Bytes of a word that can be a misspelt key; measuring longer ones takes for ever.
    private static let longest = 100

    /// A sentence that names the nearest right key, or the keys that may stand there.
    static func sentence(for name: String, in tree: KeyTree, _ group: String, _ prefix: String) -> String {
        let siblings = tree.names(in: group)
        if let near = nearest(to: name, among: siblings) { return "; did you mean \"\(prefix)\(near)\"?" }
        // A right name in the wrong place.
        let everywhere = Settings.keys.map(\.description).flatMap { key in
            [key.path] + (key.items ?? []).map { "\(key.path)[0].\($0.path)" }
        }
        let lastNames = everywhere.map { path in path.split(separator: ".").last.map(String.init) ?? path }
        if let near = nearest(to: name, among: lastNames), let index = lastNames.firstIndex(of: near) {
            return "; did you mean \"\(everywhere[index])\"?"
        }
        return "; the keys here are " + siblings.map { "\"\($0)\"" }.joined(separator: ", ")
    }

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
