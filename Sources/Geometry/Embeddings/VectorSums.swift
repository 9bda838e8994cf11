import CVectors

/// Sums of many vectors: floats would lose what a million of them end in, and are added up in doubles now and then.
struct VectorSums {
    /// How many vectors were added.
    private(set) var added = 0
    private var floats: [Float]
    private var doubles: [Double]

    init(size: Int) {
        floats = Array(repeating: 0, count: size)
        doubles = Array(repeating: 0, count: size)
    }

    /// Adds a vector, so many times.
    mutating func add(_ numbers: UnsafeRawPointer, factor: Float) {
        cvectors_add_halves(numbers, factor, &floats, floats.count)
        added += 1
        guard added.isMultiple(of: 512) else { return }
        for place in floats.indices {
            doubles[place] += Double(floats[place])
            floats[place] = 0
        }
    }

    /// The sum of each number.
    var total: [Double] { zip(doubles, floats).map { $0 + Double($1) } }
}

/// The sum of vectors, of each as much as it goes along an axis, for some axes.
struct VectorSpread {
    private let axes: [[Float]]
    private var sums: [VectorSums]

    init(_ axes: [[Double]], size: Int) {
        self.axes = axes.map { $0.map { Float($0) } }
        sums = axes.map { _ in VectorSums(size: size) }
    }

    /// Adds a vector.
    mutating func add(_ numbers: UnsafeRawPointer) {
        for place in axes.indices {
            let along = cvectors_half_product(numbers, axes[place], axes[place].count)
            sums[place].add(numbers, factor: along)
        }
    }

    /// The sums as if the vectors began at their mean.
    func about(_ mean: [Double]) -> [[Double]] {
        zip(axes, sums).map { axis, sums in
            let along = zip(axis, mean).reduce(0) { $0 + Double($1.0) * $1.1 } * Double(sums.added)
            return zip(sums.total, mean).map { $0 - $1 * along }
        }
    }
}

/// Some of many vectors, the same ones for the same vectors: every so many of them, and of more vectors fewer.
struct VectorSample {
    private let size: Int
    private var rows: [UInt8] = []
    private var count = 0
    private var (met, step) = (0, 1)

    /// More rows are not held.
    private static let most = 2_048

    init(size: Int) { self.size = size }

    /// Takes a vector into account.
    mutating func add(_ numbers: UnsafeRawPointer) {
        defer { met += 1 }
        guard met.isMultiple(of: step) else { return }
        rows += UnsafeRawBufferPointer(start: numbers, count: 2 * size)
        count += 1
        guard count == Self.most else { return }
        // Every other one stays.
        for row in 0..<count / 2 {
            let from = 4 * size * row
            rows.replaceSubrange(2 * size * row..<2 * size * (row + 1), with: Array(rows[from..<from + 2 * size]))
        }
        count /= 2
        step *= 2
        rows.removeSubrange((2 * size * count)...)
    }

    /// What the vectors come to along some axes, about their mean.
    func spread(along axes: [[Double]]) -> [[Double]] {
        var (sums, spread) = (VectorSums(size: size), VectorSpread(axes, size: size))
        rows.withUnsafeBytes { rows in
            guard let start = rows.baseAddress else { return }
            for row in 0..<count {
                sums.add(start + 2 * size * row, factor: 1)
                spread.add(start + 2 * size * row)
            }
        }
        return spread.about(sums.total.map { [count] in $0 / Double(max(count, 1)) })
    }
}
