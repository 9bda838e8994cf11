import CVectors
import Findings

/// The plane in which vectors of one model lie farthest apart: their first two principal axes, through their mean.
///
/// The vectors are not held, but visited a few times: for their mean, and then until the axes stand still. A sample shows beforehand
/// nearly where that is. What comes out depends on the vectors and their order alone.
public struct EmbeddingPlane: Sendable {
    /// Lends the numbers of each vector, of each the upper sixteen bits of its float; every time the same ones.
    public typealias Visit = (_ body: (UnsafeRawPointer) -> Void) throws -> Void

    /// How many vectors there are.
    public let count: Int
    /// How much of what the vectors differ by the plane shows, from 0 to 1.
    public let share: Double
    private let axes: [[Float]]
    /// How far the mean goes along each axis.
    private let middle: [Float]

    /// How far the axes may be from standing still, as a share of the largest variance, and how often they are turned at most.
    private static let (rest, most) = (1e-3, 12)

    /// Finds the plane; nil for no vectors.
    ///
    /// - Parameters:
    ///   - size: How many numbers each vector has.
    ///   - visit: The vectors; each is of length 1.
    public init?(size: Int, _ visit: Visit) rethrows {
        var (sums, sample, squares) = (VectorSums(size: size), VectorSample(size: size), 0.0)
        try visit { numbers in
            squares += Double(cvectors_half_square(numbers, size))
            sums.add(numbers, factor: 1)
            sample.add(numbers)
        }
        guard sums.added > 0, size > 0 else { return nil }
        count = sums.added
        let mean = sums.total.map { [count] in $0 / Double(count) }
        var turning = PrincipalAxes(size: size)
        for _ in 0..<Self.most where turning.unrest > Self.rest / 10 {
            turning.turn(sample.spread(along: turning.axes))
        }
        turning = PrincipalAxes(beginningAt: turning.best)
        for _ in 0..<Self.most where turning.unrest > Self.rest {
            var spread = VectorSpread(turning.axes, size: size)
            try visit { spread.add($0) }
            turning.turn(spread.about(mean))
        }
        let variance = squares - Double(count) * mean.reduce(0) { $0 + $1 * $1 }
        // What is left where all are the same is what rounding does.
        share = variance > 1e-5 * squares ? min(turning.variances.prefix(2).reduce(0, +) / variance, 1) : 0
        axes = turning.best.prefix(2).map { $0.map { Float($0) } }
        middle = axes.map { axis in Float(zip(axis, mean).reduce(0) { $0 + Double($1.0) * $1.1 }) }
    }

    /// Where a vector lies in the plane.
    ///
    /// - Parameter numbers: As ``Visit`` lends them.
    public func place(of numbers: UnsafeRawPointer) -> (x: Float, y: Float) {
        (along(0, numbers), axes.count > 1 ? along(1, numbers) : 0)
    }

    private func along(_ axis: Int, _ numbers: UnsafeRawPointer) -> Float {
        cvectors_half_product(numbers, axes[axis], axes[axis].count) - middle[axis]
    }
}
