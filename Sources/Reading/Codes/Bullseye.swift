import Findings
import Foundation

/// The rings of squares in the middle of an Aztec code, ISO/IEC 24778, which say where it lies and how it is tilted.
///
/// From the dark middle outwards they are light and dark in turn, a module wide each: the fourth ends a compact code's,
/// the sixth a full one's.
struct Bullseye {
    /// The middle of the rings, in the picture's pixels.
    var middle: Point
    /// The outer corners of the outermost light ring, clockwise, in the picture's pixels.
    var corners: Quadrilateral
    /// How many modules lie between two of them: 7 of a compact code, 11 of a full one.
    var modules: Int

    /// The largest full code has 151 modules on a side, the largest compact one 27; with a margin of four each.
    var modulesOfLargest: Int { modules == 7 ? 35 : 159 }

    /// So many pixels wide a module is drawn; odd, so that it has a middle one.
    static let module = 5
    /// In so many directions from the middle the rings are looked at.
    private static let directions = 128
    /// The rings show in nearly all of them, but for a speck.
    private static let leastShare = 0.9
    /// The least width in pixels of the seven modules across the rings: below this the library reads nothing.
    private static let leastWidth = 14

    /// Every bullseye in a picture, from top to bottom.
    static func all(in picture: GreyPicture) -> [Bullseye] {
        guard min(picture.width, picture.height) >= leastWidth else { return [] }
        let relief = picture.relief(side: 63)
        var found: [Bullseye] = []
        // Seven runs are seven modules through the middle: three rings, the middle, three rings.
        var edges: [Int] = []
        // The middle is two rows high, so every second row crosses it.
        for row in stride(from: 0, to: relief.height, by: 2) {
            edges.removeAll(keepingCapacity: true)
            relief.forEachEdge(in: row) { column, becomesDark in
                edges.append(column)
                guard becomesDark, edges.count >= 8, areEven(edges.suffix(8)) else { return }
                let place = Point(
                    x: Double(edges[edges.count - 5] + edges[edges.count - 4]) / 2, y: Double(row) + 0.5)
                guard !found.contains(where: { $0.middle.distance(to: place) < $0.corners.width / 2 }),
                    let bullseye = Bullseye(around: place, in: relief)
                else { return }
                found.append(bullseye)
            }
        }
        return found
    }

    /// Whether places lie about equally far from each other.
    private static func areEven(_ edges: ArraySlice<Int>) -> Bool {
        guard let first = edges.first, let last = edges.last, last - first >= leastWidth else { return false }
        let unit = Double(last - first) / Double(edges.count - 1)
        return zip(edges, edges.dropFirst()).allSatisfy { abs(Double($1 - $0) - unit) <= max(unit * 0.5, 1) }
    }

    /// The rings around a place on their dark middle; nil where none are.
    private init?(around place: Point, in relief: GreyPicture) {
        let (up, down) = (Point(x: 0, y: -1), Point(x: 0, y: 1))
        guard let above = relief.edges(from: place, towards: up, count: 4), Self.areRings(above),
            let below = relief.edges(from: place, towards: down, count: 4), Self.areRings(below)
        else { return nil }
        middle = place + down * ((below[0] - above[0]) / 2)
        let rays = (0..<Self.directions).map { index in
            let angle = 2 * .pi * Double(index) / Double(Self.directions)
            return Point(x: cos(angle), y: sin(angle))
        }
        // A compact code has no sixth ring: the corners of its fifth are never light all around.
        for rings in [6, 4] {
            guard let outline = Self.outline(around: middle, rays, rings: rings, in: relief),
                let corners = Self.corners(of: outline, around: middle)
            else { continue }
            self.corners = corners
            modules = 2 * rings - 1
            return
        }
        return nil
    }

    /// Where the last of some rings begins along rays; nil where not nearly all of them cross such rings.
    private static func outline(around middle: Point, _ rays: [Point], rings: Int, in relief: GreyPicture) -> [Point]? {
        let allowed = Int(Double(rays.count) * (1 - leastShare))
        var outline: [Point] = []
        for (index, ray) in rays.enumerated() {
            if let edges = relief.edges(from: middle, towards: ray, count: rings), areRings(edges) {
                outline.append(middle + ray * edges[rings - 1])
            } else if index - outline.count >= allowed {
                return nil
            }
        }
        return outline
    }

    /// Whether distances from the middle are those of half a module, and a module more each.
    private static func areRings(_ edges: [Double]) -> Bool {
        guard let last = edges.last else { return false }
        let unit = last / (Double(edges.count) - 0.5)
        return edges.indices.allSatisfy { abs(edges[$0] - unit * (Double($0) + 0.5)) <= max(unit * 0.5, 1) }
    }

    /// The corners of a four-sided outline, clockwise; nil where it has no such shape.
    private static func corners(of outline: [Point], around middle: Point) -> Quadrilateral? {
        guard let first = farthest(in: outline.indices, by: { outline[$0].distance(to: middle) }) else { return nil }
        let around = Array(outline[first...] + outline[..<first])
        guard let third = farthest(in: around.indices, by: { around[$0].distance(to: around[0]) }) else { return nil }
        let aside = { (index: Int) in around[index].distance(toSegmentFrom: around[0], to: around[third]) }
        guard let second = farthest(in: 0..<third, by: aside),
            let fourth = farthest(in: third..<around.count, by: aside)
        else { return nil }
        let ends = [0, second, third, fourth, around.count]
        let sides = (0..<4).compactMap { side -> EdgeLine? in
            // Rays beside a corner may have gone past it.
            let margin = max((ends[side + 1] - ends[side]) / 8, 1)
            guard ends[side + 1] - ends[side] > 2 * margin + 2 else { return nil }
            let fit = FittedLine(Array(around[(ends[side] + margin)...(ends[side + 1] - margin)]))
            return fit.map { EdgeLine(origin: $0.middle, direction: $0.direction, weight: 1) }
        }
        guard sides.count == 4 else { return nil }
        return Quadrilateral((0..<4).compactMap { sides[($0 + 3) % 4].crossing(sides[$0]) })
    }

    private static func farthest(in range: Range<Int>, by distance: (Int) -> Double) -> Int? {
        range.max { distance($0) < distance($1) }
    }
}

extension GreyPicture {
    /// Where a row of a relief changes between dark and light, and whether to dark.
    fileprivate func forEachEdge(in row: Int, _ body: (_ column: Int, _ becomesDark: Bool) -> Void) {
        pixels.withUnsafeBufferPointer { pixels in
            let row = UnsafeBufferPointer(rebasing: pixels[row * width..<(row + 1) * width])
            var wasDark = row[0] < Self.darkness
            for column in 1..<width where (row[column] < Self.darkness) != wasDark {
                wasDark.toggle()
                body(column, wasDark)
            }
        }
    }

    /// How far from a dark place a relief changes along a ray, for the first times; nil where it ends before.
    fileprivate func edges(from place: Point, towards ray: Point, count: Int) -> [Double]? {
        let step = 0.5
        let threshold = Double(Self.darkness) - 0.5
        return pixels.withUnsafeBufferPointer { pixels in
            func value(_ way: Double) -> Double? {
                let (x, y) = (place.x + way * ray.x, place.y + way * ray.y)
                guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
                return Double(sample(pixels, x: x - 0.5, y: y - 0.5))
            }
            guard var last = value(0), last < threshold else { return nil }
            var edges: [Double] = []
            var way = 0.0
            while edges.count < count {
                way += step
                // No ring is several times as wide as half of the middle.
                guard let next = value(way), way < 16 * (edges.first ?? way) + 8 else { return nil }
                if (next < threshold) != (last < threshold) {
                    edges.append(way - step * (next - threshold) / (next - last))
                }
                last = next
            }
            return edges
        }
    }
}
