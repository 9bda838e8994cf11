/// Between which numbers a measure lies, were other photos like these measured.
public struct Interval: Sendable, Hashable {
    /// 2.5 of 100 samples are below.
    public var low: Double
    /// 2.5 of 100 samples are above.
    public var high: Double

    /// An interval from its ends.
    public init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// The middle 95 of 100 of samples; nil where there are none.
    init?(_ samples: [Double]) {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        self.init(low: Self.value(at: 0.025, in: sorted), high: Self.value(at: 0.975, in: sorted))
    }

    /// Whether it is all on one side of 0.
    public var isWithoutZero: Bool { low > 0 || high < 0 }

    private static func value(at share: Double, in sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let (below, above) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}

/// The photos drawn again and again, with some twice and others not at all: a bootstrap, the same in each run.
struct PhotoDrawings: Sendable {
    private let photos: Int
    /// How often they are drawn.
    let count: Int

    /// - Parameter work: What one drawing costs, in findings.
    init(photos: Int, work: Int) {
        self.photos = photos
        count = photos < 2 ? 0 : min(Self.most, max(Self.fewest, Self.budget / max(work, 1)))
    }

    private static let (fewest, most) = (100, 1_000)
    /// Findings that all drawings together look at.
    private static let budget = 200_000_000

    /// How often each photo is in one drawing.
    func weights(of drawing: Int) -> [Int] {
        var chance = SplitMix(seed: UInt64(drawing))
        var weights = [Int](repeating: 0, count: photos)
        for _ in 0..<photos { weights[chance.number(below: photos)] += 1 }
        return weights
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 0x5EED }

    mutating func number(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31).multipliedFullWidth(by: UInt64(bound)).high)
    }
}

/// Average precisions of drawings, by drawing.
///
/// A class that is in no photo of a drawing counts there as it does in all photos: the mean of classes would otherwise jump
/// with the rarest of them. In the class's own list it is nil.
struct SampledPrecision: Sendable {
    /// Over all overlaps, of all classes.
    private(set) var ap: [Double?] = []
    /// At an overlap of 0.50, of all classes.
    private(set) var ap50: [Double?] = []
    /// Over all overlaps, by class.
    private(set) var classes: [[Double?]]

    init(_ all: [ClassPhotos], by drawings: PhotoDrawings) {
        classes = all.map { _ in [] }
        let truths = all.map { one in one.photos.map { (photo: $0.photo, count: $0.positives(.all)) } }
        let whole = all.map { one in one.curves(.all)?.map(\.mean) }
        for drawing in 0..<drawings.count {
            let weights = drawings.weights(of: drawing)
            var (means, halves): ([Double], [Double]) = ([], [])
            for (index, one) in all.enumerated() {
                guard let whole = whole[index] else {
                    classes[index].append(nil)
                    continue
                }
                let positives = truths[index].reduce(0) { $0 + $1.count * weights[$1.photo] }
                let drawn = positives > 0 ? Self.precisions(of: one, positives, weights) : whole
                means.append(drawn.mean)
                halves.append(drawn[PrecisionGrid.half])
                classes[index].append(positives > 0 ? drawn.mean : nil)
            }
            ap.append(means.isEmpty ? nil : means.mean)
            ap50.append(halves.isEmpty ? nil : halves.mean)
        }
    }

    private static func precisions(of one: ClassPhotos, _ positives: Int, _ weights: [Int]) -> [Double] {
        PrecisionGrid.overlaps.indices.map {
            PrecisionCurve(one.outcomes, at: $0, of: positives, weights: weights).mean
        }
    }
}

extension [Double?] {
    /// The interval of those that are there.
    var interval: Interval? { Interval(compactMap { $0 }) }

    /// The differences to others, where both are there.
    func differences(to others: [Double?]) -> [Double?] {
        zip(self, others).map { own, other in own.flatMap { own in other.map { own - $0 } } }
    }
}
