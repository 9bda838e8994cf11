import Findings
import Foundation

/// Four lines that may be the sides of a page, with a first judgement by their edges alone.
struct PageHypothesis {
    /// Clockwise on the screen.
    let corners: [Point]
    /// Of the side from each corner to the next.
    let support: [Double]
    let isBorder: [Bool]
    /// How much the edges go on beyond the corners, the mean of all ends; 0 to 1.
    let overrun: Double
    let merit: Double
}

/// The quadrilaterals that the lines of a small picture form.
struct PageHypotheses {
    private let lines: [EdgeLine]
    private let width: Double
    private let height: Double
    private let smallest: Double

    /// - Parameter smallest: the least area, as a share of the picture's.
    init(_ lines: [EdgeLine], width: Int, height: Int, smallest: Double) {
        self.lines = lines
        self.width = Double(width)
        self.height = Double(height)
        self.smallest = smallest
    }

    private struct Pair {
        let one: Int
        let other: Int
        let direction: Point
        let weight: Double
    }

    /// The best, without those that are almost the same as a better one.
    func best(_ count: Int) -> [PageHypothesis] {
        let pairs = self.pairs(atMost: 480)
        var found: [PageHypothesis] = []
        for (place, pair) in pairs.enumerated() {
            for other in pairs[(place + 1)...] {
                let along = abs(pair.direction.x * other.direction.x + pair.direction.y * other.direction.y)
                // Opposite sides of a page cross at more than 40 degrees with the two others.
                guard along < 0.77, let page = hypothesis(pair, other) else { continue }
                found.append(page)
            }
        }
        found.sort { $0.merit > $1.merit }
        var kept: [PageHypothesis] = []
        for page in found {
            if kept.count == count { break }
            let isNew = kept.allSatisfy { other in
                (0..<4).contains { page.corners[$0].distance(to: other.corners[$0]) > 3.5 }
            }
            if isNew { kept.append(page) }
        }
        return kept
    }

    /// Pairs of lines that may be opposite sides.
    private func pairs(atMost most: Int) -> [Pair] {
        let middle = Point(x: width / 2, y: height / 2)
        var pairs: [Pair] = []
        for one in lines.indices {
            for other in lines.indices where other > one {
                let (a, b) = (lines[one], lines[other])
                let along = a.direction.x * b.direction.x + a.direction.y * b.direction.y
                // The sides of a page that is seen at a slant open up to about 40 degrees.
                guard abs(along) > 0.76 else { continue }
                let (near, far) = (a.offset(of: middle), b.offset(of: middle) * (along < 0 ? -1 : 1))
                guard abs(near - far) > 0.07 * min(width, height) else { continue }
                // Print has many lines close together: wide pairs come first.
                let breadth = 0.3 + min(abs(near - far) / min(width, height), 1)
                let weight = min(a.weight, 3 * b.weight + 40) + min(b.weight, 3 * a.weight + 40)
                let sum = a.direction + b.direction * (along < 0 ? -1 : 1)
                pairs.append(
                    Pair(
                        one: one, other: other, direction: sum * (1 / max(sum.length, 1e-9)),
                        weight: weight * breadth))
            }
        }
        return Array(pairs.sorted { $0.weight > $1.weight }.prefix(most))
    }

    private func hypothesis(_ one: Pair, _ other: Pair) -> PageHypothesis? {
        // Around the page: a side of one pair, a side of the other, and so on.
        var order = [one.one, other.one, one.other, other.other]
        let borders = order.reduce(0) { $0 + (lines[$1].isBorder ? 1 : 0) }
        guard borders <= 2 else { return nil }
        var corners: [Point] = []
        for place in 0..<4 {
            guard let corner = lines[order[(place + 3) % 4]].crossing(lines[order[place]]) else { return nil }
            // The margin lets a corner be cut off that lies just outside.
            guard corner.x > -0.02 * width, corner.y > -0.02 * height, corner.x < 1.02 * width,
                corner.y < 1.02 * height
            else { return nil }
            corners.append(corner)
        }
        var area = corners.signedArea
        if area < 0 {
            // Counterclockwise: the same corners the other way round, each side still after its corner.
            corners = [corners[0], corners[3], corners[2], corners[1]]
            order = [order[3], order[2], order[1], order[0]]
            area = -area
        }
        guard area >= smallest * width * height, corners.isSensibleQuadrilateral else { return nil }
        var support: [Double] = []
        var (merit, overrun) = (0.0, 0.0)
        for place in 0..<4 {
            let line = lines[order[place]]
            let (from, to) = (corners[place], corners[(place + 1) % 4])
            // Corners are often bent or rounded: the ends do not count.
            let (start, end) = (from + (to - from) * 0.04, from + (to - from) * 0.96)
            let value = line.isBorder ? 0.45 : line.support(line.position(of: start), line.position(of: end))
            guard value > 0.12 else { return nil }
            support.append(value)
            if !line.isBorder {
                let (far, further) = (from + (to - from) * -0.14, from + (to - from) * -0.03)
                let (near, nearer) = (from + (to - from) * 1.03, from + (to - from) * 1.14)
                overrun += line.support(line.position(of: far), line.position(of: further))
                overrun += line.support(line.position(of: near), line.position(of: nearer))
            }
            merit += log(value)
        }
        let share = area / (width * height)
        return PageHypothesis(
            corners: corners, support: support, isBorder: order.map { lines[$0].isBorder },
            overrun: overrun / Double(2 * (4 - borders)), merit: merit / 4 - 0.2 * overrun / 8 + 0.12 * log(share))
    }
}

extension [Point] {
    /// Positive for corners that are clockwise on the screen.
    var signedArea: Double {
        indices.reduce(0) { sum, place in
            let (a, b) = (self[place], self[(place + 1) % count])
            return sum + (a.x * b.y - a.y * b.x) / 2
        }
    }

    /// Whether four clockwise corners form a convex shape whose angles a flat page can be seen under.
    var isSensibleQuadrilateral: Bool {
        guard count == 4 else { return false }
        return indices.allSatisfy { place in
            let (before, after) = (self[(place + 3) % 4] - self[place], self[(place + 1) % 4] - self[place])
            let (one, two) = (before.length, after.length)
            guard one > 8, two > 8, after.x * before.y - after.y * before.x > 0 else { return false }
            // Between 40 and 140 degrees.
            return abs(before.x * after.x + before.y * after.y) < 0.77 * one * two
        }
    }
}
