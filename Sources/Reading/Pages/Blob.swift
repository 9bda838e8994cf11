import Findings
import Geometry

/// A connected part of a small picture that one threshold cuts out, and the four lines around it.
///
/// Torn and curled edges have no long straight pieces; the paper as a whole still stands out from what it lies on.
struct Blob {
    /// Four, clockwise, or none where the part has no such shape.
    let sides: [EdgeLine]

    /// The largest bright and the largest dark part by brightness, and the same for both differences of colour.
    static func blobs(in picture: SmallPicture, smallest: Double) -> [Blob] {
        let tints = (0..<picture.area).map { pixel -> (Float, Float, Float) in
            let (red, green, blue) = (
                picture.planes[pixel], picture.planes[pixel + picture.area], picture.planes[pixel + 2 * picture.area]
            )
            return ((red + 2 * green + blue) / 4, 128 + (red - green) / 2, 128 + (blue - (red + green) / 2) / 2)
        }
        return [tints.map(\.0), tints.map(\.1), tints.map(\.2)].flatMap { values -> [Blob] in
            otsu(values).flatMap { threshold in
                [true, false].compactMap { above in
                    Blob(values.map { ($0 > threshold) == above }, picture.width, picture.height, smallest)
                }
            }
        }
    }

    /// The threshold that parts values best (Otsu, 1979), and the ones that part either side of it once more.
    private static func otsu(_ values: [Float]) -> [Float] {
        var counts = [Int](repeating: 0, count: 256)
        for value in values { counts[min(max(Int(value), 0), 255)] += 1 }
        func split(_ range: Range<Int>) -> Int? {
            let total = range.reduce(0) { $0 + counts[$1] }
            let sum = range.reduce(0.0) { $0 + Double(counts[$1] * $1) }
            var (below, belowSum, best, place) = (0, 0.0, 0.0, -1)
            for bin in range {
                below += counts[bin]
                belowSum += Double(counts[bin] * bin)
                guard below > 0, below < total else { continue }
                let gap = belowSum / Double(below) - (sum - belowSum) / Double(total - below)
                let between = Double(below) * Double(total - below) * gap * gap
                if between > best { (best, place) = (between, bin) }
            }
            return place >= 0 ? place : nil
        }
        guard let middle = split(0..<256) else { return [] }
        let further = [split(0..<(middle + 1)), split((middle + 1)..<256)].compactMap { $0 }
        return ([middle] + further).map { Float($0 + 1) }
    }

    private init?(_ mask: [Bool], _ width: Int, _ height: Int, _ smallest: Double) {
        guard let outline = Self.outline(mask, width, height, least: Int(smallest * Double(width * height))) else {
            return nil
        }
        guard let corners = ConvexHull(of: outline).corners.reducedToFour() else { return nil }
        sides = (0..<4).compactMap { place in
            Self.side(corners[place], corners[(place + 1) % 4], outline, width, height)
        }
    }

    /// The first and the last pixel of each row and column of the largest part.
    private static func outline(_ mask: [Bool], _ width: Int, _ height: Int, least: Int) -> [Point]? {
        var labels = [Int32](repeating: 0, count: mask.count)
        var (best, bestSize, label): (Int32, Int, Int32) = (0, 0, 0)
        var stack: [Int] = []
        for seed in mask.indices where mask[seed] && labels[seed] == 0 {
            label += 1
            labels[seed] = label
            stack.append(seed)
            var size = 0
            while let place = stack.popLast() {
                size += 1
                let x = place % width
                for near in [place - width, place + width, x > 0 ? place - 1 : -1, x + 1 < width ? place + 1 : -1]
                where near >= 0 && near < mask.count && mask[near] && labels[near] == 0 {
                    labels[near] = label
                    stack.append(near)
                }
            }
            if size > bestSize { (best, bestSize) = (label, size) }
        }
        guard bestSize >= max(least, 16), bestSize < mask.count * 49 / 50 else { return nil }
        var points: [Point] = []
        for y in 0..<height {
            let row = labels[(y * width)..<((y + 1) * width)]
            guard let first = row.firstIndex(of: best), let last = row.lastIndex(of: best) else { continue }
            points.append(Point(x: Double(first - row.startIndex), y: Double(y) + 0.5))
            points.append(Point(x: Double(last - row.startIndex + 1), y: Double(y) + 0.5))
        }
        for x in 0..<width {
            let column = stride(from: x, to: labels.count, by: width)
            guard let first = column.first(where: { labels[$0] == best }),
                let last = column.reversed().first(where: { labels[$0] == best })
            else { continue }
            points.append(Point(x: Double(x) + 0.5, y: Double(first / width)))
            points.append(Point(x: Double(x) + 0.5, y: Double(last / width + 1)))
        }
        return points
    }

    /// The line through the outline between two corners; nil where it is the picture's own side.
    private static func side(
        _ from: Point, _ to: Point, _ outline: [Point], _ width: Int, _ height: Int
    ) -> EdgeLine? {
        let length = from.distance(to: to)
        guard length > 8 else { return nil }
        var line = EdgeLine(origin: from, direction: (to - from) * (1 / length), weight: length)
        for reach in [0.06 * length + 6, 0.03 * length + 3, 3] {
            let start = line.position(of: from)
            let near = outline.filter { point in
                let along = line.position(of: point) - start
                let inside = point.x > 1 && point.y > 1 && point.x < Double(width - 1) && point.y < Double(height - 1)
                return inside && abs(line.offset(of: point)) < reach && along > 0.04 * length && along < 0.96 * length
            }
            guard near.count >= max(8, Int(length / 5)), let fit = FittedLine(near) else { return nil }
            line = EdgeLine(origin: fit.middle, direction: fit.direction, weight: length)
            if line.position(of: to) < line.position(of: from) {
                line = EdgeLine(origin: fit.middle, direction: fit.direction * -1, weight: length)
            }
        }
        return line
    }
}

extension [Point] {
    /// The four corners that remain of a convex shape when its sides are dropped one by one.
    ///
    /// The neighbours of a dropped side are drawn out to where they cross; the one that adds the least area goes first. Nil
    /// where the neighbours do not cross any more.
    func reducedToFour() -> [Point]? {
        var corners = self
        while corners.count > 4 {
            var best: (place: Int, corner: Point, area: Double)?
            for place in corners.indices {
                let count = corners.count
                let (before, from) = (corners[(place + count - 1) % count], corners[place])
                let (to, after) = (corners[(place + 1) % count], corners[(place + 2) % count])
                let (one, other) = (from - before, to - after)
                let turn = one.x * other.y - one.y * other.x
                guard abs(turn) > 1e-9 else { continue }
                let way = to - from
                let (t, u) = ((way.x * other.y - way.y * other.x) / turn, (way.x * one.y - way.y * one.x) / turn)
                guard t >= 0, u >= 0 else { continue }
                let corner = from + one * t
                let area = abs([from, corner, to].signedArea)
                if area < best?.area ?? .infinity { best = (place, corner, area) }
            }
            guard let best else { return nil }
            let next = (best.place + 1) % corners.count
            corners[best.place] = best.corner
            corners.remove(at: next)
        }
        return corners.count == 4 ? corners : nil
    }
}
