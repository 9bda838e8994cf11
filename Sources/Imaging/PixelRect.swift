import Findings

/// A rectangle of whole pixels.
struct PixelRect: Hashable, Sendable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var right: Int { left + width }
    var bottom: Int { top + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The part inside a picture; empty where nothing is.
    func clipped(to size: PixelSize) -> PixelRect {
        let left = min(max(left, 0), size.width)
        let top = min(max(top, 0), size.height)
        return PixelRect(
            left: left, top: top, width: min(right, size.width) - left, height: min(bottom, size.height) - top)
    }

    /// The part within columns; empty where nothing is.
    func clipped(toColumns columns: Range<Int>) -> PixelRect {
        let left = max(left, columns.lowerBound)
        return PixelRect(left: left, top: top, width: min(right, columns.upperBound) - left, height: height)
    }

    /// The columns that lie between two places; all of them where a place is no number.
    func columns(from first: Double, to last: Double) -> Range<Int> {
        guard first.isFinite, last.isFinite else { return left..<max(right, left) }
        let from = Int(min(max(first.rounded(.down), Double(left)), Double(right)))
        let to = Int(min(max(last.rounded(.up), Double(left)), Double(right)))
        return from..<max(to, from)
    }

    func grown(by margin: Int) -> PixelRect {
        PixelRect(left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    func intersects(_ other: PixelRect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

extension PixelRect {
    /// All pixels that a box touches; nil for a box that is not a number or has no area in the picture.
    init?(touchedBy box: Box, in size: PixelSize) {
        guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite) else { return nil }
        let inside = box.clipped(to: size)
        guard inside.width > 0, inside.height > 0 else { return nil }
        let left = Int(inside.x.rounded(.down))
        let top = Int(inside.y.rounded(.down))
        self.init(
            left: left, top: top, width: min(Int(inside.right.rounded(.up)), size.width) - left,
            height: min(Int(inside.bottom.rounded(.up)), size.height) - top)
    }
}
