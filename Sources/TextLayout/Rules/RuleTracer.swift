import Findings

/// Finds the level lines of a grey picture by joining runs of dark pixels from row to row.
///
/// A pixel is dark where it is darker than those at a distance above and below: the edge of a filled area is not.
struct RuleTracer {
    /// One byte a pixel, row by row.
    let grey: [UInt8]
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    /// How far above and below the background is looked at; thicker lines are not found.
    let reach: Int
    /// Shorter lines are left out.
    let shortest: Double

    /// How much darker than the background a line is, of 255.
    private static let contrast = 18
    /// Shorter runs are letters; a line that is turned by 4 degrees has runs of 14 pixels for each of its pixels' width.
    private static let shortestRun = 8
    /// A gap in a run that noise may make.
    private static let gap = 2
    private static let mostRuns = 400_000

    private struct Sums {
        var (count, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        var (left, right) = (Int.max, Int.min)

        mutating func add(_ other: Sums) {
            count += other.count
            x += other.x
            y += other.y
            xx += other.xx
            xy += other.xy
            yy += other.yy
            left = min(left, other.left)
            right = max(right, other.right)
        }
    }

    /// The lines, as x to the right and y downwards.
    func rules() -> [Rule] {
        guard width > 2 * reach, height > 2 * reach else { return [] }
        var (runs, sums, groups) = ([(start: Int, end: Int)](), [Sums](), DisjointSets())
        var above = 0..<0
        var lastRow = -2
        for y in 0..<height {
            let first = runs.count
            appendRuns(of: y, to: &runs)
            for run in runs[first...] {
                sums.append(Self.sums(run.start, run.end, y))
                _ = groups.add()
            }
            if lastRow == y - 1 { join(above, first..<runs.count, runs, &groups) }
            if runs.count > first { (above, lastRow) = (first..<runs.count, y) }
            if runs.count > Self.mostRuns { return [] }
        }
        for index in runs.indices {
            let root = groups.root(of: index)
            if root != index { sums[root].add(sums[index]) }
        }
        return runs.indices.filter { groups.root(of: $0) == $0 }.compactMap { rule(sums[$0]) }
    }

    private func appendRuns(of y: Int, to runs: inout [(start: Int, end: Int)]) {
        let row = y * width
        let up = max(0, y - reach) * width
        let down = min(height - 1, y + reach) * width
        var (start, end) = (-1, -1)
        grey.withUnsafeBufferPointer { grey in
            for x in 0..<width {
                // At the picture's edge the other side alone is the background.
                let above = y < reach ? grey[down + x] : grey[up + x]
                let below = y + reach >= height ? above : grey[down + x]
                guard Int(grey[row + x]) + Self.contrast < Int(min(above, below)) else { continue }
                if start >= 0, x - end <= Self.gap {
                    end = x + 1
                } else {
                    if start >= 0, end - start >= Self.shortestRun { runs.append((start, end)) }
                    (start, end) = (x, x + 1)
                }
            }
        }
        if start >= 0, end - start >= Self.shortestRun { runs.append((start, end)) }
    }

    /// Joins runs of two rows that overlap or touch, each list from left to right.
    private func join(
        _ above: Range<Int>, _ below: Range<Int>, _ runs: [(start: Int, end: Int)], _ groups: inout DisjointSets
    ) {
        var (a, b) = (above.lowerBound, below.lowerBound)
        while a < above.upperBound, b < below.upperBound {
            if runs[a].start <= runs[b].end + Self.gap, runs[b].start <= runs[a].end + Self.gap { groups.join(a, b) }
            if runs[a].end < runs[b].end { a += 1 } else { b += 1 }
        }
    }

    private static func sums(_ start: Int, _ end: Int, _ y: Int) -> Sums {
        let (n, mid, y) = (Double(end - start), Double(start + end - 1) / 2, Double(y))
        var sums = Sums()
        sums.count = n
        sums.x = n * mid
        sums.y = n * y
        sums.xx = n * mid * mid + n * (n * n - 1) / 12
        sums.xy = n * mid * y
        sums.yy = n * y * y
        sums.left = start
        sums.right = end
        return sums
    }

    /// The line of best fit through a group of runs; nil where it is short, thick, steep or not straight.
    private func rule(_ sums: Sums) -> Rule? {
        let length = Double(sums.right - sums.left)
        guard length >= shortest, sums.count > 0 else { return nil }
        let (mx, my) = (sums.x / sums.count, sums.y / sums.count)
        let spread = sums.xx / sums.count - mx * mx
        guard spread > 0 else { return nil }
        let slope = (sums.xy / sums.count - mx * my) / spread
        let rest = max(0, sums.yy / sums.count - my * my - slope * slope * spread).squareRoot()
        let thickness = sums.count / length
        guard abs(slope) < 0.18, thickness < Double(reach) * 1.2, rest < max(1.6, thickness * 0.6) else { return nil }
        let at: (Int) -> Point = { Point(x: Double($0), y: my + slope * (Double($0) - mx) + 0.5) }
        return Rule(start: at(sums.left), end: at(sums.right), thickness: thickness)
    }
}

/// A picture of one byte a pixel.
struct GreyPicture {
    /// Row by row.
    var bytes: [UInt8]
    /// In pixels.
    var size: PixelSize

    /// The lightness of a picture of three bytes a pixel (ITU-R BT.601's weights); nil where the buffer is too small.
    init?(pixels: UnsafeRawBufferPointer, size: PixelSize) {
        guard let area = size.area(ofBytes: pixels.count) else { return nil }
        self.size = size
        bytes = [UInt8](unsafeUninitializedCapacity: area) { buffer, count in
            for index in 0..<area {
                let (r, g, b) = (Int(pixels[index * 3]), Int(pixels[index * 3 + 1]), Int(pixels[index * 3 + 2]))
                buffer[index] = UInt8((r * 77 + g * 150 + b * 29) >> 8)
            }
            count = area
        }
    }

    private init(bytes: [UInt8], size: PixelSize) {
        self.bytes = bytes
        self.size = size
    }

    /// With rows and columns exchanged.
    func transposed() -> GreyPicture {
        var turned = [UInt8](repeating: 0, count: bytes.count)
        let (width, height) = (size.width, size.height)
        // In squares, so that both pictures stay near in memory.
        for top in stride(from: 0, to: height, by: 64) {
            for left in stride(from: 0, to: width, by: 64) {
                for y in top..<min(top + 64, height) {
                    for x in left..<min(left + 64, width) { turned[x * height + y] = bytes[y * width + x] }
                }
            }
        }
        return GreyPicture(bytes: turned, size: PixelSize(width: height, height: width))
    }
}
