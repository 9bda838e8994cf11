import Findings
import Geometry
import Results
import Storage

/// A photo that can be chosen, with what says whether it is.
struct SelectedCandidate: Sendable {
    /// Its job.
    var job = JobID(rawValue: 0)
    /// The photo's SHA-256 in hexadecimal.
    let content: String
    /// Its path, as records have it.
    let path: String
    /// What it is ordered by, the highest first, and where that is equal; nil where it is not known.
    var value: Value?
    /// How near its least sure finding is to another answer, in steps, as the queue keeps it; nil where it does not.
    var margin: Int64?
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

extension SelectedCandidate {
    /// Whether it is known what it is ordered by, if only by and large.
    var isKnown: Bool { value != nil || margin != nil }

    /// What it is ordered by for uncertainty, in steps.
    fileprivate var steps: Int64? { value.map { PhotoFacts.steps(of: $0.shown) } ?? margin }
}

extension SelectionChoice {
    /// Measures those photos alone that are chosen, or may be, by what the queue keeps of all.
    ///
    /// - Parameter values: Reads the records of some photos, and says what they are ordered by.
    func measureNearest(
        of candidates: inout [SelectedCandidate],
        by values: ([JobID]) throws -> [JobID: SelectedCandidate.Value]
    ) rethrows {
        guard let last = candidates.compactMap(\.steps).sorted().prefix(count).last else { return }
        let near = candidates.indices.filter { place in
            candidates[place].value == nil && candidates[place].margin.map { $0 <= last } == true
        }
        for start in stride(from: 0, to: near.count, by: Self.together) {
            let part = near[start..<min(start + Self.together, near.count)]
            let found = try values(part.map { candidates[$0].job })
            for place in part { candidates[place].value = found[candidates[place].job] }
        }
    }

    /// Records that are in memory at once.
    private static let together = 200

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
