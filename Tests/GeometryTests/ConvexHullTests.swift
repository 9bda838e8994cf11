import Findings
import Testing

@testable import Geometry

@Suite("Convex hulls")
struct ConvexHullTests {
    private static func points(_ numbers: [(Double, Double)]) -> [Point] { numbers.map { Point(x: $0.0, y: $0.1) } }

    @Test(
        arguments: [
            ([], []),
            ([(3, 4)], [(3, 4)]),
            ([(3, 4), (3, 4), (3, 4)], [(3, 4)]),
            ([(5, 5), (1, 1), (3, 3), (2, 2)], [(1, 1), (5, 5)]),
            ([(2, 9), (2, 1), (2, 4)], [(2, 1), (2, 9)]),
            ([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)], [(0, 0), (4, 0), (4, 4), (0, 4)]),
            ([(.nan, 1), (1, .infinity), (7, 8)], [(7, 8)]),
        ] as [([(Double, Double)], [(Double, Double)])])
    func cornersAreThoseOfTheSmallestConvexShape(points: [(Double, Double)], expected: [(Double, Double)]) {
        #expect(ConvexHull(of: Self.points(points)).corners == Self.points(expected))
    }

    @Test func theOrderOfThePointsDoesNotMatter() {
        let points = (0..<40).map { (n: Int) in Point(x: Double(n * 37 % 41), y: Double(n * n % 43)) }
        let hull = ConvexHull(of: points)
        #expect(ConvexHull(of: points.reversed()) == hull)
        #expect(ConvexHull(of: hull.corners) == hull)
        #expect(hull.bounds == Box(around: points))
    }

    @Test(
        arguments: [
            (-1.0, 0.0, nil), (0.0, 0.0, 0.0...4.0), (2.0, 0.0, 0.0...4.0), (5.0, 0.0, nil), (5.0, 1.0, 0.0...4.0),
            (2.0, 1.0, -1.0...5.0), (6.0, 1.0, nil), (2.0, -3.0, 0.0...4.0),
        ] as [(Double, Double, ClosedRange<Double>?)])
    func aColumnMeetsTheGrownHullInOneStretch(x: Double, margin: Double, expected: ClosedRange<Double>?) {
        let square = ConvexHull(of: Self.points([(0, 0), (4, 0), (4, 4), (0, 4)]))
        #expect(square.rows(atColumn: x, margin: margin) == expected)
    }

    @Test func nothingHasNoRows() {
        #expect(ConvexHull(of: []).rows(atColumn: 0, margin: 5) == nil)
        #expect(ConvexHull(of: []).bounds == nil)
        #expect(ConvexHull(of: [Point(x: 0, y: 0)]).rows(atColumn: 0, margin: .nan) == nil)
    }
}
