/// Whether confidences are what they say: of findings with 0.8, eight of ten should be right.
public struct Calibration: Sendable, Hashable {
    /// The findings of one range of confidence.
    public struct Bin: Sendable, Hashable {
        /// Where the range begins; the next one's beginning is its end.
        public var from: Double
        /// Findings in it, without those that are neither right nor wrong.
        public var count: Int
        /// Their mean confidence; nil where there are none.
        public var confidence: Double?
        /// The share of them that is right at an overlap of 0.50; nil where there are none.
        public var precision: Double?

        /// A range from its parts.
        public init(from: Double, count: Int = 0, confidence: Double? = nil, precision: Double? = nil) {
            self.from = from
            self.count = count
            self.confidence = confidence
            self.precision = precision
        }
    }

    /// Ten ranges of equal width.
    public var bins: [Bin]
    /// The expected calibration error: the mean distance of confidence and precision, by the number of findings; nil where
    /// there are none.
    public var error: Double?

    /// A calibration from its parts.
    public init(bins: [Bin] = [], error: Double? = nil) {
        self.bins = bins
        self.error = error
    }

    private static let binCount = 10

    init(_ classes: [ClassPhotos]) {
        var sums = [(count: Int, confidence: Double, right: Int)](repeating: (0, 0, 0), count: Self.binCount)
        for outcome in classes.lazy.flatMap(\.outcomes) where !outcome.isIgnored(PrecisionGrid.half) {
            let place = Int(min(max(outcome.confidence, 0), 1) * Double(Self.binCount))
            let bin = min(place, Self.binCount - 1)
            sums[bin].count += 1
            sums[bin].confidence += outcome.confidence
            sums[bin].right += outcome.isRight(PrecisionGrid.half) ? 1 : 0
        }
        bins = sums.enumerated().map { index, sum in
            let (from, count) = (Double(index) / Double(Self.binCount), Double(sum.count))
            guard sum.count > 0 else { return Bin(from: from) }
            return Bin(
                from: from, count: sum.count, confidence: sum.confidence / count, precision: Double(sum.right) / count)
        }
        let all = sums.reduce(0) { $0 + $1.count }
        let distances = sums.map { abs(Double($0.right) - $0.confidence) }
        error = all > 0 ? distances.reduce(0, +) / Double(all) : nil
    }
}
