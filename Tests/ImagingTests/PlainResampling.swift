import Findings
import Foundation

@testable import Imaging

/// The rules of scaling in plain loops, pixel by pixel: what the quick ways must equal.
enum PlainResampling {
    /// A rough picture: byte number i is the top byte of i * 2654435761 modulo 2^32.
    static func picture(_ width: Int, _ height: Int) -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        return PixelBuffer(
            size: size,
            bytes: (0..<(size.area * 3)).map { UInt8(truncatingIfNeeded: (UInt32($0) &* 2_654_435_761) >> 24) })
    }

    /// The picture that an input is scaled to, by Pillow's BICUBIC.
    static func bicubic(_ source: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        let columns = weights(from: source.size.width, to: size.width)
        let narrow = picture(PixelSize(width: size.width, height: source.size.height)) { x, y, channel in
            mean(columns[x].map { (source.value($0.at, y, channel), $0.weight) })
        }
        let rows = weights(from: source.size.height, to: size.height)
        return picture(size) { x, y, channel in mean(rows[y].map { (narrow.value(x, $0.at, channel), $0.weight) }) }
    }

    /// The mean of each block, rounded, halves up.
    static func means(_ source: PixelBuffer, across: Int, down: Int) -> PixelBuffer {
        let size = PixelSize(width: max(source.size.width / across, 1), height: max(source.size.height / down, 1))
        return picture(size) { x, y, channel in
            var sum = across * down / 2
            for row in 0..<down {
                for column in 0..<across { sum += source.value(x * across + column, y * down + row, channel) }
            }
            return UInt8(sum / (across * down))
        }
    }

    /// A turned region, between its four nearest pixels.
    static func turned(_ source: PixelBuffer, _ region: Region, to size: PixelSize) -> PixelBuffer {
        let (right, bottom) = (source.size.width - 1, source.size.height - 1)
        return picture(size) { column, row, channel in
            let place = region.photo(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
            guard place.x >= 0, place.y >= 0, place.x <= Double(right + 1), place.y <= Double(bottom + 1)
            else { return 114 }
            let (x, y) = (min(max(place.x - 0.5, 0), Double(right)), min(max(place.y - 0.5, 0), Double(bottom)))
            func line(_ y: Int) -> Double {
                let (left, share) = (Int(x), x - Double(Int(x)))
                return Double(source.value(left, y, channel)) * (1 - share)
                    + Double(source.value(min(left + 1, right), y, channel)) * share
            }
            let (top, share) = (Int(y), y - Double(Int(y)))
            return UInt8((line(top) * (1 - share) + line(min(top + 1, bottom)) * share).rounded())
        }
    }

    private static func picture(_ size: PixelSize, _ value: (Int, Int, Int) -> UInt8) -> PixelBuffer {
        PixelBuffer(
            size: size,
            bytes: (0..<(size.area * 3)).map { value($0 / 3 % size.width, $0 / 3 / size.width, $0 % 3) })
    }

    private static func mean(_ values: [(Int, Int)]) -> UInt8 {
        UInt8(clamping: values.reduce(1 << 21) { $0 + $1.0 * $1.1 } >> 22)
    }

    private static func weights(from source: Int, to target: Int) -> [[(at: Int, weight: Int)]] {
        let ratio = Double(source) / Double(target)
        let scale = max(ratio, 1)
        return (0..<target).map { index in
            let center = (Double(index) + 0.5) * ratio
            let range = max(Int(center - 2 * scale + 0.5), 0)..<min(Int(center + 2 * scale + 0.5), source)
            let raw = range.map { cubic(abs(Double($0) - center + 0.5) / scale) }
            let sum = raw.reduce(0, +)
            return zip(range, raw).map { ($0, Int(($1 / sum * 4_194_304).rounded(.toNearestOrAwayFromZero))) }
        }
    }

    private static func cubic(_ x: Double) -> Double {
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * -0.5 : 0
    }
}

extension PixelBuffer {
    fileprivate func value(_ x: Int, _ y: Int, _ channel: Int) -> Int { Int(bytes[(y * size.width + x) * 3 + channel]) }
}
