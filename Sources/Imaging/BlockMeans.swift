import Findings

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
