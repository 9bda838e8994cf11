/// What decides between archers of the same score; those whom nothing distinguishes have the same rank.
///
/// World Archery's rules (Book 3, "Ties" of target archery, 14.5.1; Book 4 of field archery) rank all ties so but those
/// for a place in the eliminations and for medals, which shoot-offs decide. The French federation's book prints the same
/// articles in full: II.1 B.6.5.1 outdoors, II.2 B.6.5.1 indoors, II.3 B.6.3.1 in the field.
public enum TieRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Outdoors: most 10s, the Xs among them, then most Xs.
    case tensXs = "tens-xs"
    /// Indoors: most 10s, then most 9s; an X is a 10, and for compound bows only the inner ten is one.
    case tensNines = "tens-nines"
    /// In the field: most 6s, then most 5s.
    case sixesFives = "sixes-fives"
    /// Rounds of the NFAA (Indoor Nationals; The Vegas Shoot): most Xs.
    case xs
    /// Archery GB's Rules of Shooting: most hits, then most golds, which are the 10s on a face of ten zones.
    case hitsGolds = "hits-golds"
    /// Nothing: equal scores share a rank.
    case nothing = "none"

    /// The rule of the rounds that are usually shot at a face.
    public static func usual(for face: FaceType) -> TieRule {
        switch face {
        case .wa122, .wa80, .wa80SixRing, .wa80FiveRing: .tensXs
        case .wa60, .wa40, .wa40Triple, .wa40Compound, .wa40TripleCompound: .tensNines
        case .field80, .field60, .field40, .field20: .sixesFives
        case .nfaa40, .nfaa40FiveSpot, .card: .xs
        }
    }

    /// What is counted, the first first.
    public var criteria: [TieCriterion] {
        switch self {
        case .tensXs: [.score(10), .xs]
        case .tensNines: [.score(10), .score(9)]
        case .sixesFives: [.score(6), .score(5)]
        case .xs: [.xs]
        case .hitsGolds: [.hits, .score(10)]
        case .nothing: []
        }
    }
}

/// One thing that is counted to decide between equal scores.
public enum TieCriterion: Sendable, Hashable {
    /// Arrows of a score; an X counts as what it scores.
    case score(Int)
    /// The Xs alone.
    case xs
    /// Arrows that are no miss.
    case hits

    /// What heads its column.
    public var title: String {
        switch self {
        case .score(let score): "\(score)s"
        case .xs: "Xs"
        case .hits: "hits"
        }
    }
}

extension FaceType {
    /// Whether an arrow at the face can count what a criterion asks for.
    func counts(_ criterion: TieCriterion) -> Bool {
        switch criterion {
        case .score(let score): family.zones.contains { $0.score == score }
        case .xs: hasX
        case .hits: true
        }
    }
}

/// How many arrows counted what.
public struct ScoreCounts: Sendable, Hashable {
    /// Arrows by their score, misses under 0; an X is among those of its score.
    public private(set) var byScore: [Int: Int] = [:]
    /// The Xs alone.
    public private(set) var xs = 0

    /// Counts no arrows.
    public init() {}

    /// Counts some arrows.
    public init(_ arrows: [DetectedArrow]) {
        for arrow in arrows {
            byScore[arrow.score, default: 0] += 1
            if arrow.isX { xs += 1 }
        }
    }

    /// How many arrows a criterion counts.
    public func count(_ criterion: TieCriterion) -> Int {
        switch criterion {
        case .score(let score): byScore[score] ?? 0
        case .xs: xs
        case .hits: byScore.reduce(0) { $0 + ($1.key > 0 ? $1.value : 0) }
        }
    }

    /// The arrows of both.
    public static func + (a: ScoreCounts, b: ScoreCounts) -> ScoreCounts {
        var sum = a
        sum.byScore.merge(b.byScore) { $0 + $1 }
        sum.xs += b.xs
        return sum
    }
}
