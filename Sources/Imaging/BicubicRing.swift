import CVectors
import Findings

/// The latest rows of a picture at their target width, which target rows are mixed from.
struct BicubicRing {
    private let source: PixelView
    private let columns: BicubicColumns
    /// Bytes of a row, in whole vectors of sixteen.
    private let stride: Int
    private let capacity: Int
    /// The source row that is narrowed next.
    private var next: Int
    /// A source row with room behind it, for those whose last filters reach beyond the picture.
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
