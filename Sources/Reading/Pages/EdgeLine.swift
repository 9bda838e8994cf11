import Findings
import Geometry

/// A straight line through a small picture, with what speaks for an edge along it.
struct EdgeLine {
    /// A unit vector along the line.
    let direction: Point
    let origin: Point
    /// True for a side of the picture itself, where a page may leave it.
    let isBorder: Bool
    /// The total weight of the segments on it, in pixels.
    let weight: Double
    /// Sums of the support up to each position; the first belongs to `first`.
    private var sums: [Float] = []
    private var first = 0

    /// What an edge counts that lies so many pixels beside the line: paper is never quite straight.
    private static let shares: [Float] = [1, 1, 0.9, 0.75]

    var normal: Point { Point(x: -direction.y, y: direction.x) }

    init(origin: Point, direction: Point, weight: Double, isBorder: Bool = false) {
        self.origin = origin
        self.direction = direction
        self.weight = weight
        self.isBorder = isBorder
    }

    func position(of point: Point) -> Double {
        (point.x - origin.x) * direction.x + (point.y - origin.y) * direction.y
    }

    func offset(of point: Point) -> Double { (point.x - origin.x) * normal.x + (point.y - origin.y) * normal.y }

    /// Where two lines cross; nil where they are parallel.
    func crossing(_ other: EdgeLine) -> Point? {
        let turn = direction.x * other.direction.y - direction.y * other.direction.x
        guard abs(turn) > 1e-6 else { return nil }
        let way = other.origin - origin
        return origin + direction * ((way.x * other.direction.y - way.y * other.direction.x) / turn)
    }

    /// The share of edge between two positions on the line, 0 to 1.
    func support(_ from: Double, _ to: Double) -> Double {
        let (low, high) = (min(from, to), max(from, to))
        guard high > low, sums.count > 1 else { return 0 }
        func sum(_ position: Double) -> Double {
            let place = min(max(position - Double(first), 0), Double(sums.count - 1))
            let whole = min(Int(place), sums.count - 2)
            let share = place - Double(whole)
            return Double(sums[whole]) * (1 - share) + Double(sums[whole + 1]) * share
        }
        return (sum(high) - sum(low)) / (high - low)
    }

    /// Walks along the line through the picture and adds up how much of an edge lies there.
    mutating func measure(_ maps: [EdgeMap]) {
        guard let map = maps.first else { return }
        let reach = Double(map.width + map.height)
        let start = Int((-reach).rounded(.down))
        let (nx, ny) = (Float(normal.x), Float(normal.y))
        var total: Float = 0
        first = start
        sums = [0]
        sums.reserveCapacity(2 * Int(reach) + 2)
        for step in start..<(start + 2 * Int(reach)) {
            let place = origin + direction * (Double(step) + 0.5)
            var best: Float = 0
            if place.x >= 0, place.y >= 0, place.x < Double(map.width), place.y < Double(map.height) {
                for map in maps {
                    for aside in -3...3 {
                        let x = Int(place.x + normal.x * Double(aside))
                        let y = Int(place.y + normal.y * Double(aside))
                        guard x >= 0, y >= 0, x < map.width, y < map.height else { continue }
                        let near = y * map.width + x
                        let force = map.strength[near]
                        guard force > 0, abs(map.normalX[near] * nx + map.normalY[near] * ny) > 0.9 else { continue }
                        let value = force / (force + map.half) * Self.shares[abs(aside)]
                        if value > best { best = value }
                    }
                }
            }
            total += best
            sums.append(total)
        }
    }

    /// The lines of a picture that carry the most edge, the strongest first.
    static func lines(of segments: [Segment], atMost most: Int) -> [EdgeLine] {
        var taken = [Bool](repeating: false, count: segments.count)
        var lines: [EdgeLine] = []
        for (seed, segment) in segments.enumerated() where !taken[seed] {
            guard lines.count < 3 * most else { break }
            var line = EdgeLine(origin: segment.start, direction: segment.direction, weight: segment.weight)
            var members = [seed]
            for _ in 0..<2 {
                members = segments.indices.filter { (!taken[$0] || $0 == seed) && line.holds(segments[$0]) }
                let ends = members.flatMap { [segments[$0].start, segments[$0].end] }
                let weights = members.flatMap { [segments[$0].weight, segments[$0].weight] }
                guard let fit = FittedLine(ends, weights: weights) else { break }
                let weight = members.reduce(0) { $0 + segments[$1].weight }
                line = EdgeLine(origin: fit.middle, direction: fit.direction, weight: weight)
            }
            for member in members { taken[member] = true }
            taken[seed] = true
            lines.append(line)
        }
        return Array(lines.sorted { $0.weight > $1.weight }.prefix(most))
    }

    private func holds(_ segment: Segment) -> Bool {
        let along = abs(segment.direction.x * direction.x + segment.direction.y * direction.y)
        return along > 0.99 && abs(offset(of: segment.start)) < 2.2 && abs(offset(of: segment.end)) < 2.2
    }

    /// The four sides of the picture, which weigh as much as a good edge of a third of its length.
    static func borders(width: Int, height: Int) -> [EdgeLine] {
        let corner = Point(x: Double(width), y: Double(height))
        let (right, down) = (Point(x: 1, y: 0), Point(x: 0, y: 1))
        return [(Point(x: 0, y: 0), right), (Point(x: 0, y: 0), down), (corner, right), (corner, down)].map {
            EdgeLine(origin: $0.0, direction: $0.1, weight: Double(max(width, height)) / 3, isBorder: true)
        }
    }
}

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
