import CVectors
import Findings

/// Scales 8-bit RGB pixels as Pillow's BICUBIC does: columns first, then rows, each rounded to 8 bits.
///
/// The numbers are those of Pillow up to 12 to the last bit; Pillow 13 begins with the rows where they shrink much more.
enum BicubicResampler {
    /// The pixels of both axes' targets.
    static func resample(_ source: PixelView, columns: BicubicAxis, rows: BicubicAxis) -> PixelBuffer {
        let size = PixelSize(width: columns.count, height: rows.count)
        var ring = BicubicRing(
            source, BicubicColumns(columns), capacity: rows.widest, from: rows.first.first ?? 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { target, count in
            guard let target = target.baseAddress else { return }
            for row in 0..<size.height { ring.mix(rows.first[row], rows[row], into: target + row * size.width * 3) }
            count = size.area * 3
        }
        return PixelBuffer(size: size, bytes: bytes)
    }
}

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

/// The latest rows of a picture at their target width, which target rows are mixed from.
struct BicubicRing {
    private let source: PixelView
    private let columns: BicubicColumns
    /// Bytes of a row, in whole vectors of sixteen.
    private let stride: Int
    private let capacity: Int
    /// The source row that is narrowed next.
    private var next: Int
    /// A source row with space behind it, for those whose last filters reach beyond the picture.
    private var line: [UInt8]
    /// Row `n` lies at place `n % capacity`.
    private var rows: [UInt8]

    /// - Parameters:
    ///   - capacity: How many source rows a target row needs at most.
    ///   - first: The first source row that is needed.
    init(_ source: PixelView, _ columns: BicubicColumns, capacity: Int, from first: Int) {
        self.source = source
        self.columns = columns
        stride = (columns.count * 3 + 15) / 16 * 16
        self.capacity = max(capacity, 1)
        next = first
        line = [UInt8](repeating: 0, count: max(columns.reach, source.size.width * 3))
        rows = [UInt8](repeating: 0, count: self.capacity * stride)
    }

    /// A target row, of the source rows from `first` on with their weights; `first` must not fall from call to call.
    mutating func mix(_ first: Int, _ weights: ArraySlice<Int32>, into target: UnsafeMutablePointer<UInt8>) {
        while next < first + weights.count { narrow() }
        let pairs = Self.pairs(weights)
        rows.withUnsafeBufferPointer { rows in
            pairs.withUnsafeBufferPointer { pairs in
                guard let base = rows.baseAddress else { return }
                for at in Swift.stride(from: 0, to: stride, by: 16) {
                    var (one, two, three, four) = (SplitSums(), SplitSums(), SplitSums(), SplitSums())
                    var place = first % capacity
                    for pair in 0..<pairs.count {
                        let below = place + 1 == capacity ? 0 : place + 1
                        let upper = UnsafeRawPointer(base + place &* stride + at).loadUnaligned(as: SIMD16<UInt8>.self)
                        let lower = UnsafeRawPointer(base + below &* stride + at).loadUnaligned(as: SIMD16<UInt8>.self)
                        let left = cvectors_interleave_low(upper, lower)
                        let right = cvectors_interleave_high(upper, lower)
                        one.add(cvectors_widen_low(left), pairs[pair])
                        two.add(cvectors_widen_high(left), pairs[pair])
                        three.add(cvectors_widen_low(right), pairs[pair])
                        four.add(cvectors_widen_high(right), pairs[pair])
                        place = below + 1 == capacity ? 0 : below + 1
                    }
                    for (place, sum) in [(at, one), (at + 4, two), (at + 8, three), (at + 12, four)] {
                        let total = sum.total
                        for lane in 0..<max(min(columns.count * 3 - place, 4), 0) {
                            target[place + lane] = BicubicAxis.value(total[lane])
                        }
                    }
                }
            }
        }
    }

    /// The weights of two rows at a time, again and again.
    private static func pairs(_ weights: ArraySlice<Int32>) -> [SplitWeights] {
        var pairs = [SplitWeights](repeating: SplitWeights(), count: (weights.count + 1) / 2)
        for (index, weight) in weights.enumerated() {
            for place in Swift.stride(from: index % 2, to: 8, by: 2) { pairs[index / 2].set(place, weight) }
        }
        return pairs
    }

    private mutating func narrow() {
        line.withUnsafeMutableBufferPointer { line in
            rows.withUnsafeMutableBufferPointer { rows in
                guard let line = line.baseAddress, let rows = rows.baseAddress else { return }
                var from = source.row(next)
                if next * source.stride + columns.reach > source.readable {
                    line.update(from: from, count: source.size.width * 3)
                    from = UnsafePointer(line)
                }
                columns.mix(from, into: rows + next % capacity * stride)
            }
        }
        next += 1
    }
}

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

/// Weights of up to 23 bits and a sign as two numbers of 16 bits: 256 times `upper`, and `lower`.
struct SplitWeights {
    private(set) var upper = SIMD8<Int16>()
    private(set) var lower = SIMD8<Int16>()

    /// Sets one place.
    mutating func set(_ place: Int, _ weight: Int32) {
        upper[place] = Int16(truncatingIfNeeded: weight >> 8)
        lower[place] = Int16(weight & 255)
    }
}

/// Exact sums of products of 8-bit values and split weights, modulo 2^32, four at a time.
///
/// Each of the four sums takes two neighbours of eight values, which every x86 processor multiplies and adds in one step.
struct SplitSums {
    private var upper = SIMD4<Int32>()
    private var lower = SIMD4<Int32>()

    /// Adds the products of eight values and their weights.
    @inline(__always)
    mutating func add(_ values: SIMD8<Int16>, _ weights: SplitWeights) {
        upper &+= cvectors_pair_products(values, weights.upper)
        lower &+= cvectors_pair_products(values, weights.lower)
    }

    @inline(__always)
    var total: SIMD4<Int32> { upper &<< 8 &+ lower }
}
