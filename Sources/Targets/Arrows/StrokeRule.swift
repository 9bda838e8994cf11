import Findings

/// Tells a pen's strokes from arrows: both ends of a stroke look like tips, where an arrow has a tip and a nock.
///
/// It is for cards, on which people cross out and count their holes. Its thresholds were chosen on 133 rendered photos of cards
/// and black faces; on 120 others it removed 10 of 24 false finds on cards and none of their 12 arrows.
struct StrokeRule {
    /// What the maps say of the other end, at least, for it to be a tip too.
    private static let leastScore = 0.2
    private static let leastRole = 0.85
    /// How far away the other end is, as a share of the length over which the shaft can be followed.
    private static let distance = 0.8...1.1
    /// The cosine of 14 degrees: either end's shaft points at the other end.
    private static let leastCosine = 0.97
    /// Where so many finds are sure and no strokes, people shoot arrows, and what looks like a stroke is one.
    private static let fewest = 3
    private static let sure = 0.65

    private let tips: [ArrowCandidate]

    /// - Parameter candidates: All of one view.
    init(_ candidates: [ArrowCandidate]) {
        tips = candidates.filter { $0.score >= Self.leastScore && $0.role >= Self.leastRole }
    }

    /// The finds of the same view that are arrows.
    func arrows(among finds: [SeenArrow]) -> [SeenArrow] {
        let others = finds.filter { !isStroke($0) }
        return others.count { $0.confidence > Self.sure } >= Self.fewest ? finds : others
    }

    /// Whether a find looks like an end of a stroke.
    private func isStroke(_ arrow: SeenArrow) -> Bool {
        tips.contains { other in
            let way = ArrowModel.pixels(other.tip) - arrow.tip
            let length = way.length
            guard length > 0, Self.distance.contains(length / arrow.length) else { return false }
            let towards = way * (1 / length)
            return towards.cosine(to: arrow.line) >= Self.leastCosine
                && towards.cosine(to: other.line) <= -Self.leastCosine
        }
    }
}
