/// The outline of a part of a mask from which the part's pixels can be filled again, its holes with them.
///
/// By the middles of pixels, and as pycocotools fills a polygon, they are the same to the pixel, also where a file rounds the
/// corners by less than a tenth of a pixel. It has no more corners than the pixels have.
package struct PartOutline: Sendable, Hashable {
    /// Clockwise, in pixel edges: that of one pixel has corners at 0 and 1.
    package let corners: [Point]
    /// The middle of one of the pixels.
    package let middle: Point

    /// Ways to simplify, of which the first that keeps the area is taken, as those of ``MaskPolygon``: the inset in tenths of a
    /// pixel, the tolerance in pixels.
    private static let attempts: [(inset: Int?, tolerance: Double)] = [
        (nil, 0.5), (nil, 0.25), (16, 0.25), (16, 0.1),
    ]

    /// The share of the area that it may be off by, and in pixels how far that may move the border of what is thin.
    private static let (largestError, largestShift) = (0.01, 0.05)

    /// The simplest outline of a border.
    init(around border: [MaskContours.Run]) {
        middle = border.first.map { Point(x: Double($0.x) + 0.5, y: Double($0.y) + 0.5) } ?? Point(x: 0, y: 0)
        let area = Double(MaskContours.doubledArea(border)) / 2
        let largest = max(Self.largestError * area, Self.largestShift * Double(border.reduce(0) { $0 + $1.length }))
        for attempt in Self.attempts {
            let line = BorderLine(border, inset: attempt.inset)
            let kept = MaskPolygon.kept(of: line.points, tolerance: attempt.tolerance, where: line.fillsAlike)
            let simple = line.corners(at: kept)
            if simple.count >= 3, abs(MaskPolygon.area(of: simple) - area) <= largest {
                corners = simple
                return
            }
        }
        corners = border.map { Point(x: Double($0.x), y: Double($0.y)) }
    }
}

extension RunLengthMask {
    /// The outlines of its parts, the largest first; holes are not told.
    ///
    /// - Parameter most: Only so many, the largest.
    package func outlines(atMost most: Int = 1_000) -> [PartOutline] {
        MaskContours.largest(of: self, atMost: most).map(PartOutline.init)
    }
}
