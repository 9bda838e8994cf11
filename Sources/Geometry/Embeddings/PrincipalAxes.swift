/// The directions in which vectors differ most, found by turning some at once (block Lanczos): each turn multiplies them by what the
/// vectors spread, and the best of all that was multiplied so far is the answer.
struct PrincipalAxes {
    /// At right angles to each other and to all former ones, each of length 1: what is to be multiplied next.
    private(set) var axes: [[Double]]
    /// The first directions, as far as they are known; each points where its largest number does.
    private(set) var best: [[Double]]
    /// How much the vectors differ in each of them, the most first.
    private(set) var variances: [Double] = []
    /// How far the first two are from standing still, as a share of the largest variance.
    private(set) var unrest = Double.infinity
    /// What was multiplied, and what it came to.
    private var former: [(axis: [Double], product: [Double])] = []

    /// So many are turned at once.
    private static let width = 4

    /// Directions to begin with, the same ones each time.
    init(size: Int) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let random = (0..<min(Self.width, size)).map { _ in
            (0..<size).map { _ -> Double in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double(state >> 11) / Double(1 << 53) - 0.5
            }
        }
        self.init(beginningAt: random)
    }

    /// Directions that are nearly the right ones.
    init(beginningAt axes: [[Double]]) {
        self.axes = Self.rightAngled(axes, to: [])
        best = axes
    }

    /// Takes over what the axes were multiplied to.
    mutating func turn(_ products: [[Double]]) {
        former += zip(axes, products).map { (axis: $0, product: $1) }
        let common = former.map { one in former.map { Self.product(one.axis, $0.product) } }
        let (values, parts) = SymmetricMatrix(common).eigen()
        let first = parts.prefix(axes.count)
        variances = Array(values.prefix(axes.count))
        let own = first.map { Self.sum(former.lazy.map(\.axis), $0) }
        let left = zip(own, first).prefix(2).enumerated().map { place, one in
            let product = Self.sum(former.lazy.map(\.product), one.1)
            return zip(one.0, product).reduce(0) {
                let rest = $1.1 - values[place] * $1.0
                return $0 + rest * rest
            }.squareRoot()
        }
        // What differs by less than rounding does has no direction.
        let largest = values.first ?? 0
        unrest = largest > 1e-9 ? (left.max() ?? 0) / largest : 0
        best = own.map(Self.pointed)
        axes = Self.rightAngled(products, to: former.map(\.axis))
    }

    private static func product(_ one: [Double], _ other: [Double]) -> Double {
        zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static func sum(_ rows: some Sequence<[Double]>, _ factors: [Double]) -> [Double] {
        var sum: [Double] = []
        for (row, factor) in zip(rows, factors) {
            if sum.isEmpty { sum = Array(repeating: 0, count: row.count) }
            for place in sum.indices { sum[place] += factor * row[place] }
        }
        return sum
    }

    /// A direction has no sign of its own.
    private static func pointed(_ axis: [Double]) -> [Double] {
        let largest = axis.max { abs($0) < abs($1) } ?? 0
        return largest < 0 ? axis.map { -$0 } : axis
    }

    /// The same directions at right angles to each other and to former ones; of one that the others make up nothing is left.
    private static func rightAngled(_ rows: [[Double]], to former: [[Double]]) -> [[Double]] {
        var done = former
        for row in rows {
            var axis = row
            // A second time, since the first leaves what rounding does.
            for _ in 0..<2 {
                for other in done {
                    let along = product(axis, other)
                    for place in axis.indices { axis[place] -= along * other[place] }
                }
            }
            let (length, before) = (product(axis, axis).squareRoot(), product(row, row).squareRoot())
            done.append(length > 1e-9 * before ? axis.map { $0 / length } : axis.map { _ in 0 })
        }
        return Array(done[former.count...])
    }
}

/// A small matrix that is the same across its diagonal.
struct SymmetricMatrix {
    private var rows: [[Double]]

    /// - Parameter rows: Of what differs by rounding across the diagonal, the mean is taken.
    init(_ rows: [[Double]]) {
        self.rows = rows.indices.map { i in rows.indices.map { j in (rows[i][j] + rows[j][i]) / 2 } }
    }

    /// Its eigenvalues, the largest first, with the eigenvector of each (Jacobi's method).
    func eigen() -> (values: [Double], vectors: [[Double]]) {
        var (own, size) = (rows, rows.count)
        var turned = (0..<size).map { i in (0..<size).map { $0 == i ? 1.0 : 0 } }
        for _ in 0..<60 {
            var (off, all) = (0.0, 0.0)
            for (i, row) in own.enumerated() {
                for (j, value) in row.enumerated() {
                    all += value * value
                    if i != j { off += value * value }
                }
            }
            if off <= 1e-26 * all { break }
            for i in 0..<size {
                for j in i + 1..<max(size, i + 1) where own[i][j] != 0 {
                    let slope = (own[j][j] - own[i][i]) / (2 * own[i][j])
                    let tangent = (slope < 0 ? -1 : 1) / (abs(slope) + (slope * slope + 1).squareRoot())
                    let cosine = 1 / (tangent * tangent + 1).squareRoot()
                    let sine = tangent * cosine
                    for k in 0..<size {
                        let (first, second) = (own[k][i], own[k][j])
                        (own[k][i], own[k][j]) = (cosine * first - sine * second, sine * first + cosine * second)
                    }
                    for k in 0..<size {
                        let (upper, lower) = (own[i][k], own[j][k])
                        (own[i][k], own[j][k]) = (cosine * upper - sine * lower, sine * upper + cosine * lower)
                        let (one, other) = (turned[k][i], turned[k][j])
                        (turned[k][i], turned[k][j]) = (cosine * one - sine * other, sine * one + cosine * other)
                    }
                }
            }
        }
        let order = (0..<size).sorted { (own[$1][$1], $0) < (own[$0][$0], $1) }
        return (order.map { own[$0][$0] }, order.map { column in (0..<size).map { turned[$0][column] } })
    }
}
