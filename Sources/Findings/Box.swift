/// An axis-aligned rectangle; its frame of coordinates is named by whoever hands it out.
///
/// `x` and `y` are the left and top edges, growing right and down. Values are pixels, not rounded.
public struct Box: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(centerX: Double, centerY: Double, width: Double, height: Double) {
        self.init(x: centerX - width / 2, y: centerY - height / 2, width: width, height: height)
    }

    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var area: Double { max(width, 0) * max(height, 0) }

    /// The overlap of two boxes as intersection over union, 0 when they share nothing.
    public func intersectionOverUnion(_ other: Box) -> Double {
        let overlapWidth = min(right, other.right) - max(x, other.x)
        let overlapHeight = min(bottom, other.bottom) - max(y, other.y)
        guard overlapWidth > 0, overlapHeight > 0 else { return 0 }
        let overlap = overlapWidth * overlapHeight
        return overlap / (area + other.area - overlap)
    }

    /// The part of the box inside a picture of this size; width or height is 0 where nothing is left.
    public func clipped(to size: PixelSize) -> Box {
        let left = min(max(x, 0), Double(size.width))
        let top = min(max(y, 0), Double(size.height))
        return Box(
            left: left, top: top,
            right: max(left, min(right, Double(size.width))),
            bottom: max(top, min(bottom, Double(size.height))))
    }
}
