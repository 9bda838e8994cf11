import Findings
import Geometry
import Results

/// A photo that can be chosen, with what says whether it is.
struct SelectedCandidate: Sendable {
    /// The photo's SHA-256 in hexadecimal.
    let content: String
    /// Its path, as records have it.
    let path: String
    /// What it is ordered by, the highest first, and where that is equal; nil where it is not known.
    var value: Value?
    /// What it looks like; nil where it is not known.
    var look: LikenessBits?

    /// What photos are ordered by.
    struct Value: Sendable, Hashable, Comparable {
        let first: Double
        let second: Double
        /// What users are shown.
        let shown: Double

        static func < (a: Value, b: Value) -> Bool { (a.first, a.second) < (b.first, b.second) }
    }
}

extension SelectionChoice {
    /// Those of the candidates that are chosen, in their order: it depends on no order of the candidates.
    ///
    /// Between equal ones chance decides, which follows from a photo's content: photos that are added change nothing between
    /// those that were there.
    func chosen(among candidates: [SelectedCandidate]) -> [SelectedCandidate] {
        let ordered = candidates.map { ($0, SeededHash.number(of: "select \($0.content)", seed: seed)) }
            .sorted { ($0.1, $0.0.content) < ($1.1, $1.0.content) }.map(\.0)
        switch measure {
        case .random: return Array(ordered.prefix(count))
        case .diversity:
            let known = ordered.compactMap { one in one.look.map { (one, $0) } }
            return FarthestFirst(known.map(\.1), count: count).chosen.map { known[$0].0 }
        case .uncertainty, .entropy, .disagreement:
            let known = ordered.enumerated().compactMap { place, one in one.value.map { (one, $0, place) } }
            // Of equal values the one that chance has first.
            return known.sorted { ($1.1, $0.2) < ($0.1, $1.2) }.prefix(count).map(\.0)
        }
    }
}
