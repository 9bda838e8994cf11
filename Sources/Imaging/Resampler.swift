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

/// Reduces pictures by whole numbers: each pixel becomes the mean of a block, rounded, halves up.
enum BlockMeans {
    /// So many rows of 8 bits add up to no more than 16.
    private static let mostRows = 256

    /// Added to a number of up to 2^51 it leaves the nearest whole number in the lowest bits.
    private static let rounding = 6_755_399_441_055_744.0

    /// The mean of each block of so many columns and rows; what is left over at the right and the bottom is dropped.
    static func reduce(_ source: PixelView, across: Int, down: Int) -> PixelBuffer {
        let (across, down) = (min(max(across, 1), source.size.width), min(max(down, 1), source.size.height))
        let size = PixelSize(width: source.size.width / across, height: source.size.height / down)
        let area = across * down
        // The nearest number to the quotient less this half is the quotient rounded down; a tie is impossible.
        let (offset, factor) = (Double(area / 2) + 0.5, 1 / Double(area))
        var columns = [UInt16](repeating: 0, count: size.width * across * 3)
        var sums = [Double](repeating: 0, count: size.width * 3)
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { target, count in
            columns.withUnsafeMutableBufferPointer { columns in
                sums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<size.height {
                        sums.update(repeating: offset)
                        for inner in stride(from: 0, to: down, by: mostRows) {
                            add(
                                source.row(row * down + inner), stride: source.stride,
                                rows: min(mostRows, down - inner), into: columns)
                            add(UnsafeBufferPointer(columns), across: across, into: sums)
                        }
                        let first = row * sums.count
                        for place in 0..<sums.count {
                            let mean = sums[place] * factor - 0.5 + rounding
                            target[first + place] = UInt8(truncatingIfNeeded: mean.bitPattern)
                        }
                    }
                }
            }
            count = size.area * 3
        }
        return PixelBuffer(size: size, bytes: bytes)
    }

    /// The sums of some rows, place by place.
    private static func add(
        _ rows: UnsafePointer<UInt8>, stride: Int, rows number: Int, into sums: UnsafeMutableBufferPointer<UInt16>
    ) {
        guard let base = sums.baseAddress else { return }
        let (whole, to) = (sums.count / 32 * 32, UnsafeMutableRawPointer(base))
        for at in Swift.stride(from: 0, to: whole, by: 32) {
            var from = UnsafeRawPointer(rows + at)
            // Even places and odd ones apart: a pair of bytes is one number of 16 bits.
            var sums = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
            for _ in 0..<number {
                let left = from.loadUnaligned(as: SIMD8<UInt16>.self)
                let right = (from + 16).loadUnaligned(as: SIMD8<UInt16>.self)
                sums.0 &+= left & 255
                sums.1 &+= left &>> 8
                sums.2 &+= right & 255
                sums.3 &+= right &>> 8
                from += stride
            }
            store(sums.0, sums.1, to + at * 2)
            store(sums.2, sums.3, to + at * 2 + 32)
        }
        for at in whole..<sums.count {
            sums[at] = (0..<number).reduce(0) { $0 &+ UInt16(rows[at + $1 * stride]) }
        }
    }

    private static func store(_ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>, _ target: UnsafeMutableRawPointer) {
        var both = SIMD16<UInt16>()
        both.evenHalf = even
        both.oddHalf = odd
        target.storeBytes(of: both, as: SIMD16<UInt16>.self)
    }

    /// Adds so many neighbours, channel by channel.
    private static func add(
        _ columns: UnsafeBufferPointer<UInt16>, across: Int, into sums: UnsafeMutableBufferPointer<Double>
    ) {
        guard var from = columns.baseAddress else { return }
        for place in stride(from: 0, to: sums.count, by: 3) {
            var (red, green, blue) = (0, 0, 0)
            for _ in 0..<across {
                red &+= Int(from[0])
                green &+= Int(from[1])
                blue &+= Int(from[2])
                from += 3
            }
            sums[place] += Double(red)
            sums[place + 1] += Double(green)
            sums[place + 2] += Double(blue)
        }
    }
}
