import Findings
import Foundation

// Opaque shapes are laid over the pixels of our own buffer, and only the pixels under a shape are touched: a layer of
// the photo's size would cost more than decoding it. What lies outside the picture is left out.
extension PixelBuffer {
    /// Fills a rectangle.
    mutating func fill(_ rect: PixelRect, _ color: MarkColor) {
        let rect = rect.clipped(to: size)
        guard !rect.isEmpty else { return }
        let width = size.width
        bytes.withUnsafeMutableBufferPointer { bytes in
            for row in rect.top..<rect.bottom {
                for offset in stride(from: (row * width + rect.left) * 3, to: (row * width + rect.right) * 3, by: 3) {
                    bytes[offset] = color.red
                    bytes[offset + 1] = color.green
                    bytes[offset + 2] = color.blue
                }
            }
        }
    }

    /// Draws a frame around a rectangle, on the outside; at the picture's border it moves inside to stay visible.
    mutating func frame(_ rect: PixelRect, line: Int, _ color: MarkColor) {
        let left = max(rect.left - line, 0)
        let top = max(rect.top - line, 0)
        let right = min(rect.right + line, size.width)
        let bottom = min(rect.bottom + line, size.height)
        fill(PixelRect(left: left, top: top, width: right - left, height: line), color)
        fill(PixelRect(left: left, top: bottom - line, width: right - left, height: line), color)
        fill(PixelRect(left: left, top: top, width: line, height: bottom - top), color)
        fill(PixelRect(left: right - line, top: top, width: line, height: bottom - top), color)
    }

    /// Lays a colour over the pixels as far as a mask covers them, and no further than the columns.
    mutating func paint(_ mask: Coverage, left: Int, top: Int, columns: Range<Int>? = nil, _ color: MarkColor) {
        var rect = PixelRect(left: left, top: top, width: mask.width, height: mask.height).clipped(to: size)
        if let columns { rect = rect.clipped(toColumns: columns) }
        guard !rect.isEmpty else { return }
        let width = size.width
        let ink = (Int(color.red), Int(color.green), Int(color.blue))
        bytes.withUnsafeMutableBufferPointer { bytes in
            mask.bytes.withUnsafeBufferPointer { covering in
                for row in rect.top..<rect.bottom {
                    for column in rect.left..<rect.right {
                        let covered = Int(covering[(row - top) * mask.width + column - left])
                        guard covered > 0 else { continue }
                        let offset = (row * width + column) * 3
                        bytes[offset] = Self.mix(ink.0, over: bytes[offset], covered)
                        bytes[offset + 1] = Self.mix(ink.1, over: bytes[offset + 1], covered)
                        bytes[offset + 2] = Self.mix(ink.2, over: bytes[offset + 2], covered)
                    }
                }
            }
        }
    }

    private static func mix(_ ink: Int, over ground: UInt8, _ covered: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (ink * covered + Int(ground) * (255 - covered) + 127) / 255)
    }

    /// A part of the picture.
    func cut(_ rect: PixelRect) -> PixelBuffer {
        var part = [UInt8]()
        part.reserveCapacity(rect.width * rect.height * 3)
        for row in rect.top..<rect.bottom {
            let first = (row * size.width + rect.left) * 3
            part.append(contentsOf: bytes[first..<(first + rect.width * 3)])
        }
        return PixelBuffer(size: PixelSize(width: rect.width, height: rect.height), bytes: part)
    }
}

/// How much of each pixel a shape covers, 0 to 255.
struct Coverage: Sendable {
    let width: Int
    let height: Int
    let bytes: [UInt8]
}

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

    /// Mixes a colour into the pixels around a box, each by the `coverage` of its middle, from 0 to 1.
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
