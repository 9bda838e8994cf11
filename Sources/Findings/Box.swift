/// The width and height of a picture in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// A size from its sides.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels, width times height.
    public var area: Int { width * height }

    /// The number of pixels; nil where there is none, or so many bytes are less than three for each.
    package func area(ofBytes count: Int) -> Int? {
        let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return width > 0 && height > 0 && !isTooLarge && area <= count / 3 ? area : nil
    }

    /// The same shape with a longest side of at most so many pixels; nil leaves it as it is.
    public func fitting(longestSide: Int?) -> PixelSize {
        let longest = max(width, height)
        guard let longestSide, longest > longestSide, longest > 0 else { return self }
        let share = Double(longestSide) / Double(longest)
        return PixelSize(
            width: max(Int((Double(width) * share).rounded()), 1),
            height: max(Int((Double(height) * share).rounded()), 1))
    }
}

/// An axis-aligned rectangle; the API that returns it documents its coordinate system.
///
/// `x` and `y` are the left and top edges, growing right and down. Values are pixels, not rounded.
public struct Box: Hashable, Sendable, Codable {
    /// The left edge in pixels.
    public var x: Double
    /// The top edge in pixels.
    public var y: Double
    /// In pixels.
    public var width: Double
    /// In pixels.
    public var height: Double

    /// A box from its left and top edges and its sides.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A box from its centre and its sides.
    public init(centerX: Double, centerY: Double, width: Double, height: Double) {
        self.init(x: centerX - width / 2, y: centerY - height / 2, width: width, height: height)
    }

    /// A box from its four edges.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The right edge in pixels.
    public var right: Double { x + width }
    /// The bottom edge in pixels.
    public var bottom: Double { y + height }
    /// In square pixels; 0 where a side is negative.
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
