import Findings
import Testing

@testable import Reading

@Suite("Boxes around points, and grown ones")
struct BoxGrowthTests {
    private func points(_ pairs: [(Double, Double)]) -> [Point] { pairs.map { Point(x: $0, y: $1) } }

    @Test("are the smallest in any direction")
    func smallest() throws {
        let diamond = try #require(MinimumAreaRectangle(around: points([(0, 5), (5, 0), (10, 5), (5, 10), (5, 5)])))
        #expect(abs(diamond.shortSide - 50.squareRoot()) < 1e-9)
        let upright = try #require(MinimumAreaRectangle(around: points([(1, 2), (9, 2), (9, 5), (1, 5), (4, 4)])))
        #expect(upright.corners == Quadrilateral(Box(left: 1, top: 2, right: 9, bottom: 5)))
        #expect(upright.shortSide == 3)
    }

    @Test("do not exist around a line, a point or nothing")
    func flat() {
        #expect(MinimumAreaRectangle(around: points([(0, 0), (4, 4), (2, 2)])) == nil)
        #expect(MinimumAreaRectangle(around: points([(3, 3)])) == nil)
        #expect(MinimumAreaRectangle(around: []) == nil)
        #expect(MinimumAreaRectangle(around: points([(.nan, 0), (4, 4), (2, 2)])) == nil)
    }

    @Test("have their corners from the top left, clockwise")
    func order() {
        let corners = points([(10, 9), (1, 0), (0, 8), (11, 1)])
        #expect(Quadrilateral(leftToRight: corners)?.corners == points([(1, 0), (11, 1), (10, 9), (0, 8)]))
        #expect(Quadrilateral(leftToRight: Array(corners.dropLast())) == nil)
    }

    /// Made with pyclipper 1.4.0.
    @Test("grow as with Clipper's round joins")
    func clipper() throws {
        let upright = Quadrilateral(Box(left: 10, top: 10, right: 60, bottom: 22))
        let expected = [
            (2, 10), (2, 22), (3, 6), (3, 26), (6, 3), (6, 29), (10, 2), (10, 30), (60, 2), (60, 30), (64, 3), (64, 29),
            (67, 6), (67, 26), (68, 10), (68, 22),
        ]
        let outline = BoxGrowth.outline(upright, distance: 600 * 1.6 / 124)
        #expect(Set(outline) == Set(points(expected.map { (Double($0.0), Double($0.1)) })))
        #expect(BoxGrowth.grown(upright)?.corners == Quadrilateral(Box(left: 2, top: 2, right: 68, bottom: 30)))

        let turned = try #require(Quadrilateral(points([(20.5, 30.25), (90.75, 50.5), (86.25, 66), (16, 45.75)])))
        let grown = try #require(BoxGrowth.grown(turned))
        let wanted = points([(12.8898, 16.9546), (103.4756, 43.0135), (93.1102, 79.0454), (2.5244, 52.9865)])
        for (corner, other) in zip(grown.corners.corners, wanted) { #expect(corner.distance(to: other) < 1e-3) }
    }

    @Test("do not grow from nothing")
    func nothing() {
        #expect(BoxGrowth.grown(Quadrilateral(Box(x: 5, y: 5, width: 0, height: 0))) == nil)
        #expect(BoxGrowth.grown(Quadrilateral(Box(x: 5, y: 5, width: .infinity, height: 1))) == nil)
    }

    @Test("stand in reading order: rows from the top, side by side from the left")
    func reading() {
        let boxes = [(80, 12), (10, 40), (40, 5), (5, 11), (60, 21)].map { x, y in
            Quadrilateral(Box(x: Double(x), y: Double(y), width: 8, height: 8))
        }
        #expect(LineOrder.sorted(boxes).map(\.topLeft.x) == [5, 40, 60, 80, 10])
        #expect(LineOrder.sorted([]).isEmpty)
    }
}
