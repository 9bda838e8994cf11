import Findings

/// Scales 8-bit RGB pixels as Pillow's BICUBIC does: a cubic filter (a = -0.5) that grows with the factor of reduction.
///
/// Columns first, then rows, each rounded to 8 bits, with weights of 22 bits: the numbers are Pillow's own.
enum BicubicResampler {
    /// The source pixels and weights of one target pixel.
    private struct Weights {
        var first: Int
        var weights: [Int]
    }

    private static let bits = 22

    /// The pixels at another size.
    static func resample(_ source: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        let columns = weights(from: source.size.width, to: size.width)
        let rows = weights(from: source.size.height, to: size.height)
        let narrow = mixed(
            source, PixelSize(width: size.width, height: source.size.height), steps: (source.size.width * 3, 3),
            line: { row, _ in row }, weights: { _, column in columns[column] })
        return mixed(
            narrow, size, steps: (3, size.width * 3), line: { _, column in column }, weights: { row, _ in rows[row] })
    }

    /// One pass.
    ///
    /// - Parameters:
    ///   - steps: Bytes from one line to the next across the filter's direction, and from one pixel to the next along it.
    ///   - line: Which line a target pixel is made from.
    ///   - weights: The filter of a target pixel.
    private static func mixed(
        _ source: PixelBuffer, _ size: PixelSize, steps: (across: Int, along: Int),
        line: (_ row: Int, _ column: Int) -> Int, weights: (_ row: Int, _ column: Int) -> Weights
    ) -> PixelBuffer {
        var result = PixelBuffer(size: size, filledWith: 0)
        source.bytes.withUnsafeBufferPointer { from in
            result.bytes.withUnsafeMutableBufferPointer { to in
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        let filter = weights(row, column)
                        var at = line(row, column) * steps.across + filter.first * steps.along
                        var sum = (1 << (bits - 1), 1 << (bits - 1), 1 << (bits - 1))
                        for weight in filter.weights {
                            sum.0 += Int(from[at]) * weight
                            sum.1 += Int(from[at + 1]) * weight
                            sum.2 += Int(from[at + 2]) * weight
                            at += steps.along
                        }
                        let target = (row * size.width + column) * 3
                        to[target] = UInt8(clamping: sum.0 >> bits)
                        to[target + 1] = UInt8(clamping: sum.1 >> bits)
                        to[target + 2] = UInt8(clamping: sum.2 >> bits)
                    }
                }
            }
        }
        return result
    }

    private static func weights(from source: Int, to target: Int) -> [Weights] {
        let ratio = Double(source) / Double(target)
        let scale = max(ratio, 1)
        let support = 2 * scale
        return (0..<target).map { index in
            let center = (Double(index) + 0.5) * ratio
            let first = max(Int(center - support + 0.5), 0)
            let end = min(Int(center + support + 0.5), source)
            let raw = (first..<end).map { cubic((Double($0) - center + 0.5) / scale) }
            let sum = raw.reduce(0, +)
            return Weights(
                first: first, weights: raw.map { Int(($0 / sum * Double(1 << bits)).rounded(.toNearestOrAwayFromZero)) }
            )
        }
    }

    private static func cubic(_ x: Double) -> Double {
        let (a, x) = (-0.5, abs(x))
        if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
    }
}
