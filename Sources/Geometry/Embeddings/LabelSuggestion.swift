/// A label that the nearest ones of a photo or finding have, and it has not: one of both may be a mistake.
public struct LabelSuggestion: Hashable, Sendable {
    /// The place in the table of vectors.
    public let place: Int
    /// The label that it has.
    public let label: String
    /// The label that most of the others have.
    public let suggested: String
    /// The share of its nearest ones that have its own label.
    public let ownShare: Double
    /// The share of its nearest ones that have the suggested label.
    public let share: Double

    /// Suggests a label for each that another label fits better, the surest first.
    ///
    /// - Parameters:
    ///   - labels: What each is called; one without a label asks for nothing, and counts as no neighbour.
    ///   - neighbours: The nearest ones of each, as ``EmbeddingTable/neighbours(_:)`` gives them.
    public static func all(
        _ labels: [String?], neighbours: [[EmbeddingTable.Neighbour]]
    ) -> [LabelSuggestion] {
        let found = zip(labels, neighbours).enumerated().compactMap { place, one -> (LabelSuggestion, Double)? in
            guard let own = one.0 else { return nil }
            let votes = one.1.compactMap { neighbour in
                labels[neighbour.place].map { (label: $0, similarity: Double(neighbour.similarity)) }
            }
            let counts = Dictionary(votes.map { ($0.label, (1, $0.similarity)) }) { ($0.0 + $1.0, $0.1 + $1.1) }
            // Of labels that are as many, the one whose photos are nearer.
            let others = counts.filter { $0.key != own }
            let best = others.max { ($0.value.0, $0.value.1, $1.key) < ($1.value.0, $1.value.1, $0.key) }
            guard let best, best.value.0 > counts[own]?.0 ?? 0 else { return nil }
            let (all, ownCount) = (Double(votes.count), Double(counts[own]?.0 ?? 0))
            let suggestion = LabelSuggestion(
                place: place, label: own, suggested: best.key, ownShare: ownCount / all,
                share: Double(best.value.0) / all)
            return (suggestion, best.value.1 / Double(best.value.0))
        }
        return found.sorted { one, other in
            let (first, second) = (one.0.share - one.0.ownShare, other.0.share - other.0.ownShare)
            return (second, other.1, one.0.place) < (first, one.1, other.0.place)
        }.map(\.0)
    }
}
