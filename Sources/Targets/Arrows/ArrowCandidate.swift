import Findings

/// A place where a shaft may enter a face, with all that the maps show of it.
struct ArrowCandidate {
    /// In cells of the maps.
    var tip: Point
    /// The nock that it was paired with; nil where none fits.
    var nock: Point?
    /// The tip map's value.
    var score: Double
    /// The share of the tip map against the nock map at this place: 1 where there is no sign of a nock.
    var role: Double
    /// How well the maps agree on a shaft: along the pair, or the best direction around the tip.
    var support: Double
    /// The pair's agreement times the nock's root; 0 without a nock.
    var pair: Double
    /// What the rules leave of it: a place is a tip or a nock, and a shaft has one tip.
    var factor: Double
    /// The unit vector from the tip along its shaft.
    var along: Point
    /// The same, measured along as much of the shaft as the view shows.
    var line: Point
    /// How far the shaft can be followed, in cells.
    var length: Double

    /// Its part in how the photo's shafts lean.
    var lean: ShaftLean { ShaftLean(along: along, weight: score * factor * min(support / 0.6, 1)) }
}

/// A shaft's direction, and how sure it is that there is one.
struct ShaftLean: Hashable {
    /// The unit vector from tip to nock.
    var along: Point
    /// 0 to 1.
    var weight: Double
}

/// Pairs tips with nocks along shafts.
///
/// Two rules keep the ends of an arrow apart: a place is a tip or a nock, never both, and a shaft has one tip.
struct ArrowPairing {
    private static let leastTip = 0.08
    private static let leastNock = 0.1
    private static let most = 60
    /// In cells: a shorter pair gives no direction.
    private static let shortest = 4.0
    private static let leastAgreement = 0.15
    /// A pair agrees at least so well, as a share of the best way around the tip.
    private static let leastShare = 0.6

    private let maps: ArrowMaps
    private let support: ShaftSupport
    private let tips: [ArrowPeak]
    private let nocks: [ArrowPeak]
    private let roles: [Double]
    private var factors: [Double]
    private var partners: [Int: (nock: Int, agreement: Double)] = [:]

    /// The candidates that the maps of one view hold, by descending tip score.
    static func candidates(in maps: ArrowMaps) -> [ArrowCandidate] {
        var pairing = ArrowPairing(maps)
        pairing.pair()
        return pairing.candidates
    }

    private init(_ maps: ArrowMaps) {
        self.maps = maps
        support = ShaftSupport(maps: maps)
        tips = maps.peaks(.tip, above: Self.leastTip, most: Self.most)
        nocks = maps.peaks(.nock, above: Self.leastNock, most: Self.most)
        roles = tips.map { tip in
            let nock = max(0, maps.largest(.nock, near: tip.point, within: 2) - 0.1)
            return tip.score / (tip.score + nock)
        }
        factors = roles
    }

    /// Gives each tip at most one nock, the best pairs first.
    private mutating func pair() {
        var pairs: [(score: Double, agreement: Double, tip: Int, nock: Int)] = []
        for (i, tip) in tips.enumerated() {
            for (j, nock) in nocks.enumerated() where tip.point.distance(to: nock.point) >= Self.shortest {
                let agreement = support.between(tip.point, and: nock.point)
                guard agreement > Self.leastAgreement else { continue }
                pairs.append((agreement * (tip.score * roles[i] * nock.score).squareRoot(), agreement, i, j))
            }
        }
        pairs.sort { ($0.score, $1.tip, $1.nock) > ($1.score, $0.tip, $0.nock) }
        var taken: Set<Int> = []
        for pair in pairs where partners[pair.tip] == nil && !taken.contains(pair.nock) && factors[pair.tip] >= 0.3 {
            partners[pair.tip] = (pair.nock, pair.agreement)
            taken.insert(pair.nock)
            weakenOthers(along: pair.tip, nocks[pair.nock].point)
        }
    }

    /// Lowers the chance of tips at the nock of a better arrow, or on its shaft.
    private mutating func weakenOthers(along index: Int, _ nock: Point) {
        let tip = tips[index].point
        let way = nock - tip
        let length = way.length
        let along = way * (1 / length)
        for other in tips.indices where other != index && partners[other] == nil {
            let isClear = roles[other] > 0.75 && tips[other].score > 0.35
            let (distance, aside) = (tips[other].point - tip).parts(along: along)
            if tips[other].point.distance(to: nock) < 4 {
                factors[other] *= isClear ? 0.6 : 0.35
            } else if distance > 3, distance < length + 6, aside < 2.2 {
                factors[other] *= isClear ? 0.85 : 0.6
            }
        }
    }

    private var candidates: [ArrowCandidate] {
        tips.indices.map { index in
            let around = support.leaving(tips[index].point)
            var candidate = ArrowCandidate(
                tip: tips[index].point, nock: nil, score: tips[index].score, role: roles[index],
                support: around.support, pair: 0, factor: factors[index], along: around.along, line: around.along,
                length: 0)
            // A nock that the maps lead to less well than another way is another arrow's, or none.
            if let partner = partners[index], partner.agreement >= Self.leastShare * around.support {
                let nock = nocks[partner.nock]
                let way = nock.point - candidate.tip
                candidate.nock = nock.point
                candidate.along = way * (1 / way.length)
                candidate.line = candidate.along
                candidate.support = max(partner.agreement, around.support)
                candidate.pair = partner.agreement * nock.score.squareRoot()
            }
            candidate.line = support.line(from: candidate.tip, along: candidate.line)
            candidate.length = support.length(from: candidate.tip, along: candidate.line)
            return candidate
        }
    }
}
