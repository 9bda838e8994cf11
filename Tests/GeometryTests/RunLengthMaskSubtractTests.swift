import Findings
import Testing

@testable import Geometry

@Suite("Masks on runs")
struct RunLengthMaskSubtractTests {
    private static let size = PixelSize(width: 17, height: 13)

    private static func mask(_ seed: Int) throws -> RunLengthMask {
        try #require(RunLengthMask(size: size) { x, y in (x * seed + y * y) % 5 < 2 })
    }

    @Test(arguments: [(1, 2), (2, 3), (3, 3), (4, 7)])
    func theyAreThoseOfEachPixel(first: Int, second: Int) throws {
        let (a, b) = (try Self.mask(first), try Self.mask(second))
        let pixels = zip(a.bitmap, b.bitmap)
        #expect(a.subtracting(b)?.bitmap == pixels.map { $0 == 1 && $1 == 0 ? 1 : 0 })
        #expect(a.intersection(b)?.bitmap == pixels.map { $0 & $1 })
        #expect(a.union(b)?.bitmap == pixels.map { $0 | $1 })
    }

    @Test func masksOfOtherSizesHaveNothingInCommon() throws {
        let (a, other) = (
            try Self.mask(1), try #require(RunLengthMask(size: PixelSize(width: 13, height: 17), runs: [221]))
        )
        #expect(a.subtracting(other) == nil && a.intersection(other) == nil && a.union(other) == nil)
    }

    @Test(
        arguments: [
            [(2.3, 1.2), (14.1, 3.4), (9.7, 11.8)], [(-20.2, 5.1), (40.3, 6.2), (8.4, -30.1)],
            [(3.1, 3.2), (9.4, 8.8)],
            [(1e9, 1e9), (-1e9, 1e9), (0.2, -1e9)],
        ] as [[(Double, Double)]], [0, 1.3, 4])
    func aHullIsDrawnByPixelCentres(corners: [(Double, Double)], margin: Double) throws {
        let hull = ConvexHull(of: corners.map { Point(x: $0.0, y: $0.1) })
        let drawn = try #require(RunLengthMask(size: Self.size, hull: hull, margin: margin))
        let expected = RunLengthMask(size: Self.size) { x, y in
            let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let sides = hull.corners.indices.map { (hull.corners[$0], hull.corners[($0 + 1) % hull.corners.count]) }
            let isInside =
                sides.count > 2
                && sides.allSatisfy { a, b in
                    (b.x - a.x) * (center.y - a.y) - (b.y - a.y) * (center.x - a.x) >= 0
                }
            return isInside || sides.contains { center.distance(toSegmentFrom: $0, to: $1) <= margin }
        }
        #expect(drawn == expected)
    }

    @Test func theHullIsTakenAway() throws {
        let all = try #require(RunLengthMask(size: Self.size) { _, _ in true })
        let hull = ConvexHull(of: [(0.0, 0.0), (17.0, 0.0), (17.0, 6.0), (0.0, 6.0)].map { Point(x: $0.0, y: $0.1) })
        let (drawn, empty) = (
            try #require(RunLengthMask(size: Self.size, hull: hull)),
            try #require(RunLengthMask(size: Self.size, hull: ConvexHull(of: [])))
        )
        #expect(all.subtracting(drawn)?.box == Box(x: 0, y: 6, width: 17, height: 7))
        #expect(all.subtracting(empty) == all)
        #expect(RunLengthMask(size: PixelSize(width: 0, height: 4), hull: hull) == nil)
    }

    @Test(arguments: [
        (Box(x: 2, y: 3, width: 4, height: 5), 20), (Box(x: -5, y: -5, width: 100, height: 100), 221),
        (Box(x: 2.2, y: 3, width: 0.5, height: 5), 0), (Box(x: .nan, y: 0, width: 1, height: 1), 0),
        (Box(x: 30, y: 30, width: 5, height: 5), 0),
    ])
    func aBoxIsDrawnByWholePixels(box: Box, area: Int) {
        #expect(RunLengthMask(size: Self.size, box: box)?.area == area)
    }
}
