import CVectors
import Findings

/// The filters of a row's target pixels, laid out for eight source pixels at a time.
///
/// Of eight pixels the first four and the last four are interleaved byte by byte, so that each pair of values belongs to
/// one channel: twelve pairs, in three vectors. The weights lie in the same order.
struct BicubicColumns {
    /// The weights of eight source pixels, three vectors each.
    private typealias Eight = (SplitWeights, SplitWeights, SplitWeights)

    private let first: [Int]
    private let eights: [Eight]
    /// How many times eight pixels each filter covers.
    private let length: Int

    init(_ axis: BicubicAxis) {
        first = axis.first
        let length = (axis.widest + 7) / 8
        self.length = length
        eights = (0..<axis.count).flatMap { target in
            (0..<length).map { Self.eight(axis[target].dropFirst($0 * 8).prefix(8)) }
        }
    }

    /// Eight weights or fewer, each three times, in the order of the interleaved bytes.
    private static func eight(_ weights: ArraySlice<Int32>) -> Eight {
        var parts = (SplitWeights(), SplitWeights(), SplitWeights())
        for (pixel, weight) in weights.enumerated() {
            for channel in 0..<3 {
                let place = (pixel % 4 * 3 + channel) * 2 + pixel / 4
                switch place / 8 {
                case 0: parts.0.set(place % 8, weight)
                case 1: parts.1.set(place % 8, weight)
                default: parts.2.set(place % 8, weight)
                }
            }
        }
        return parts
    }

    /// The number of target pixels.
    var count: Int { first.count }

    /// How many bytes of a row are read, counted from its first pixel; those behind the last filter count for nothing.
    var reach: Int {
        // The last vector of sixteen bytes begins at the twelfth of twenty-four.
        (first.last ?? 0) * 3 + length * 24 + 4
    }

    /// One row brought to its target width; `reach` bytes of it must be readable.
    func mix(_ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>) {
        first.withUnsafeBufferPointer { first in
            eights.withUnsafeBufferPointer { eights in
                guard var eight = eights.baseAddress else { return }
                var to = target
                for column in 0..<first.count {
                    var from = UnsafeRawPointer(row + first[column] &* 3)
                    var (one, two, three) = (SplitSums(), SplitSums(), SplitSums())
                    for _ in 0..<length {
                        let left = from.loadUnaligned(as: SIMD16<UInt8>.self)
                        let right = (from + 12).loadUnaligned(as: SIMD16<UInt8>.self)
                        let pairs = cvectors_interleave_low(left, right)
                        one.add(cvectors_widen_low(pairs), eight.pointee.0)
                        two.add(cvectors_widen_high(pairs), eight.pointee.1)
                        three.add(cvectors_widen_low(cvectors_interleave_high(left, right)), eight.pointee.2)
                        from += 24
                        eight += 1
                    }
                    // Red, green, blue, red; green, blue, red, green; blue, red, green, blue.
                    let (a, b, c) = (one.total, two.total, three.total)
                    to[0] = BicubicAxis.value(a.x &+ a.w &+ b.z &+ c.y)
                    to[1] = BicubicAxis.value(a.y &+ b.x &+ b.w &+ c.z)
                    to[2] = BicubicAxis.value(a.z &+ b.y &+ c.x &+ c.w)
                    to += 3
                }
            }
        }
    }
}
