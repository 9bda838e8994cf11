import Findings

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
}

extension EdgeLine {
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
