import Findings

/// A straight printed line.
public struct Rule: Hashable, Sendable {
    /// Its left or upper end, in pixels of the photo.
    public var start: Point
    /// Its right or lower end.
    public var end: Point
    /// Its width in pixels.
    public var thickness: Double

    /// A line from end to end.
    public init(start: Point, end: Point, thickness: Double) {
        self.start = start
        self.end = end
        self.thickness = thickness
    }

    /// From end to end, in pixels.
    public var length: Double { start.distance(to: end) }
}
