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
    /// Half as wide as between the corners: how far around the middle there is no other bullseye, in the picture's pixels.
    var reach: Double

    /// The largest full code has 151 modules on a side, the largest compact one 27; with a margin of four each.
    var modulesOfLargest: Int { modules == 7 ? 35 : 159 }

    /// The side in pixels of its plane, straightened for the library.
    var sideOfPlane: Int { modulesOfLargest * Self.module }

    /// So many pixels wide a module is drawn; odd, so that it has a middle one.
    static let module = 5
    /// The rings are looked at in so many directions from the middle.
    private static let rays = (0..<128).map { index in
        let angle = 2 * .pi * Double(index) / 128
        return Point(x: cos(angle), y: sin(angle))
    }
    /// The rings show in nearly all of them, but for a speck.
    private static let leastShare = 0.9
    /// The least width in pixels of the seven modules across the rings: below this the library reads nothing.
    static let leastWidth = 14

    /// Every bullseye in a picture, from top to bottom, up to a number.
    static func all(in picture: GreyPicture, maximum: Int) -> [Bullseye] {
        var search = BullseyeSearch(of: picture, maximum: maximum)
        search.run()
        return search.found
    }

    /// The rings around a place on their dark middle, of which seven modules lie in a range of columns.
    ///
    /// Nil where none are, and where the pixels around the place are more than the budget for reliefs has left.
    init?(
        around place: Point, across columns: Range<Int>, in picture: GreyPicture, reliefs: inout PixelBudget
    ) {
        let level = picture.mean(of: columns, row: Int(place.y))
        // Half of the columns is what the fourth edge is away, unless the rings are tilted.
        let farthest = Double(columns.count)
        let heights = [-1.0, 1].compactMap { step in
            picture.edges(from: place, towards: Point(x: 0, y: step), count: 4, level: level, within: farthest)
        }
        guard heights.count == 2, heights.allSatisfy(Self.areRings) else { return nil }
        let place = place + Point(x: 0, y: (heights[1][0] - heights[0][0]) / 2)
        // Four rays leave little of what only looks alike in rows and columns.
        for ray in [Point(x: 1, y: 1), Point(x: -1, y: 1), Point(x: -1, y: -1), Point(x: 1, y: -1)] {
            let edges = picture.edges(
                from: place, towards: ray * 0.5.squareRoot(), count: 4, level: level, within: farthest)
            guard let edges, Self.areRings(edges) else { return nil }
        }
        // A full code's rings reach eight modules far at their corners.
        let reach = farthest * 1.5
        let corner = Point(x: max((place.x - reach).rounded(.down), 0), y: max((place.y - reach).rounded(.down), 0))
        let (right, bottom) = (
            min((place.x + reach).rounded(.up), Double(picture.width)),
            min((place.y + reach).rounded(.up), Double(picture.height))
        )
        let box = Box(x: corner.x, y: corner.y, width: right - corner.x, height: bottom - corner.y)
        guard reliefs.take(Int(box.width * box.height)), let part = picture.part(box) else { return nil }
        let relief = part.relief(side: 63)
        let center = place - corner
        middle = place
        // A compact code has no sixth ring: the corners of its fifth are never light all around.
        for rings in [6, 4] {
            guard let outline = Self.outline(around: center, rings: rings, in: relief),
                let corners = Self.corners(of: outline, around: center)
            else { continue }
            self.corners = corners.mapped { $0 + corner }
            modules = 2 * rings - 1
            self.reach = self.corners.width / 2
            return
        }
        return nil
    }

    /// Where the last of some rings begins along rays; nil where not nearly all of them cross such rings.
    private static func outline(around middle: Point, rings: Int, in relief: GreyPicture) -> [Point]? {
        let allowed = Int(Double(rays.count) * (1 - leastShare))
        let level = Double(GreyPicture.darkness) - 0.5
        let farthest = Double(relief.width + relief.height)
        var outline: [Point] = []
        for (index, ray) in rays.enumerated() {
            let edges = relief.edges(from: middle, towards: ray, count: rings, level: level, within: farthest)
            if let edges, areRings(edges) {
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
    /// The mean grey of some columns of a row.
    fileprivate func mean(of columns: Range<Int>, row: Int) -> Double {
        Double(columns.reduce(0) { $0 + Int(pixels[row * width + $1]) }) / Double(columns.count)
    }

    /// How far from a dark place the grey crosses a level along a ray, for the first times; nil where it does not within
    /// a distance.
    fileprivate func edges(
        from place: Point, towards ray: Point, count: Int, level: Double, within farthest: Double
    ) -> [Double]? {
        let step = 0.5
        return pixels.withUnsafeBufferPointer { pixels in
            func value(_ way: Double) -> Double? {
                let (x, y) = (place.x + way * ray.x, place.y + way * ray.y)
                guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
                return Double(sample(pixels, x: x - 0.5, y: y - 0.5))
            }
            guard var last = value(0), last < level else { return nil }
            var edges: [Double] = []
            var way = 0.0
            while edges.count < count {
                way += step
                guard way < farthest, let next = value(way) else { return nil }
                if (next < level) != (last < level) {
                    edges.append(way - step * (next - level) / (next - last))
                }
                last = next
            }
            return edges
        }
    }
}
