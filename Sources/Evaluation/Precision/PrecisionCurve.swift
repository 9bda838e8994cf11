/// The precision of one class at each recall, at one overlap: a part of pycocotools' `accumulate`.
struct PrecisionCurve: Sendable, Hashable {
    /// At each recall of ``PrecisionGrid``.
    let precisions: [Double]
    /// The share of the objects that was found.
    let recall: Double

    /// The mean over all recalls: the average precision.
    var mean: Double { precisions.reduce(0, +) / Double(precisions.count) }

    /// - Parameters:
    ///   - outcomes: Those of all photos, the most confident first.
    ///   - positives: The objects that are to be found, more than 0.
    ///   - mostFindings: How many findings count in one photo.
    ///   - weights: How often each photo counts; nil for once.
    init(
        _ outcomes: [Outcome], at overlap: Int, of positives: Int, mostFindings: Int = PrecisionGrid.mostFindings,
        weights: [Int]? = nil
    ) {
        var (right, wrong) = (0, 0)
        // Precision rises at right findings alone, so that all others can be left out.
        var points: [(recall: Double, precision: Double)] = []
        for outcome in outcomes where outcome.rank < mostFindings && !outcome.isIgnored(overlap) {
            let weight = weights?[outcome.photo] ?? 1
            guard weight > 0 else { continue }
            guard outcome.isRight(overlap) else {
                wrong += weight
                continue
            }
            right += weight
            points.append(
                (
                    Double(right) / Double(positives),
                    Double(right) / (Double(wrong) + Double(right) + Double.ulpOfOne)
                ))
        }
        recall = points.last?.recall ?? 0
        precisions = Self.envelope(points)
    }

    /// For each recall the highest precision at that recall or a higher one.
    private static func envelope(_ points: [(recall: Double, precision: Double)]) -> [Double] {
        var precisions = [Double](repeating: 0, count: PrecisionGrid.recalls.count)
        var (next, highest) = (PrecisionGrid.recalls.count - 1, 0.0)
        for index in points.indices.reversed() {
            highest = max(highest, points[index].precision)
            let before = index > 0 ? points[index - 1].recall : -1
            while next >= 0, PrecisionGrid.recalls[next] > before {
                if PrecisionGrid.recalls[next] <= points[index].recall { precisions[next] = highest }
                next -= 1
            }
        }
        return precisions
    }
}
