import Findings

/// Finds the tables of a page: those with printed lines first, then those whose columns gaps part.
struct TableFinder {
    /// The words of the page.
    let words: [PlacedWord]
    /// How the page lies in its photo.
    let slant: Slant
    /// The height of ordinary words.
    let textHeight: Double

    /// More words than a photo of paper has: only printed lines are followed then.
    private static let mostWords = 20_000

    /// The tables downwards, and the numbers of the words in each.
    func tables(rules: PageRules) -> [RuledTables.Found] {
        let ruled = RuledTables(words: words, slant: slant, textHeight: textHeight).tables(of: rules)
        let taken = ruled.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        guard words.count <= Self.mostWords else { return ruled }
        let unruled = UnruledTables(words: words, slant: slant, textHeight: textHeight)
            .tables(of: words.indices.filter { !taken.contains($0) })
        return (ruled + unruled).sorted { top($0) < top($1) }
    }

    private func top(_ found: RuledTables.Found) -> Double { slant.level(found.table.corners.topLeft).y }
}
