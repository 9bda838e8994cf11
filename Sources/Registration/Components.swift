import Findings
import Foundation

/// A connected patch of equal pixels.
struct Component {
    var area = 0
    var sumX = 0
    var sumY = 0
    var sumXX = 0
    var sumXY = 0
    var sumYY = 0
    var left = Int.max
    var top = Int.max
    var right = Int.min
    var bottom = Int.min

    /// The centre of gravity, in pixels of its map.
    var center: Point {
        Point(x: Double(sumX) / Double(area) + 0.5, y: Double(sumY) / Double(area) + 0.5)
    }

    /// The longer side of its box.
    var longSide: Int { max(right - left, bottom - top) }

    /// The ellipse with the same second moments, in pixels of the map; nil for a line.
    var ellipse: Ellipse? {
        let count = Double(area)
        let (mx, my) = (Double(sumX) / count, Double(sumY) / count)
        let xx = Double(sumXX) / count - mx * mx
        let yy = Double(sumYY) / count - my * my
        let xy = Double(sumXY) / count - mx * my
        let mean = (xx + yy) / 2
        let spread = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        guard mean - spread > 0 else { return nil }
        return Ellipse(
            cx: center.x, cy: center.y, a: 2 * (mean + spread).squareRoot(), b: 2 * (mean - spread).squareRoot(),
            angleDeg: 0.5 * atan2(2 * xy, xx - yy) * 180 / .pi)
    }

    /// The patches (4-connected) of the pixels that `isMember` names, of at least some area.
    ///
    /// - Parameter visit: is given each patch with its pixels' places in the map.
    static func forEach(
        width: Int, height: Int, minimumArea: Int, isMember: (Int) -> Bool, visit: (Component, ArraySlice<Int>) -> Void
    ) {
        var seen = [Bool](repeating: false, count: width * height)
        // The patch's pixels so far; those from `next` on have neighbours yet to be looked at.
        var members: [Int] = []
        for start in 0..<width * height where !seen[start] && isMember(start) {
            var component = Component()
            members.removeAll(keepingCapacity: true)
            seen[start] = true
            members.append(start)
            var next = 0
            while next < members.count {
                let place = members[next]
                next += 1
                let (x, y) = (place % width, place / width)
                component.add(x: x, y: y)
                if x > 0 { reach(place - 1) }
                if x + 1 < width { reach(place + 1) }
                if y > 0 { reach(place - width) }
                if y + 1 < height { reach(place + width) }
            }
            if component.area >= minimumArea { visit(component, members[...]) }
        }

        func reach(_ place: Int) {
            if !seen[place], isMember(place) {
                seen[place] = true
                members.append(place)
            }
        }
    }

    /// The first and last pixel of each row and column, but for those at the map's border.
    func outline(of members: ArraySlice<Int>, width: Int, height: Int) -> [Point] {
        var rows = [(Int, Int)](repeating: (Int.max, Int.min), count: bottom - top + 1)
        var columns = [(Int, Int)](repeating: (Int.max, Int.min), count: right - left + 1)
        for place in members {
            let (x, y) = (place % width, place / width)
            rows[y - top] = (min(rows[y - top].0, x), max(rows[y - top].1, x))
            columns[x - left] = (min(columns[x - left].0, y), max(columns[x - left].1, y))
        }
        var points: [Point] = []
        for (i, row) in rows.enumerated() {
            let y = Double(top + i) + 0.5
            if row.0 > 0 { points.append(Point(x: Double(row.0), y: y)) }
            if row.1 + 1 < width { points.append(Point(x: Double(row.1) + 1, y: y)) }
        }
        for (i, column) in columns.enumerated() {
            let x = Double(left + i) + 0.5
            if column.0 > 0 { points.append(Point(x: x, y: Double(column.0))) }
            if column.1 + 1 < height { points.append(Point(x: x, y: Double(column.1) + 1)) }
        }
        return points.filter { $0.x > 1 && $0.y > 1 && $0.x < Double(width) - 1 && $0.y < Double(height) - 1 }
    }

    private mutating func add(x: Int, y: Int) {
        area += 1
        sumX += x
        sumY += y
        sumXX += x * x
        sumXY += x * y
        sumYY += y * y
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
    }
}
