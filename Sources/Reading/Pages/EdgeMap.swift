import Findings
import Foundation

/// The edges of a small picture: pixels where the colour changes most across the edge's direction.
struct EdgeMap {
    let width: Int
    let height: Int
    /// How strongly the colour changes from pixel to pixel; 0 where there is no edge.
    let strength: [Float]
    /// The unit vector across the edge; which of its two ways is not fixed.
    let normalX: [Float]
    let normalY: [Float]
    /// How far the edge lies from the pixel's middle along the normal, in pixels.
    let offset: [Float]
    /// The strength that counts half: edges of the picture's noise and texture are weaker.
    let half: Float

    /// Edges by the colour's structure tensor (Di Zenzo, A note on the gradient of a multi-image, 1986).
    init(_ picture: SmallPicture) {
        let (width, height, area) = (picture.width, picture.height, picture.area)
        var force = [Float](repeating: 0, count: area)
        var nx = force
        var ny = force
        picture.planes.withUnsafeBufferPointer { planes in
            for y in 1..<(height - 1) where height > 2 && width > 2 {
                for x in 1..<(width - 1) {
                    var (xx, yy, xy): (Float, Float, Float) = (0, 0, 0)
                    for plane in 0..<3 {
                        let p = plane * area + y * width + x
                        // Scharr's weights keep the angle right; 32 makes the sum one grey level a pixel.
                        let (above, below) = (p - width, p + width)
                        let right = 3 * (planes[above + 1] + planes[below + 1]) + 10 * planes[p + 1]
                        let left = 3 * (planes[above - 1] + planes[below - 1]) + 10 * planes[p - 1]
                        let bottom = 3 * (planes[below + 1] + planes[below - 1]) + 10 * planes[below]
                        let top = 3 * (planes[above + 1] + planes[above - 1]) + 10 * planes[above]
                        let (dx, dy) = ((right - left) / 32, (bottom - top) / 32)
                        xx += dx * dx
                        yy += dy * dy
                        xy += dx * dy
                    }
                    let (mean, turn) = ((xx + yy) / 2, (xx - yy) / 2)
                    let root = (turn * turn + xy * xy).squareRoot()
                    let place = y * width + x
                    force[place] = (mean + root).squareRoot()
                    // The eigenvector of the greater eigenvalue, by the half angle.
                    guard root > 0 else { continue }
                    let cosine = turn / root
                    nx[place] = ((1 + cosine) / 2).squareRoot()
                    ny[place] = ((1 - cosine) / 2).squareRoot() * (xy < 0 ? -1 : 1)
                }
            }
        }
        self.width = width
        self.height = height
        (normalX, normalY) = (nx, ny)
        half = 2.5 + 1.2 * Self.median(force)
        (strength, offset) = Self.ridges(force, nx, ny, width, height, least: half * 0.35)
    }

    private static func median(_ values: [Float]) -> Float {
        var counts = [Int](repeating: 0, count: 1024)
        for value in values { counts[min(Int(value * 8), 1023)] += 1 }
        var below = 0
        for (bin, count) in counts.enumerated() {
            below += count
            if below * 2 >= values.count { return (Float(bin) + 0.5) / 8 }
        }
        return 0
    }

    /// Keeps the pixels that are stronger than their neighbours on both sides along the normal.
    private static func ridges(
        _ force: [Float], _ nx: [Float], _ ny: [Float], _ width: Int, _ height: Int, least: Float
    ) -> (strength: [Float], offset: [Float]) {
        var strength = [Float](repeating: 0, count: force.count)
        var offset = strength
        guard width > 4, height > 4 else { return (strength, offset) }
        force.withUnsafeBufferPointer { force in
            func between(_ x: Float, _ y: Float) -> Float {
                let (column, row) = (Int(x), Int(y))
                let (u, v) = (x - Float(column), y - Float(row))
                let p = row * width + column
                let upper = force[p] * (1 - u) + force[p + 1] * u
                return upper * (1 - v) + (force[p + width] * (1 - u) + force[p + width + 1] * u) * v
            }
            for y in 2..<(height - 2) {
                for x in 2..<(width - 2) {
                    let place = y * width + x
                    let here = force[place]
                    guard here >= least else { continue }
                    let (dx, dy) = (nx[place], ny[place])
                    let ahead = between(Float(x) + dx, Float(y) + dy)
                    let behind = between(Float(x) - dx, Float(y) - dy)
                    guard here > ahead, here >= behind else { continue }
                    strength[place] = here
                    let bend = ahead + behind - 2 * here
                    if bend < 0 { offset[place] = min(max((behind - ahead) / (2 * bend), -0.5), 0.5) }
                }
            }
        }
        return (strength, offset)
    }
}

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
