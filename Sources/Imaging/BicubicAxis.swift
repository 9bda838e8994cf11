import Findings

/// The source pixels of one axis that each target pixel is made from, with their weights, as Pillow's BICUBIC has them.
///
/// Source: `precompute_coeffs` and `normalize_coeffs_8bpc` of `Resample.c` in Pillow. A cubic filter (a = -0.5) grows with
/// the factor of reduction; the weights are whole numbers whose sum is about 2^22.
struct BicubicAxis {
    /// The binary digits behind a weight's point.
    static let bits: Int32 = 22

    /// For each target pixel its first source pixel.
    private(set) var first: [Int] = []
    /// For each target pixel the place of its first weight; at the end that behind the last one.
    private var starts = [0]
    /// All weights, one target pixel after the other.
    private var weights: [Int32] = []

    /// - Parameters:
    ///   - targets: The target pixels wanted, of the scaled picture.
    ///   - size: The number of pixels of the scaled picture.
    ///   - source: The number of source pixels.
    init(targets: Range<Int>, of size: Int, from source: Int) {
        let ratio = Double(source) / Double(size)
        let scale = max(ratio, 1)
        let support = 2 * scale
        for index in targets {
            let center = (Double(index) + 0.5) * ratio
            let first = max(Int(center - support + 0.5), 0)
            let end = min(Int(center + support + 0.5), source)
            let raw = (first..<end).map { Self.cubic((Double($0) - center + 0.5) / scale) }
            let sum = raw.reduce(0, +)
            self.first.append(first)
            weights += raw.map { Int32(($0 / sum * Double(1 << Self.bits)).rounded(.toNearestOrAwayFromZero)) }
            starts.append(weights.count)
        }
    }

    /// The number of target pixels.
    var count: Int { first.count }

    /// The weights of a target pixel, that of its first source pixel first.
    subscript(target: Int) -> ArraySlice<Int32> { weights[starts[target]..<starts[target + 1]] }

    /// How many source pixels the widest filter covers.
    var widest: Int { zip(starts, starts.dropFirst()).map { $1 - $0 }.max() ?? 0 }

    /// The value that a sum stands for.
    @inline(__always)
    static func value(_ sum: Int32) -> UInt8 { UInt8(clamping: (sum &+ 1 << (bits - 1)) >> bits) }

    private static func cubic(_ x: Double) -> Double {
        let (a, x) = (-0.5, abs(x))
        if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
    }
}
