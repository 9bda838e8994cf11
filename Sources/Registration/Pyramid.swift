import Findings

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
