import Findings

/// Finds the tables of a page: those with printed lines first, then those whose columns gaps part.
struct TableFinder {
    /// The words of the page; those of a table are its own.
    let words: [PlacedWord]
    /// How the page lies in its photo.
    let slant: Slant
    /// The height of ordinary words.
    let textHeight: Double

    /// A table and the words in it, by their numbers.
    struct Found {
        var table: TextTable
        var words: Set<Int>
    }

    /// More words than a photo of paper has: only printed lines are followed then, and no columns are looked for.
    static let mostWords = 20_000

    /// The tables downwards, and the numbers of the words in each.
    func tables(rules: PageRules) -> [Found] {
        let ruled = tables(of: rules)
        let taken = ruled.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        guard words.count <= Self.mostWords else { return ruled }
        let unruled = tables(of: words.indices.filter { !taken.contains($0) })
        return (ruled + unruled).sorted { top($0) < top($1) }
    }

    /// Where a table begins on the level page.
    func top(_ found: Found) -> Double { slant.level(found.table.corners.topLeft).y }
}

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
