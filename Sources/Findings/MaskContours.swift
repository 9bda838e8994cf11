/// Follows the borders of a mask between its pixels.
///
/// A border runs along pixel edges with the object on its right hand, so that its polygon has exactly the object's area.
/// Pixels that touch at a corner belong together, as in Suzuki and Abe, Topological structural analysis of digitized
/// binary images by border following, 1985, whose borders run through pixel centres.
struct MaskContours {
    /// A straight run of a border: where it begins, in pixel edges from the photo's top left, and where it leads.
    struct Run: Hashable {
        var x: Int
        var y: Int
        var dx: Int
        var dy: Int
        var length: Int
    }

    /// The mask within its box, with a pixel of nothing all around.
    private var pixels: [UInt8] = []
    private var width = 0
    private var height = 0
    private var left = 0
    private var top = 0

    private static let isOne: UInt8 = 1
    /// Set in a pixel whose upper edge was followed already.
    private static let isFollowed: UInt8 = 2

    /// Prepares a mask.
    init(_ mask: RunLengthMask) {
        guard let box = mask.box else { return }
        (left, top) = (Int(box.x) - 1, Int(box.y) - 1)
        (width, height) = (Int(box.width) + 2, Int(box.height) + 2)
        pixels = [UInt8](repeating: 0, count: width * height)
        mask.forEachSpan { x, rows in
            for y in rows { pixels[(y - top) * width + x - left] = Self.isOne }
        }
    }

    /// The outer borders, clockwise, from the top left; those around holes are left out.
    ///
    /// Each border has an upper edge of a pixel: an outer one above its object, a hole's below the hole.
    mutating func outer() -> [[Run]] {
        var borders: [[Run]] = []
        guard !pixels.isEmpty else { return [] }
        for y in 1..<height - 1 {
            for x in 1..<width - 1 where pixels[y * width + x] == Self.isOne && !isOne(x, y - 1) {
                let border = follow(fromX: x, y: y)
                if Self.doubledArea(border) > 0 { borders.append(border) }
            }
        }
        return borders
    }

    /// The outer borders of a mask, the largest first.
    ///
    /// - Parameter most: Only so many, the largest.
    static func largest(of mask: RunLengthMask, atMost most: Int) -> [[Run]] {
        var contours = MaskContours(mask)
        let borders = contours.outer().map { (area: doubledArea($0), border: $0) }
        return borders.enumerated()
            .sorted { ($1.element.area, $0.offset) < ($0.element.area, $1.offset) }
            .prefix(most)
            .map(\.element.border)
    }

    /// Twice the area inside a closed border, negative for a hole.
    static func doubledArea(_ border: [Run]) -> Int {
        border.reduce(0) { $0 + ($1.x * $1.dy - $1.y * $1.dx) * $1.length }
    }

    private func isOne(_ x: Int, _ y: Int) -> Bool { pixels[y * width + x] & Self.isOne != 0 }

    /// The border along the upper edge of a pixel, from there to the right and around.
    private mutating func follow(fromX startX: Int, y startY: Int) -> [Run] {
        var runs: [Run] = []
        var (x, y, dx, dy) = (startX, startY, 1, 0)
        // The first upper edge of a border, row by row, is the first edge of a run.
        repeat {
            var run = Run(x: x + left, y: y + top, dx: dx, dy: dy, length: 0)
            var (ahead, outside) = (true, false)
            repeat {
                if dx == 1 { pixels[y * width + x] |= Self.isFollowed }
                (x, y) = (x + dx, y + dy)
                run.length += 1
                // The two pixels beyond the vertex: the one on the right hand, and the one on the left.
                ahead = isOne(x + (dx - dy - 1) / 2, y + (dx + dy - 1) / 2)
                outside = isOne(x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2)
            } while ahead && !outside
            runs.append(run)
            // Left where the pixel on the left hand is the object's too, so that corners join; right where none is.
            if outside { (dx, dy) = (dy, -dx) } else if !ahead { (dx, dy) = (-dy, dx) }
        } while !(x == startX && y == startY && dx == 1 && dy == 0)
        return runs
    }
}
