import Findings
import Foundation
import Scoring
import Testing

@Suite struct ArrowGroupTests {
    @Test func aSquareHasItsMiddleAndItsDiagonal() throws {
        let square = [(0.0, 10.0), (20, 10), (0, 30), (20, 30)].map { Point(x: $0, y: $1) }
        let group = try #require(ArrowGroup(square))
        #expect(group.count == 4)
        #expect(group.center == Point(x: 10, y: 20))
        #expect(abs(group.offset - 500.0.squareRoot()) < 1e-9)
        #expect(abs(group.offsetClockDeg - atan2(20, 10) * 180 / .pi) < 1e-9)
        #expect(abs(group.meanRadius - 200.0.squareRoot()) < 1e-9)
        #expect(abs(group.extremeSpread - 800.0.squareRoot()) < 1e-9)
        // A sample variance of 400/3 along both axes.
        let axis = (5.991 * 400 / 3).squareRoot()
        let ellipse = try #require(group.ellipse)
        #expect(abs(ellipse.a - axis) < 1e-9 && abs(ellipse.b - axis) < 1e-9)
    }

    @Test(arguments: [0.0, 30, 60, 89, -45])
    func theEllipseLiesAlongTheArrows(_ degrees: Double) throws {
        let angle = degrees * .pi / 180
        let points = [(-30.0, 5.0), (-30, -5), (30, 5), (30, -5)].map { along, across in
            Point(x: along * cos(angle) - across * sin(angle), y: along * sin(angle) + across * cos(angle))
        }
        let ellipse = try #require(ArrowGroup(points)?.ellipse)
        #expect(abs(ellipse.angleDeg - degrees) < 1e-9)
        #expect(abs(ellipse.a / ellipse.b - 6) < 1e-9)
    }

    /// The 95 % of the name: of many normal arrows that share lies inside.
    @Test func theEllipseHoldsNineteenOfTwenty() throws {
        var state: UInt64 = 7
        func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Double(state >> 11) + 0.5) / Double(UInt64(1) << 53)
        }
        let points = (0..<4000).map { _ in
            let (radius, angle) = ((-2 * log(uniform())).squareRoot(), 2 * .pi * uniform())
            return Point(x: 12 * radius * cos(angle), y: 4 * radius * sin(angle))
        }
        let ellipse = try #require(ArrowGroup(points)?.ellipse)
        let angle = -ellipse.angleDeg * .pi / 180
        let inside = points.count { point in
            let (x, y) = (point.x - ellipse.cx, point.y - ellipse.cy)
            let (u, v) = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
            return pow(u / ellipse.a, 2) + pow(v / ellipse.b, 2) <= 1
        }
        #expect(abs(Double(inside) / 4000 - 0.95) < 0.01)
    }

    @Test(arguments: [0, 1, 2])
    func fewArrowsHaveNoEllipse(_ count: Int) {
        let group = ArrowGroup((0..<count).map { Point(x: Double($0), y: 0) })
        #expect((group == nil) == (count == 0))
        #expect(group?.ellipse == nil)
        #expect(group.map { $0.extremeSpread == Double(count - 1) } ?? true)
    }

    @Test func arrowsInALineHaveAFlatEllipse() throws {
        let ellipse = try #require(ArrowGroup((0..<5).map { Point(x: Double($0), y: 2 * Double($0)) })?.ellipse)
        #expect(ellipse.b.isFinite && ellipse.b < 1e-6)
    }

    @Test func endsAreMeasuredInTheirFacesMillimetres() throws {
        var unplaced = Scenes.end(2, [Scenes.scored(9, x: 0.5)], type: .wa40)
        unplaced.arrows[0].isPlaced = false
        let ends = [
            Scenes.end(1, [Scenes.scored(9, x: 0.1)], type: .wa122),
            Scenes.end(2, [Scenes.scored(9, x: 0.1)], type: .wa40),
            Scenes.end(3, [Scenes.scored(0, face: nil)]), unplaced,
        ]
        let group = try #require(ArrowGroup(ends))
        #expect(group.count == 2)
        #expect(abs(group.center.x - 40.5) < 1e-9)
    }
}
