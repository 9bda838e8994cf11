import Findings
import Scoring

/// What a photo's sure arrows say of its other finds: arrows lean alike, for they come from one line.
///
/// A find whose shaft points elsewhere is most likely the nock of a neighbour's arrow, a shadow or a stand. Where the camera
/// stands in front of the face, shafts point in all directions and nothing is said.
struct LeanVote {
    /// An arrow as sure as this votes.
    private static let sure = 0.9
    /// Fewer voters say nothing.
    private static let fewest = 3
    /// The length of the voters' mean direction, at least: 1 where all lean alike, 0.95 where they differ by some 18 degrees.
    private static let agreement = 0.95
    /// The cosine of 60 degrees: a find that deviates more is in doubt.
    private static let leastCosine = 0.5
    /// What is left of the confidence of a find in doubt.
    private static let share = 0.5

    /// The unit vector of the voters' mean direction from tip to nock in the photo; nil where they do not agree.
    private let direction: Point?

    init(_ impacts: [Impact]) {
        let voters = impacts.filter { $0.confidence >= Self.sure }.compactMap(\.direction)
        let mean = voters.reduce(Point(x: 0, y: 0)) { $0 + $1 * (1 / Double(voters.count)) }
        direction = voters.count >= Self.fewest && mean.length >= Self.agreement ? mean * (1 / mean.length) : nil
    }

    /// The finds with what the vote leaves of their confidence, those above `least`.
    func settled(_ impacts: [Impact], above least: Double) -> [Impact] {
        guard let direction else { return impacts }
        return impacts.compactMap { impact in
            guard impact.confidence < Self.sure, let own = impact.direction,
                own.x * direction.x + own.y * direction.y < Self.leastCosine
            else { return impact }
            var doubtful = impact
            doubtful.confidence *= Self.share
            return doubtful.confidence > least ? doubtful : nil
        }
    }
}

extension Impact {
    /// The unit vector from tip to nock; nil where the nock is not seen, or lies at the tip.
    fileprivate var direction: Point? {
        guard kind == .arrow, let nock else { return nil }
        let way = nock - tip
        return way.length > 1e-6 ? way * (1 / way.length) : nil
    }
}
