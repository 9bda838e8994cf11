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

    /// The source pixels that any of the targets needs.
    var needed: Range<Int> {
        guard let from = first.first, let last = first.last, let step = step.last else { return 0..<0 }
        return from..<(last + step + 1)
    }
}

/// Scales 8-bit RGB pixels.
enum Resampler {
    /// The pixels of both axes' targets.
    static func resample(_ source: PixelBuffer, columns: ResamplingAxis, rows: ResamplingAxis) -> PixelBuffer {
        source.withView(of: source.frame) { resample($0, columns: columns, rows: rows) }
            ?? PixelBuffer(size: PixelSize(width: columns.count, height: rows.count), filledWith: 0)
    }

    /// The same of a part: rows are mixed first, since whole rows are quick to mix.
    static func resample(_ source: PixelView, columns: ResamplingAxis, rows: ResamplingAxis) -> PixelBuffer {
        let size = PixelSize(width: columns.count, height: rows.count)
        let needed = columns.needed.lowerBound * 3..<columns.needed.upperBound * 3
        // Pixels of the line are read as four numbers, so there is one more at its end.
        var line = [Float](repeating: 0, count: source.size.width * 3 + 1)
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { target, count in
            line.withUnsafeMutableBufferPointer { line in
                guard let target = target.baseAddress, let line = line.baseAddress else { return }
                for row in 0..<rows.count {
                    let upper = source.row(rows.first[row])
                    let lower = source.row(rows.first[row] + rows.step[row])
                    mix(upper, lower, share: rows.share[row], needed, into: line)
                    mix(line, columns, into: target + row * columns.count * 3)
                }
            }
            count = size.area * 3
        }
        return PixelBuffer(size: size, bytes: bytes)
    }

    /// One target row, still as wide as the source.
    private static func mix(
        _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>, share: Float, _ needed: Range<Int>,
        into line: UnsafeMutablePointer<Float>
    ) {
        for index in needed {
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
