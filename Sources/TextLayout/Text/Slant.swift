import Findings
import Foundation

/// How far a page is turned in its photo, and the way to a frame where its lines run level and back.
struct Slant {
    /// In radians, clockwise, from a level line to the page's.
    var angle: Double
    /// The point that stays where it is, in pixels of the photo.
    var origin = Point(x: 0, y: 0)

    /// Where a point of the photo lies on the level page.
    func level(_ point: Point) -> Point { turned(point, by: -angle) }

    /// Where a point of the level page lies in the photo.
    func photo(_ point: Point) -> Point { turned(point, by: angle) }

    /// The corners in the photo of a box of the level page.
    func photo(_ box: Box) -> Quadrilateral { Quadrilateral(box).mapped(photo) }

    private func turned(_ point: Point, by angle: Double) -> Point {
        let (dx, dy) = (point.x - origin.x, point.y - origin.y)
        return Point(
            x: origin.x + dx * cos(angle) - dy * sin(angle), y: origin.y + dx * sin(angle) + dy * cos(angle))
    }

    /// By how many quarters clockwise most lines lie turned; 0 where they lie in all directions.
    static func quarters(of lines: [TextLine]) -> Int {
        let ways = lines.map { $0.corners.topRight - $0.corners.topLeft }.filter { $0.length.isFinite }
        let sum = ways.reduce(Point(x: 0, y: 0), +)
        guard sum.length > 0.6 * ways.reduce(0, { $0 + $1.length }), sum.length > 0 else { return 0 }
        return Int((atan2(sum.y, sum.x) / (.pi / 2)).rounded()) & 3
    }

    /// The turn that the words of lines show: the middle one of the lines' directions, long lines only.
    ///
    /// A line's direction is that from its first word to its last one, centre to centre. Lines that stand steeper than
    /// 10 degrees are no lines of a page that is read.
    static func angle(of lines: [TextLine]) -> Double {
        var angles: [(angle: Double, weight: Double)] = []
        var hasLong = false
        for line in lines where line.words.count >= 2 {
            guard let first = line.words.first, let last = line.words.last else { continue }
            let (a, b) = (first.corners.bounds.center, last.corners.bounds.center)
            let height = max(first.corners.height, last.corners.height)
            guard b.x - a.x > 4 * height, a.distance(to: b).isFinite else { continue }
            let angle = atan2(b.y - a.y, b.x - a.x)
            if abs(angle) < 10 * .pi / 180 {
                angles.append((angle, b.x - a.x))
                hasLong = hasLong || b.x - a.x > 12 * height
            }
        }
        let whole = angles.reduce(0) { $0 + $1.weight }
        guard angles.count >= 2 || hasLong else { return 0 }
        var sum = 0.0
        for part in angles.sorted(by: { $0.angle < $1.angle }) {
            sum += part.weight
            if sum >= whole / 2 { return part.angle }
        }
        return 0
    }
}

extension Box {
    /// The middle.
    var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}
