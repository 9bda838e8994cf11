import Findings
import Geometry

/// A mask's outline as one polygon without its holes and what lies in them: parts are joined by lines without width.
///
/// Filled again, as an import does it, it has the pixels of the mask and of its holes, so that its outline is the same again.
package struct Outline {
    /// The most pairs of corners that are compared to find where two parts are near each other.
    private static let mostPairs = 250_000
    /// The most corners that are exact to the pixel: imports read as many.
    private static let mostCorners = 100_000

    /// The corners, in pixel edges.
    let corners: [Point]

    /// Whether a mask has one, which costs less to say than to make.
    static func isThere(around mask: RunLengthMask) -> Bool { mask.area > 0 }

    /// Nil for a mask without pixels.
    package init?(around mask: RunLengthMask) {
        let parts = mask.outlines()
        guard var all = parts.first?.corners else { return nil }
        // Of noise without end not every pixel counts.
        if all.count > Self.mostCorners, let near = mask.polygons(atMost: 1).first {
            all = stride(from: 0, to: near.count - 1, by: 2).map { Point(x: near[$0], y: near[$0 + 1]) }
        }
        // From the largest on. What lies in a hole of another is filled with that hole: readers would take it out again.
        var borders = [all]
        for part in parts.dropFirst() where !borders.contains(where: { Self.isWithin(part.middle, $0) }) {
            let corners = part.corners
            guard all.count + corners.count + 2 <= Self.mostCorners else { break }
            borders.append(corners)
            let (own, other) = Self.nearest(all, corners)
            // There, around the part, and back the same way.
            all.insert(contentsOf: corners[other...] + corners[...other] + [all[own]], at: own + 1)
        }
        corners = all
    }

    /// The pixels that an import makes of it.
    package func filled(in size: PixelSize) -> RunLengthMask? {
        RunLengthMask(polygons: [corners.flatMap { [$0.x, $0.y] }], size: size)
    }

    /// Whether a point is within a border, by the sides that a line to its left crosses.
    private static func isWithin(_ point: Point, _ border: [Point]) -> Bool {
        var isWithin = false
        var last = border[border.count - 1]
        for corner in border {
            if (corner.y > point.y) != (last.y > point.y),
                corner.x + (point.y - corner.y) / (last.y - corner.y) * (last.x - corner.x) < point.x
            {
                isWithin.toggle()
            }
            last = corner
        }
        return isWithin
    }

    /// The corners of two parts that are nearest to each other; of very many corners some are looked at.
    private static func nearest(_ one: [Point], _ other: [Point]) -> (Int, Int) {
        let pairs = Double(one.count) * Double(other.count) / Double(mostPairs)
        let step = max(1, Int(pairs.squareRoot().rounded(.up)))
        var (best, least) = ((0, 0), Double.infinity)
        for i in stride(from: 0, to: one.count, by: step) {
            for j in stride(from: 0, to: other.count, by: step) {
                let (dx, dy) = (one[i].x - other[j].x, one[i].y - other[j].y)
                let squared = dx * dx + dy * dy
                if squared < least { (best, least) = ((i, j), squared) }
            }
        }
        return best
    }
}
