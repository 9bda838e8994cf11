/// How good findings from a confidence on are, where an overlap of 0.50 is right.
public struct ConfidencePoint: Sendable, Hashable {
    /// From here on findings count.
    public var confidence: Double
    /// Findings that are an object of truth.
    public var right: Int
    /// Findings that are none.
    public var wrong: Int
    /// Objects that were not found.
    public var missed: Int

    /// A point from its parts.
    public init(confidence: Double, right: Int = 0, wrong: Int = 0, missed: Int = 0) {
        self.confidence = confidence
        self.right = right
        self.wrong = wrong
        self.missed = missed
    }

    /// The share of the findings that is right; nil where there are none.
    public var precision: Double? { right + wrong > 0 ? Double(right) / Double(right + wrong) : nil }
    /// The share of the objects that was found; nil where there are none.
    public var recall: Double? { right + missed > 0 ? Double(right) / Double(right + missed) : nil }
    /// Both in one number, their harmonic mean; nil where there is neither.
    public var f1: Double? {
        let all = 2 * right + wrong + missed
        return all > 0 ? 2 * Double(right) / Double(all) : nil
    }

    /// The counts of several classes together.
    static func + (a: ConfidencePoint, b: ConfidencePoint) -> ConfidencePoint {
        ConfidencePoint(
            confidence: a.confidence, right: a.right + b.right, wrong: a.wrong + b.wrong, missed: a.missed + b.missed)
    }
}

extension ConfidencePoint {
    /// The confidences that are tried: 0.01 to 0.99.
    static let tried = (1...99).map { Double($0) / 100 }
    /// Those that are shown: 0.05 to 0.95.
    static let shown = stride(from: 4, to: 99, by: 5).map { tried[$0] }

    /// The points of a class at each confidence.
    static func points(of photos: ClassPhotos, at confidences: [Double]) -> [ConfidencePoint] {
        var points: [ConfidencePoint] = []
        var (right, wrong, next) = (0, 0, 0)
        for confidence in confidences.reversed() {
            while next < photos.outcomes.count, photos.outcomes[next].confidence >= confidence {
                let outcome = photos.outcomes[next]
                if outcome.isRight(PrecisionGrid.half) {
                    right += 1
                } else if !outcome.isIgnored(PrecisionGrid.half) {
                    wrong += 1
                }
                next += 1
            }
            points.append(
                ConfidencePoint(confidence: confidence, right: right, wrong: wrong, missed: photos.positives - right))
        }
        return points.reversed()
    }

    /// The points of all classes together.
    static func points(of all: [ClassPhotos], at confidences: [Double]) -> [ConfidencePoint] {
        all.reduce(confidences.map { ConfidencePoint(confidence: $0) }) { sums, one in
            zip(sums, points(of: one, at: confidences)).map { $0 + $1 }
        }
    }

    /// The confidence with the best F1, of equal ones the highest; the lowest that is tried where nothing is right.
    static func best(of all: [ClassPhotos]) -> Double {
        let points = points(of: all, at: tried)
        guard let most = points.compactMap(\.f1).max(), most > 0 else { return tried[0] }
        return points.last { $0.f1 == most }?.confidence ?? tried[0]
    }
}
