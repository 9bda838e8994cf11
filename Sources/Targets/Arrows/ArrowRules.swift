import Findings

/// What a photo's sure arrows imply for its other finds: arrows lean alike, for they come from one line.
///
/// A find whose shaft points elsewhere is most likely the nock of a neighbour's arrow, a shadow or a stand. Where the camera
/// stands in front of the face, shafts point in all directions and there is no vote.
struct LeanVote {
    /// An arrow as sure as this votes.
    static let sure = 0.9
    /// Fewer that agree decide nothing, nor does a smaller share of the voters.
    private static let fewest = 3
    private static let majority = 0.6
    /// The cosine of 20 degrees: voters that differ less agree.
    private static let agreement = 0.94
    /// The cosine of 60 degrees: a find that deviates more is in doubt.
    private static let leastCosine = 0.5
    /// What is left of the confidence of a find in doubt.
    private static let share = 0.5

    /// Where most voters point; nil where they do not agree.
    private let direction: Point?

    /// - Parameter finds: Their shafts' directions in the photo, from tip to nock, weighed by their confidence.
    init(_ finds: [ShaftLean]) {
        let voters = finds.filter { $0.weight >= Self.sure }.map(\.along)
        let groups = voters.map { voter in voters.filter { $0.cosine(to: voter) >= Self.agreement } }
        guard let largest = groups.max(by: { $0.count < $1.count }), largest.count >= Self.fewest,
            Double(largest.count) >= Self.majority * Double(voters.count)
        else {
            direction = nil
            return
        }
        let sum = largest.reduce(Point(x: 0, y: 0)) { $0 + $1 }
        direction = sum * (1 / sum.length)
    }

    /// Whether most voters lean as this unit vector does; false where they do not agree.
    func supports(_ along: Point) -> Bool {
        direction.map { along.cosine(to: $0) >= Self.agreement } ?? false
    }

    /// What the vote leaves of a find's confidence.
    func confidence(of find: ShaftLean) -> Double {
        guard let direction, find.weight < Self.sure, find.along.cosine(to: direction) < Self.leastCosine else {
            return find.weight
        }
        return find.weight * Self.share
    }
}

extension Point {
    /// The cosine of the angle between two unit vectors.
    func cosine(to other: Point) -> Double { x * other.x + y * other.y }

    /// How far a vector reaches along a unit vector, and how far to a side of it.
    func parts(along unit: Point) -> (distance: Double, aside: Double) {
        (x * unit.x + y * unit.y, abs(y * unit.x - x * unit.y))
    }
}

/// The shafts of a photo's sure arrows, which hide what lies behind them.
///
/// A tip that seems to lie on the shaft of another face's arrow is a part of that arrow: its nock, a vane, the shaft's own wrap.
/// A real tip there could not be seen.
struct ShaftCover {
    /// So far, in radii of its face, a shaft may reach from its tip.
    private static let reach = 3.5
    /// Nearer to its tip, in radii of its face, an arrow covers nothing: the tip would be one of its own face.
    private static let nearest = 0.3
    /// How far aside a part of the arrow may lie: in radii of its face, and for every pixel of the way.
    private static let aside = 0.02
    /// What is left of the confidence of a find that is covered.
    private static let share = 0.3

    private let shafts: [PhotoShaft]

    /// - Parameter vote: Only shafts that lean as most do count: a nock that was taken for a tip points back along its own.
    init(_ shafts: [PhotoShaft], vote: LeanVote) {
        self.shafts = shafts.filter { $0.confidence >= LeanVote.sure && vote.supports($0.along) }
    }

    /// What a find's confidence is worth, given what may cover it.
    func confidence(of find: PhotoShaft) -> Double {
        covers(find) ? find.confidence * Self.share : find.confidence
    }

    private func covers(_ find: PhotoShaft) -> Bool {
        shafts.contains { shaft in
            guard shaft.face != find.face else { return false }
            let (distance, aside) = (find.tip - shaft.tip).parts(along: shaft.along)
            return distance > Self.nearest * shaft.radius && distance < Self.reach * shaft.radius
                && aside < Self.aside * (shaft.radius + distance)
        }
    }
}

/// An arrow that was seen on one of a photo's faces, in the photo.
struct PhotoShaft: Hashable {
    /// The face's place among those of the photo.
    var face: Int
    var tip: Point
    /// The unit vector along the shaft, from tip to nock.
    var along: Point
    /// How far the shaft can be followed.
    var length: Double
    /// The radius of the face's scoring area.
    var radius: Double
    /// 0 to 1.
    var confidence: Double

    /// How it leans in the photo.
    var lean: ShaftLean { ShaftLean(along: along, weight: confidence) }
}

/// Tells the nails that hold a face from arrows beside it: they are much shorter than the photo's sure arrows.
struct StubRule {
    /// Of fewer the usual length is not known.
    private static let fewest = 3
    /// What is shorter than this share of their median length is in doubt.
    private static let shortest = 0.5
    /// What is left of the confidence of a find in doubt.
    private static let share = 0.5

    /// The median length of the sure arrows in the photo; nil where they are too few.
    private let usual: Double?

    init(_ shafts: [PhotoShaft]) {
        let lengths = shafts.filter { $0.confidence >= LeanVote.sure }.map(\.length).sorted()
        usual = lengths.count >= Self.fewest ? lengths[lengths.count / 2] : nil
    }

    /// What a find beside the face is worth.
    func confidence(of find: PhotoShaft) -> Double {
        guard let usual, find.length < Self.shortest * usual else { return find.confidence }
        return find.confidence * Self.share
    }
}

/// Tells a pen's strokes from arrows: both ends of a stroke look like tips, where an arrow has a tip and a nock.
///
/// It is for cards, on which archers cross out and count their holes. Its thresholds were chosen on 133 rendered photos of cards
/// and black faces; on 120 others it removed 10 of 24 false finds on cards and none of their 12 arrows.
struct StrokeRule {
    /// What the maps give the other end, at least, for it to be a tip too.
    private static let leastScore = 0.2
    private static let leastRole = 0.85
    /// How far away the other end is, as a share of the length over which the shaft can be followed.
    private static let distance = 0.8...1.1
    /// The cosine of 14 degrees: either end's shaft points at the other end.
    private static let leastCosine = 0.97
    /// Where so many finds are sure and no strokes, arrows are shot at the card, and what looks like a stroke is one.
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
