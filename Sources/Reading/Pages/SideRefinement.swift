import Findings
import Foundation

/// Finds the sides of a page in the photo's own pixels, from corners that are right to within a few small pixels.
struct SideRefinement {
    private let pixels: UnsafeRawBufferPointer
    private let size: PixelSize
    /// How many photo pixels a small pixel has.
    private let scale: Double

    init(_ pixels: UnsafeRawBufferPointer, size: PixelSize, scale: Double) {
        self.pixels = pixels
        self.size = size
        self.scale = scale
    }

    /// The corners where the refined sides cross; a side without a clear edge stays where it was.
    ///
    /// - Parameter isBorder: of the side from each corner to the next.
    func refined(_ corners: [Point], isBorder: [Bool]) -> [Point] {
        let lines = (0..<4).map { side -> EdgeLine in
            let (from, to) = (corners[side], corners[(side + 1) % 4])
            let length = max(from.distance(to: to), 1e-9)
            let old = EdgeLine(origin: from, direction: (to - from) * (1 / length), weight: length)
            return isBorder[side] ? old : self.side(from: from, to: to) ?? old
        }
        return (0..<4).map { place in
            guard let corner = lines[(place + 3) % 4].crossing(lines[place]),
                corner.distance(to: corners[place]) < 8 * scale + 4
            else { return corners[place] }
            return corner
        }
    }

    /// The line through the strongest changes of colour across a side.
    private func side(from: Point, to: Point) -> EdgeLine? {
        let length = from.distance(to: to)
        guard length > 12 else { return nil }
        let along = (to - from) * (1 / length)
        let normal = Point(x: -along.y, y: along.x)
        let count = min(max(Int(length / 4), 12), 96)
        // Two small pixels to each side, and the reach of the filter.
        let reach = max(Int((2.5 * scale).rounded(.up)), 3)
        var points: [Point] = []
        var weights: [Double] = []
        for step in 0..<count {
            let middle = from + (to - from) * (0.05 + 0.9 * (Double(step) + 0.5) / Double(count))
            guard let (offset, force) = edge(across: middle, normal, along, reach) else { continue }
            points.append(middle + normal * offset)
            weights.append(force / (force + 10))
        }
        guard points.count >= max(8, count / 4), var line = FittedLine(points, weights: weights) else { return nil }
        // Geman-McClure: places where something else crosses the side lose their weight.
        for round in 0..<6 {
            let spread = max(1.5 * scale / Double(1 + round), 0.7)
            let robust = zip(points, weights).map { point, weight in
                let off = line.offset(of: point) / spread
                return weight / ((1 + off * off) * (1 + off * off))
            }
            guard let next = FittedLine(points, weights: robust) else { return nil }
            line = next
        }
        guard abs(line.direction.x * along.x + line.direction.y * along.y) > 0.99 else { return nil }
        return EdgeLine(origin: line.middle, direction: line.direction, weight: length)
    }

    /// Where the colour changes most along the normal, and by how much over the whole change.
    private func edge(
        across middle: Point, _ normal: Point, _ along: Point, _ reach: Int
    ) -> (offset: Double, force: Double)? {
        // The step between the means of a few pixels before and after a place.
        let window = max(Int(scale.rounded()), 2)
        let first = -(reach + window)
        let count = 2 * (reach + window)
        var profile: [(Double, Double, Double)] = []
        profile.reserveCapacity(count)
        for step in 0..<count {
            let offset = Double(first + step) + 0.5
            guard let colour = colour(at: middle + normal * offset, along) else { return nil }
            profile.append(colour)
        }
        var steps: [Double] = []
        for place in window...(count - window) {
            var (red, green, blue) = (0.0, 0.0, 0.0)
            for near in 0..<window {
                let (before, after) = (profile[place - 1 - near], profile[place + near])
                red += after.0 - before.0
                green += after.1 - before.1
                blue += after.2 - before.2
            }
            steps.append((red * red + green * green + blue * blue).squareRoot() / Double(window))
        }
        guard let force = steps.max(), force > 3, let best = steps.firstIndex(of: force) else { return nil }
        var offset = Double(best + window + first)
        if best > 0, best + 1 < steps.count {
            let bend = steps[best - 1] + steps[best + 1] - 2 * force
            if bend < 0 { offset += (steps[best - 1] - steps[best + 1]) / (2 * bend) }
        }
        return (offset, force)
    }

    /// The colour at a place, the mean of three along the side; nil at the photo's edge and outside.
    private func colour(at place: Point, _ along: Point) -> (Double, Double, Double)? {
        var (red, green, blue) = (0.0, 0.0, 0.0)
        for step in -1...1 {
            let at = place + along * Double(step)
            let (u, v) = (at.x - 0.5, at.y - 0.5)
            guard u >= 0, v >= 0, u < Double(size.width - 1), v < Double(size.height - 1) else { return nil }
            let (column, row) = (Int(u), Int(v))
            let (right, down) = (u - Double(column), v - Double(row))
            let first = (row * size.width + column) * 3
            for (offset, share) in [
                (0, (1 - right) * (1 - down)), (3, right * (1 - down)), (size.width * 3, (1 - right) * down),
                (size.width * 3 + 3, right * down),
            ] {
                red += Double(pixels[first + offset]) * share
                green += Double(pixels[first + offset + 1]) * share
                blue += Double(pixels[first + offset + 2]) * share
            }
        }
        return (red / 3, green / 3, blue / 3)
    }
}

/// The line that lies nearest to points, by the sum of squared distances.
struct FittedLine {
    let middle: Point
    /// A unit vector.
    let direction: Point
    /// The mean distance of the points from the line, squared and rooted.
    let spread: Double

    /// Nil where the points are no two different ones, or their weights are nothing.
    init?(_ points: [Point], weights: [Double]? = nil) {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for (place, point) in points.enumerated() {
            let weight = weights?[place] ?? 1
            sum += weight
            x += point.x * weight
            y += point.y * weight
        }
        guard sum > 0 else { return nil }
        middle = Point(x: x / sum, y: y / sum)
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (place, point) in points.enumerated() {
            let (weight, d) = (weights?[place] ?? 1, point - middle)
            xx += weight * d.x * d.x
            yy += weight * d.y * d.y
            xy += weight * d.x * d.y
        }
        let (mean, turn) = ((xx + yy) / 2, (xx - yy) / 2)
        let root = (turn * turn + xy * xy).squareRoot()
        guard root > 1e-12 else { return nil }
        let cosine = turn / root
        direction = Point(
            x: max((1 + cosine) / 2, 0).squareRoot(), y: max((1 - cosine) / 2, 0).squareRoot() * (xy < 0 ? -1 : 1))
        spread = max((mean - root) / sum, 0).squareRoot()
    }

    /// How far along the line a point lies, from its middle.
    func position(of point: Point) -> Double {
        (point.x - middle.x) * direction.x + (point.y - middle.y) * direction.y
    }

    /// How far beside the line a point lies, with a sign.
    func offset(of point: Point) -> Double {
        (point.y - middle.y) * direction.x - (point.x - middle.x) * direction.y
    }

    func point(at position: Double) -> Point { middle + direction * position }
}
