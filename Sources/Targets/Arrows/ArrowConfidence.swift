import Findings
import Foundation
import Inference
import ModelFiles

/// The chance that a candidate is an arrow's tip: logistic regression over what the maps show of it.
///
/// Its weights come with the model, which was fitted together with them; `scripts/model-development/arrows/confidence.py` fits them on
/// views that the network never learnt from, and computes the same features.
struct ArrowConfidence {
    private let weights: [Double]

    /// The entry of the model's metadata that holds the weights.
    static let key = "arrow_confidence"
    /// The number of features, the constant one included.
    static let count = 12
    /// So far, in radii of what scores, a tip may be one of the face; farther out arrows are rare, and nails and stands are not.
    static let face = 1.06

    /// - Returns: Nil where the metadata hold no such weights.
    init?(_ metadata: ModelMetadata) {
        guard let texts = metadata.entries[Self.key]?.split(separator: " "), texts.count == Self.count else {
            return nil
        }
        let weights = texts.compactMap { Double($0) }.filter(\.isFinite)
        guard weights.count == Self.count else { return nil }
        self.weights = weights
    }

    /// The confidences of all candidates of one view, 0 to 1.
    ///
    /// - Parameters:
    ///   - center: The face's centre in cells.
    ///   - radius: The outer edge of what scores, in cells.
    ///   - elsewhere: How shafts on the photo's other faces lean, in this view: on a sheet of spots each has one arrow, and
    ///     alone it could be compared with none.
    func confidences(
        of candidates: [ArrowCandidate], center: Point, radius: Double, elsewhere: [ShaftLean] = []
    ) -> [Double] {
        candidates.indices.map { index in
            let features = Self.features(
                of: index, among: candidates, center: center, radius: radius, elsewhere: elsewhere)
            return 1 / (1 + exp(-zip(weights, features).reduce(0) { $0 + $1.0 * $1.1 }))
        }
    }

    /// What decides, in the order of the weights.
    static func features(
        of index: Int, among candidates: [ArrowCandidate], center: Point, radius: Double, elsewhere: [ShaftLean] = []
    ) -> [Double] {
        let candidate = candidates[index]
        let score = min(max(candidate.score, 0.01), 0.99)
        let depth = candidate.tip.distance(to: center) / radius
        return [
            1, log(score / (1 - score)), candidate.role, min(candidate.support / 0.6, 1), min(candidate.pair / 0.4, 1),
            log(max(candidate.factor, 0.05)), leaning(of: index, among: candidates, elsewhere: elsewhere),
            isOvershadowed(index, among: candidates) ? 1 : 0, candidate.nock == nil ? 0 : 1,
            depth, ShaftOverlap(among: candidates).share(of: index), depth > face ? 1 : 0,
        ]
    }

    /// How well its shaft leans as the others do: the arrows of one photo always agree, shadows and stands do not.
    ///
    /// The mean cosine of the angles to the other shafts, each weighed by how sure it is; 0 where there is no other.
    private static func leaning(
        of index: Int, among candidates: [ArrowCandidate], elsewhere: [ShaftLean]
    ) -> Double {
        let others = candidates.indices.filter { $0 != index }.map { candidates[$0].lean } + elsewhere
        let along = candidates[index].along
        var (sum, total) = (0.0, 0.0)
        for other in others {
            sum += other.weight * (along.x * other.along.x + along.y * other.along.y)
            total += other.weight
        }
        return total > 0.2 ? sum / total : 0
    }

    /// Whether a surer tip lies beside it, nearer than two shafts' widths: of a tip that is seen twice one is none.
    private static func isOvershadowed(_ index: Int, among candidates: [ArrowCandidate]) -> Bool {
        candidates.enumerated().contains { other, candidate in
            other != index && candidate.score > candidates[index].score
                && candidate.tip.distance(to: candidates[index].tip) < 6
        }
    }
}

/// How much of a candidate's shaft lies on the shaft of a surer one: an arrow that is seen twice adds nothing to the picture.
struct ShaftOverlap {
    /// In cells: the length of a shaft whose nock is not known, and the longest part that is compared.
    private static let reach = 28.0
    private static let fewest = 6.0
    /// In cells: shafts nearer to each other than this are one.
    private static let width = 2.0
    /// In cells: a pair's nock may lie so far before the shaft's end.
    private static let slack = 3.0
    /// From this weight on, a shaft counts fully.
    private static let fullWeight = 0.75

    private let candidates: [ArrowCandidate]

    init(among candidates: [ArrowCandidate]) {
        self.candidates = candidates
    }

    /// The largest share, 0 to 1, that one surer shaft covers, times how sure that one is.
    func share(of index: Int) -> Double {
        let mine = candidates[index]
        let points = Self.points(of: mine)
        return candidates.indices.reduce(0) { most, other in
            let theirs = candidates[other]
            guard other != index, theirs.score * theirs.factor > mine.score * mine.factor else { return most }
            let covered = points.count { Self.lies($0, on: theirs) }
            let sure = min(theirs.lean.weight / Self.fullWeight, 1)
            return max(most, sure * Double(covered) / Double(points.count))
        }
    }

    /// Points a cell apart along a candidate's shaft, from its tip on.
    private static func points(of candidate: ArrowCandidate) -> [Point] {
        let length = min(length(of: candidate), reach)
        let count = max(Int(length), Int(fewest))
        return (0..<count).map { number in
            let step = 1 + (length - 1) * Double(number) / Double(count - 1)
            return candidate.tip + candidate.along * step
        }
    }

    private static func length(of candidate: ArrowCandidate) -> Double {
        candidate.nock.map { $0.distance(to: candidate.tip) } ?? reach
    }

    private static func lies(_ point: Point, on candidate: ArrowCandidate) -> Bool {
        let (distance, aside) = (point - candidate.tip).parts(along: candidate.along)
        return distance > 0 && distance < length(of: candidate) + slack && aside < width
    }
}
