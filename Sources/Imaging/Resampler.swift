import Findings

/// The two source pixels that each pixel of one axis is mixed from.
///
/// Pixel centres lie at halves, as in OpenCV's INTER_LINEAR: target pixel i looks at (i + 0.5) * ratio - 0.5.
struct ResamplingAxis {
    /// For each target pixel the first source pixel, and how far on the second lies: 1, or 0 at the border.
    let first: [Int]
    let step: [Int]
    /// The share of the second one, 0 to 1.
    let share: [Float]

    /// - Parameters:
    ///   - targets: The target pixels wanted, of the scaled picture.
    ///   - ratio: Source pixels per target pixel.
    ///   - limit: The number of source pixels there are; the outermost count for all beyond.
    init(targets: Range<Int>, ratio: Double, limit: Int) {
        let centers = targets.map { min(max((Double($0) + 0.5) * ratio - 0.5, 0), Double(limit - 1)) }
        first = centers.map { Int($0) }
        step = first.map { $0 + 1 < limit ? 1 : 0 }
        share = centers.map { Float($0 - $0.rounded(.down)) }
    }

    var count: Int { first.count }
}

/// Scales 8-bit RGB pixels.
enum Resampler {
    /// The pixels of both axes' targets: rows are mixed first, since whole rows are quick to mix.
    static func resample(_ source: PixelBuffer, columns: ResamplingAxis, rows: ResamplingAxis) -> PixelBuffer {
        var result = PixelBuffer(size: PixelSize(width: columns.count, height: rows.count), filledWith: 0)
        let lineLength = source.size.width * 3
        // Pixels of the line are read as four numbers, so there is one more at its end.
        var line = [Float](repeating: 0, count: lineLength + 1)
        result.bytes.withUnsafeMutableBufferPointer { target in
            source.bytes.withUnsafeBufferPointer { source in
                line.withUnsafeMutableBufferPointer { line in
                    guard let target = target.baseAddress, let source = source.baseAddress, let line = line.baseAddress
                    else { return }
                    for row in 0..<rows.count {
                        let upper = source + rows.first[row] * lineLength
                        let lower = upper + rows.step[row] * lineLength
                        mix(upper, lower, share: rows.share[row], count: lineLength, into: line)
                        mix(line, columns, into: target + row * columns.count * 3)
                    }
                }
            }
        }
        return result
    }

    /// One target row, still as wide as the source.
    private static func mix(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>, share: Float, count: Int,
        into line: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<count {
            let value = Float(upper[index])
            line[index] = value + (Float(lower[index]) - value) * share
        }
    }

    /// One mixed row brought to its target width and rounded.
    private static func mix(
        _ line: UnsafePointer<Float>, _ axis: ResamplingAxis, into target: UnsafeMutablePointer<UInt8>
    ) {
        let line = UnsafeRawPointer(line)
        let pixel = 3 * MemoryLayout<Float>.stride
        // Added to a float below 2^22 it leaves the nearest whole number in the lowest bits: a conversion with Swift's
        // checks takes four times as long.
        let rounding = SIMD4<Float>(repeating: 12_582_912)
        axis.first.withUnsafeBufferPointer { first in
            for column in 0..<first.count {
                let left = line + first[column] * pixel
                let a = left.loadUnaligned(as: SIMD4<Float>.self)
                let b = (left + axis.step[column] * pixel).loadUnaligned(as: SIMD4<Float>.self)
                let sum = a + (b - a) * axis.share[column] + rounding
                target[column * 3] = UInt8(truncatingIfNeeded: sum.x.bitPattern)
                target[column * 3 + 1] = UInt8(truncatingIfNeeded: sum.y.bitPattern)
                target[column * 3 + 2] = UInt8(truncatingIfNeeded: sum.z.bitPattern)
            }
        }
    }
}
