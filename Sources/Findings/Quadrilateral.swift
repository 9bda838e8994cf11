/// Four corners in a photo: clockwise from the top left of what they frame, as its own reader sees it.
public struct Quadrilateral: Hashable, Sendable, Codable {
    /// Clockwise, in pixels of the upright photo.
    public var topLeft: Point
    /// The end of the upper side.
    public var topRight: Point
    /// The end of the lower side.
    public var bottomRight: Point
    /// The beginning of the lower side.
    public var bottomLeft: Point

    /// Four corners, clockwise from the top left.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Four corners in a list, clockwise from the top left; nil where they are not four, or no numbers.
    public init?(_ corners: [Point]) {
        guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        self.init(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// An upright box.
    public init(_ box: Box) {
        self.init(
            topLeft: Point(x: box.x, y: box.y), topRight: Point(x: box.x + box.width, y: box.y),
            bottomRight: Point(x: box.x + box.width, y: box.y + box.height),
            bottomLeft: Point(x: box.x, y: box.y + box.height))
    }

    /// Clockwise from the top left.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
    /// The upright box around the corners.
    public var bounds: Box { Box(around: corners) }
    /// The mean length of the upper and the lower side.
    public var width: Double { (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2 }
    /// The mean length of the left and the right side.
    public var height: Double { (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2 }

    /// The same corners, each moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> Quadrilateral {
        Quadrilateral(
            topLeft: map(topLeft), topRight: map(topRight), bottomRight: map(bottomRight),
            bottomLeft: map(bottomLeft))
    }
}
