import Findings
import Foundation

// Lines and discs with soft edges; what lies outside the picture is left out.
extension PixelBuffer {
    /// Draws a line through points, `width` pixels wide with round ends.
    mutating func stroke(_ points: [Point], width: Double, _ color: MarkColor) {
        let reach = width / 2 + 1
        for (start, end) in zip(points, points.dropFirst()) {
            let along = end - start
            let square = along.x * along.x + along.y * along.y
            cover(
                Box(
                    left: min(start.x, end.x), top: min(start.y, end.y), right: max(start.x, end.x),
                    bottom: max(start.y, end.y)),
                margin: reach, color, columns: { Self.columns(of: start, along, reach: reach, row: $0) }
            ) { point in
                let from = point - start
                let share = square > 0 ? min(max((from.x * along.x + from.y * along.y) / square, 0), 1) : 0
                return width / 2 + 0.5 - (from - along * share).length
            }
        }
    }

    /// From where to where a row can touch a line: a slanted one has few pixels in a row of its box.
    private static func columns(of start: Point, _ along: Point, reach: Double, row: Double) -> (Double, Double) {
        let shares = [-reach, reach].map { min(max((row + $0 - start.y) / along.y, 0), 1) }
        let ends = along.y == 0 ? [0, 1] : shares
        let (first, second) = (start.x + along.x * ends[0], start.x + along.x * ends[1])
        return (min(first, second) - reach, max(first, second) + reach)
    }

    /// Fills a disc.
    mutating func disc(_ center: Point, radius: Double, _ color: MarkColor) {
        cover(Box(centerX: center.x, centerY: center.y, width: 0, height: 0), margin: radius + 1, color) {
            radius + 0.5 - $0.distance(to: center)
        }
    }

    /// Mixes a colour into the pixels around a box, each as far as `coverage` of its middle says, from 0 to 1.
    ///
    /// - Parameter columns: Where a row, given by its middle, can be covered at all; nil for the whole box.
    private mutating func cover(
        _ box: Box, margin: Double, _ color: MarkColor, columns: ((Double) -> (Double, Double))? = nil,
        coverage: (Point) -> Double
    ) {
        let wide = Box(
            left: box.x - margin, top: box.y - margin, right: box.right + margin, bottom: box.bottom + margin)
        guard let rect = PixelRect(touchedBy: wide, in: size) else { return }
        let ink = [Double(color.red), Double(color.green), Double(color.blue)]
        let width = size.width
        bytes.withUnsafeMutableBufferPointer { bytes in
            for row in rect.top..<rect.bottom {
                let near = columns.map { $0(Double(row) + 0.5) } ?? (.nan, .nan)
                for column in rect.columns(from: near.0, to: near.1) {
                    let share = min(max(coverage(Point(x: Double(column) + 0.5, y: Double(row) + 0.5)), 0), 1)
                    guard share > 0 else { continue }
                    let offset = (row * width + column) * 3
                    for channel in 0..<3 {
                        let ground = Double(bytes[offset + channel])
                        bytes[offset + channel] = UInt8(ground + (ink[channel] - ground) * share + 0.5)
                    }
                }
            }
        }
    }
}
