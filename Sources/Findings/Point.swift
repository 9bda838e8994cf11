/// A point in a plane, y downwards; the API that returns it documents its coordinate system.
public struct Point: Hashable, Sendable, Codable {
    /// Right positive.
    public var x: Double
    /// Down positive.
    public var y: Double

    /// A point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance from the origin.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// The distance to another point.
    public func distance(to other: Point) -> Double { (self - other).length }

    /// The sum, coordinate by coordinate.
    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// The difference, coordinate by coordinate: the vector from `b` to `a`.
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// The point with both coordinates multiplied by a factor.
    public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }
}

extension Point {
    /// The distance to the nearest point between two others.
    public func distance(toSegmentFrom start: Point, to end: Point) -> Double {
        let along = end - start
        let square = along.x * along.x + along.y * along.y
        guard square > 0 else { return distance(to: start) }
        let share = ((x - start.x) * along.x + (y - start.y) * along.y) / square
        return distance(to: start + along * min(max(share, 0), 1))
    }
}
