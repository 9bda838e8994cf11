import Findings
import Foundation

/// A straight piece of edge in a small picture.
struct Segment {
    let start: Point
    let end: Point
    /// The mean strength of its pixels' edges.
    let strength: Double

    var length: Double { start.distance(to: end) }
    /// Its length, less where the edge is faint: one of 12 grey levels a pixel counts half.
    var weight: Double { length * strength / (strength + 12) }
    /// The unit vector from start to end.
    var direction: Point { (end - start) * (1 / max(length, 1e-9)) }
}

extension EdgeMap {
    /// Straight pieces of edges, the weightiest first: pixels that touch and whose normals agree are one piece.
    ///
    /// After the region growing of von Gioi et al., LSD: a line segment detector (IPOL, 2012), on thinned edges.
    func segments(atLeast least: Double, atMost most: Int) -> [Segment] {
        var taken = [Bool](repeating: false, count: strength.count)
        var found: [Segment] = []
        let order = byStrength()
        var members: [Int] = []
        for seed in order where !taken[seed] {
            members.removeAll(keepingCapacity: true)
            grow(from: seed, &taken, &members)
            if Double(members.count) >= least * 0.7 { split(members, least, &found, depth: 0) }
        }
        found.sort { $0.weight > $1.weight }
        return Array(found.prefix(most))
    }

    /// The edge pixels, the strongest first, to within a 64th of the range.
    private func byStrength() -> [Int] {
        var bins = [[Int]](repeating: [], count: 64)
        for place in strength.indices where strength[place] > 0 {
            bins[63 - min(Int(strength[place]), 63)].append(place)
        }
        return bins.flatMap { $0 }
    }

    private func grow(from seed: Int, _ taken: inout [Bool], _ members: inout [Int]) {
        taken[seed] = true
        members.append(seed)
        // The mean direction of the doubled angle, in which opposite normals are one.
        var (cosine, sine) = doubled(seed)
        var next = 0
        while next < members.count {
            let place = members[next]
            next += 1
            for dy in -1...1 {
                for dx in -1...1 {
                    let near = place + dy * width + dx
                    // Edges keep two pixels from the border, so a neighbour is never outside.
                    guard strength[near] > 0, !taken[near] else { continue }
                    let (c, s) = doubled(near)
                    let agreement = (c * cosine + s * sine) / max((cosine * cosine + sine * sine).squareRoot(), 1e-9)
                    guard agreement > Self.agreement else { continue }
                    taken[near] = true
                    members.append(near)
                    cosine += c
                    sine += s
                }
            }
        }
    }

    /// Normals that differ by less than 18 degrees are of one edge.
    private static let agreement = Float(cos(2 * 18 * Double.pi / 180))

    private func doubled(_ place: Int) -> (Float, Float) {
        let (x, y) = (normalX[place], normalY[place])
        return (x * x - y * y, 2 * x * y)
    }

    /// Fits a line through pixels; where they bend away from it they are cut in the middle and tried again.
    private func split(_ members: [Int], _ least: Double, _ found: inout [Segment], depth: Int) {
        let points = members.map(place)
        guard let fit = FittedLine(points) else { return }
        let along = points.map { fit.position(of: $0) }
        guard let first = along.min(), let last = along.max(), last - first >= least else { return }
        if fit.spread > 0.9, depth < 6 {
            let middle = (first + last) / 2
            let parts = zip(members, along)
            split(parts.filter { $0.1 < middle }.map(\.0), least, &found, depth: depth + 1)
            split(parts.filter { $0.1 >= middle }.map(\.0), least, &found, depth: depth + 1)
        } else {
            let sum = members.reduce(0) { $0 + Double(strength[$1]) }
            found.append(
                Segment(
                    start: fit.point(at: first), end: fit.point(at: last), strength: sum / Double(members.count)))
        }
    }

    /// Where the edge through a pixel lies, with pixel 0 from 0 to 1.
    private func place(_ place: Int) -> Point {
        Point(
            x: Double(place % width) + 0.5 + Double(normalX[place] * offset[place]),
            y: Double(place / width) + 0.5 + Double(normalY[place] * offset[place]))
    }
}
