/// At what average precision is measured: the numbers of pycocotools' `Params`.
enum PrecisionGrid {
    /// The overlaps from which a finding is right: 0.50 to 0.95.
    static let overlaps = steps(from: 0.5, to: 0.95, count: 10)
    /// The recalls at which precision is read: 0 to 1.
    static let recalls = steps(from: 0, to: 1, count: 101)
    /// The places of 0.50 and 0.75 among the overlaps.
    static let (half, threeQuarters) = (0, 5)
    /// How many findings of a class count in one photo at most.
    static let mostFindings = 100

    /// As numpy's `linspace` counts, so that a threshold falls on the same side.
    private static func steps(from start: Double, to end: Double, count: Int) -> [Double] {
        let step = (end - start) / Double(count - 1)
        return (0..<count).map { $0 == count - 1 ? end : Double($0) * step + start }
    }
}

/// Sizes of objects by their area, in square pixels.
public enum SizeRange: String, Sendable, Hashable, CaseIterable {
    /// Up to 32² pixels.
    case small
    /// From 32² to 96² pixels.
    case medium
    /// From 96² pixels on.
    case large
    /// Every size.
    case all

    /// The bounds belong to both sides, as in COCO.
    var areas: ClosedRange<Double> {
        switch self {
        case .all: 0...1e10
        case .small: 0...1_024
        case .medium: 1_024...9_216
        case .large: 9_216...1e10
        }
    }
}
