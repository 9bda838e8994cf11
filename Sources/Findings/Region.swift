import Foundation

/// A rectangle in a photo, perhaps turned: what a detector looks at in place of the whole photo.
public struct Region: Sendable, Hashable, Codable {
    /// In pixels of the upright photo.
    public var center: Point
    /// The side along `angle`, in pixels of the photo.
    public var width: Double
    /// The side across it.
    public var height: Double
    /// The direction of the width in radians, from x towards y: clockwise.
    public var angle: Double

    /// A rectangle around a centre.
    public init(center: Point, width: Double, height: Double, angle: Double = 0) {
        self.center = center
        self.width = width
        self.height = height
        self.angle = angle
    }

    /// A box as it is.
    public init(_ box: Box) {
        self.init(
            center: Point(x: box.x + box.width / 2, y: box.y + box.height / 2), width: box.width, height: box.height)
    }

    /// The rectangle of four corners, clockwise from its own top left; nil where they are not four numbers each.
    public init?(corners: [Point]) {
        guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let (along, across) = (corners[1] - corners[0], corners[3] - corners[0])
        let middle = corners.reduce(Point(x: 0, y: 0)) { $0 + $1 * 0.25 }
        self.init(
            center: middle, width: along.length, height: across.length,
            angle: along.length > 0 ? atan2(along.y, along.x) : 0)
    }

    /// The corners, clockwise from the region's own top left.
    public var corners: [Point] {
        [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { photo(Point(x: $0.0, y: $0.1)) }
    }

    /// The upright box around it.
    public var bounds: Box {
        angle == 0 ? Box(left: left, top: top, right: left + width, bottom: top + height) : Box(around: corners)
    }

    private var left: Double { center.x - width / 2 }
    private var top: Double { center.y - height / 2 }

    /// Where a point of the region lies in the photo; the region's own pixels begin at 0,0 in its top left corner.
    public func photo(_ point: Point) -> Point {
        guard angle != 0 else { return Point(x: left + point.x, y: top + point.y) }
        let (u, v) = (point.x - width / 2, point.y - height / 2)
        return Point(
            x: center.x + u * cos(angle) - v * sin(angle), y: center.y + u * sin(angle) + v * cos(angle))
    }

    /// The same region with a share of its own sides added on every side.
    public func grown(by margin: Double) -> Region {
        Region(center: center, width: width * (1 + 2 * margin), height: height * (1 + 2 * margin), angle: angle)
    }
}

extension Box {
    /// The smallest box around points.
    public init(around points: [Point]) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        self.init(left: xs.min() ?? 0, top: ys.min() ?? 0, right: xs.max() ?? 0, bottom: ys.max() ?? 0)
    }
}
