import Findings

/// An upright picture as RGB bytes, three a pixel, rows one after another without padding.
///
/// Places are continuous: the first pixel covers 0 to 1, its middle is at 0.5, as in ``Findings/Box``.
public struct Raster: Sendable {
    /// The picture's size in pixels.
    public let size: PixelSize
    /// Three bytes a pixel.
    public let bytes: [UInt8]

    /// A picture of its bytes; nil where their number does not fit the size.
    public init?(rgb: [UInt8], size: PixelSize) {
        guard size.width > 0, size.height > 0, rgb.count == size.area * 3 else { return nil }
        self.size = size
        bytes = rgb
    }

    /// Half as large: each pixel is the mean of four, a last odd row or column is left out.
    ///
    /// Nil where nothing would be left.
    public func halved() -> Raster? {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { Raster(halving: $0, size: size, rowBytes: size.width * 3) }
        }
    }

    /// The half of a part of a picture, which is read where it lies; nil where nothing would be left.
    ///
    /// - Parameters:
    ///   - source: The part's first pixel.
    ///   - size: The part's own size.
    ///   - rowBytes: From one row of the picture to the next.
    public init?(halving source: UnsafePointer<UInt8>, size: PixelSize, rowBytes: Int) {
        let half = PixelSize(width: size.width / 2, height: size.height / 2)
        guard half.width > 0, half.height > 0 else { return nil }
        self.size = half
        bytes = [UInt8](unsafeUninitializedCapacity: half.area * 3) { target, count in
            var out = 0
            for y in 0..<half.height {
                var upper = source + 2 * y * rowBytes
                for _ in 0..<half.width {
                    let lower = upper + rowBytes
                    for channel in 0..<3 {
                        let sum =
                            Int(upper[channel]) + Int(upper[3 + channel]) + Int(lower[channel])
                            + Int(lower[3 + channel])
                        target[out + channel] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
                    }
                    out += 3
                    upper += 6
                }
            }
            count = half.area * 3
        }
    }
}

/// A picture and its halves, so that each search reads pixels of about the size it needs.
struct Pyramid {
    /// The picture itself first, each next one half as large.
    let levels: [Raster]
    private let kept = KeptLumas()

    init(_ raster: Raster) {
        var levels = [raster]
        while let last = levels.last, max(last.size.width, last.size.height) > 128, let half = last.halved() {
            levels.append(half)
        }
        self.levels = levels
    }

    /// The pixels of the picture that one pixel of a level covers, along a side.
    func scale(of level: Int) -> Double { Double(1 << level) }

    /// The largest level whose long side is at most this.
    func level(longSideAtMost limit: Int) -> Int {
        levels.firstIndex { max($0.size.width, $0.size.height) <= limit } ?? levels.count - 1
    }

    /// The smallest level on which a length is still at least as many pixels.
    func level(forLength length: Double, atLeast pixels: Double) -> Int {
        var level = 0
        while level + 1 < levels.count, length / scale(of: level + 1) >= pixels { level += 1 }
        return level
    }

    /// Lends a reader of a level's brightness in pixels of the picture, which is worked out when it is first asked for.
    func withLumaSampler<Result>(level: Int, _ body: (LumaSampler) throws -> Result) rethrows -> Result {
        let lumas = kept.levels[level] ?? levels[level].lumas()
        kept.levels[level] = lumas
        let size = levels[level].size
        return try lumas.withUnsafeBufferPointer {
            try body(LumaSampler(lumas: $0, width: size.width, height: size.height, factor: 1 / scale(of: level)))
        }
    }
}

/// The brightness of a pyramid's levels, for every dark disc is looked at on one of a few.
private final class KeptLumas {
    var levels: [Int: [UInt8]] = [:]
}
