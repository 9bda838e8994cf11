/// The twelve numbers of COCO; each is nil where truth has no object of the kind.
public struct AveragePrecision: Sendable, Hashable {
    /// Over all overlaps from 0.50 to 0.95.
    public var ap: Double?
    /// At an overlap of 0.50.
    public var ap50: Double?
    /// At an overlap of 0.75.
    public var ap75: Double?
    /// Of small objects.
    public var apSmall: Double?
    /// Of medium objects.
    public var apMedium: Double?
    /// Of large objects.
    public var apLarge: Double?
    /// The average recall with one finding in each photo.
    public var ar1: Double?
    /// With ten.
    public var ar10: Double?
    /// With a hundred.
    public var ar100: Double?
    /// Of small objects.
    public var arSmall: Double?
    /// Of medium objects.
    public var arMedium: Double?
    /// Of large objects.
    public var arLarge: Double?

    /// Nothing is known.
    public init() {}

    /// The numbers of one class.
    init(_ photos: ClassPhotos) {
        let all = photos.curves(.all)
        ap = all?.mean(\.mean)
        ap50 = all?[PrecisionGrid.half].mean
        ap75 = all?[PrecisionGrid.threeQuarters].mean
        ar1 = photos.curves(.all, mostFindings: 1)?.mean(\.recall)
        ar10 = photos.curves(.all, mostFindings: 10)?.mean(\.recall)
        ar100 = all?.mean(\.recall)
        (apSmall, arSmall) = Self.sized(photos, .small)
        (apMedium, arMedium) = Self.sized(photos, .medium)
        (apLarge, arLarge) = Self.sized(photos, .large)
    }

    private static func sized(_ photos: ClassPhotos, _ sizes: SizeRange) -> (Double?, Double?) {
        let curves = photos.curves(sizes)
        return (curves?.mean(\.mean), curves?.mean(\.recall))
    }

    /// The mean of classes; those without truth count in none.
    init(meanOf classes: [AveragePrecision]) {
        for number in Self.numbers {
            let values = classes.compactMap { $0[keyPath: number] }
            self[keyPath: number] = values.isEmpty ? nil : values.mean
        }
    }

    /// The numbers in the order in which COCO's tools print them.
    static let numbers: [WritableKeyPath<AveragePrecision, Double?> & Sendable] = [
        \.ap, \.ap50, \.ap75, \.apSmall, \.apMedium, \.apLarge, \.ar1, \.ar10, \.ar100, \.arSmall, \.arMedium,
        \.arLarge,
    ]

    /// The numbers in the order in which COCO's tools print them.
    public var values: [Double?] { Self.numbers.map { self[keyPath: $0] } }
}

extension [PrecisionCurve] {
    fileprivate func mean(_ value: (PrecisionCurve) -> Double) -> Double { map(value).mean }
}

extension Collection<Double> {
    /// The mean; of no numbers it is none.
    var mean: Double { reduce(0, +) / Double(count) }
}
