/// The words of a query, as people type them.
enum SearchWords {
    /// Words by the spaces between them; what stands in double quotes is one word.
    static func words(of query: String) -> [String] {
        var words: [String] = []
        for (index, part) in query.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                words += part.split(whereSeparator: \.isWhitespace).map(String.init)
            } else if part.contains(where: { !$0.isWhitespace }) {
                words.append(String(part))
            }
        }
        return words
    }

    /// A word as FTS5 takes it literally: in double quotes, of which there are none inside.
    static func quoted(_ word: String) -> String { "\"\(word.filter { $0 != "\"" })\"" }
}
