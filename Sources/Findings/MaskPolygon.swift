/// A polygon around a part of a mask, with fewer corners than the pixels have.
struct MaskPolygon {
    /// Ways to simplify, of which the first that keeps the area is taken.
    ///
    /// The inset is where a long run is left, in pixels from its ends, nil for its middle; the tolerance is the distance
    /// in pixels that corners may be left out for.
    private static let attempts: [(inset: Double?, tolerance: Double)] = [
        (nil, 0.5), (nil, 0.25), (1.5, 0.25), (1.5, 0.1),
    ]
    /// The share of the area that a simpler polygon may be off by.
    private static let largestError = 0.01
    /// The most corners that are compared with one another, which bounds the work for any border.
    private static let longestStretch = 512

    /// Clockwise, in pixel edges: a mask of one pixel has corners at 0 and 1.
    let corners: [Point]

    /// The simplest polygon of a border that keeps its area.
    init(around border: [MaskContours.Run]) {
        let area = Double(MaskContours.doubledArea(border)) / 2
        for attempt in Self.attempts {
            let line = Self.smoothed(border, inset: attempt.inset)
            let simple = Self.kept(of: line, tolerance: attempt.tolerance).map { line[$0] }
            if simple.count >= 3, abs(Self.area(of: simple) - area) <= Self.largestError * area {
                corners = simple
                return
            }
        }
        corners = border.map { Point(x: Double($0.x), y: Double($0.y)) }
    }

    /// The coordinates one after another, as COCO has them.
    var coordinates: [Double] { corners.flatMap { [$0.x, $0.y] } }

    /// The area inside a polygon, by the shoelace formula; negative where it runs counter-clockwise.
    static func area(of corners: [Point]) -> Double {
        guard var last = corners.last else { return 0 }
        var doubled = 0.0
        for corner in corners {
            doubled += last.x * corner.y - corner.x * last.y
            last = corner
        }
        return doubled / 2
    }

    /// Places along a border's straight runs, which lie in line along a slanted edge, and the corners between long runs.
    ///
    /// Where one of two runs has a single pixel, the line from its middle passes the corner within half a pixel.
    private static func smoothed(_ border: [MaskContours.Run], inset: Double?) -> [Point] {
        guard var before = border.last else { return [] }
        var line: [Point] = []
        for run in border {
            if before.length > 1, run.length > 1 { line.append(Point(x: Double(run.x), y: Double(run.y))) }
            let length = Double(run.length)
            let places = inset.flatMap { length > 2 * $0 ? [$0, length - $0] : nil } ?? [length / 2]
            for along in places {
                line.append(
                    Point(x: Double(run.x) + Double(run.dx) * along, y: Double(run.y) + Double(run.dy) * along))
            }
            before = run
        }
        return line
    }

    /// Which corners stay, by Ramer, Douglas and Peucker: a stretch is a straight line where no corner of it is further off.
    ///
    /// - Parameter isFine: Whether the line between two corners can stand for those between; the last one is the first again.
    static func kept(
        of ring: [Point], tolerance: Double, where isFine: (_ start: Int, _ end: Int) -> Bool = { _, _ in true }
    ) -> [Int] {
        guard ring.count > 3, let first = ring.first else { return Array(ring.indices) }
        let line = ring + [first]
        // A ring's halves: from its first corner to the one that is furthest from it, and back.
        let far = ring.indices.max { ring[$0].distance(to: first) < ring[$1].distance(to: first) } ?? 0
        var isKept = [Bool](repeating: false, count: line.count)
        var stretches: [(Int, Int)] = []
        for (start, end) in [(0, far), (far, ring.count)] {
            for from in stride(from: start, to: end, by: longestStretch) {
                stretches.append((from, min(from + longestStretch, end)))
            }
        }
        while let (start, end) = stretches.popLast() {
            isKept[start] = true
            guard end - start > 1 else { continue }
            // Where all are in line, the middle one.
            var (furthest, distance) = ((start + end) / 2, 0.0)
            for index in start + 1..<end {
                let off = Self.distance(line[index], line[start], line[end])
                if off > distance { (furthest, distance) = (index, off) }
            }
            if distance > tolerance || !isFine(start, end) { stretches += [(start, furthest), (furthest, end)] }
        }
        return ring.indices.filter { isKept[$0] }
    }

    /// The distance of a point from the line between two others.
    private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
        let (along, own) = (end - start, point - start)
        let squared = along.x * along.x + along.y * along.y
        guard squared > 0 else { return own.length }
        let share = min(max((own.x * along.x + own.y * along.y) / squared, 0), 1)
        return own.distance(to: along * share)
    }
}

extension RunLengthMask {
    /// The outer contours as `[x1, y1, x2, y2, …]`, the largest first; holes are not told.
    ///
    /// Coordinates are pixel edges, so a mask of one pixel is a square with sides of 1. Polygons are simplified as long as
    /// they stay within half a pixel of the line through the border's steps and within 1 % of the area inside of it; where
    /// none does, every corner of the border is told.
    ///
    /// - Parameter most: Only so many polygons, the largest.
    public func polygons(atMost most: Int = 1_000) -> [[Double]] {
        MaskContours.largest(of: self, atMost: most).map { MaskPolygon(around: $0).coordinates }
    }
}
