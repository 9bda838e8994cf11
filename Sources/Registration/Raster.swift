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
        let half = PixelSize(width: size.width / 2, height: size.height / 2)
        guard half.width > 0, half.height > 0 else { return nil }
        let stride = size.width * 3
        let small = [UInt8](unsafeUninitializedCapacity: half.area * 3) { target, count in
            bytes.withUnsafeBufferPointer { source in
                var out = 0
                for y in 0..<half.height {
                    var place = 2 * y * stride
                    for _ in 0..<half.width {
                        for channel in 0..<3 {
                            let upper = Int(source[place + channel]) + Int(source[place + 3 + channel])
                            let lower =
                                Int(source[place + stride + channel]) + Int(source[place + stride + 3 + channel])
                            target[out + channel] = UInt8(truncatingIfNeeded: (upper + lower + 2) >> 2)
                        }
                        out += 3
                        place += 6
                    }
                }
            }
            count = half.area * 3
        }
        return Raster(rgb: small, size: half)
    }
}

/// A picture and its halves, so that each search reads pixels of about the size it needs.
struct Pyramid {
    /// The picture itself first, each next one half as large.
    let levels: [Raster]

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
}
