import Findings
import Foundation
import Testing

@testable import Registration

@Suite struct EllipseFitTests {
    private let truth = Ellipse(cx: 40, cy: -20, a: 30, b: 12, angleDeg: 35)

    private func points(_ count: Int) -> [Point] {
        (0..<count).map { truth.point(at: Double($0) * 2 * .pi / Double(count)) }
    }

    @Test func exactPointsGiveTheEllipse() throws {
        let fit = try #require(EllipseFit.leastSquares(points(12)))
        #expect(abs(fit.cx - 40) < 1e-6)
        #expect(abs(fit.a - 30) < 1e-6)
        #expect(abs(fit.b - 12) < 1e-6)
        #expect(abs(fit.angleDeg - 35) < 1e-6)
    }

    @Test func aThirdOfStrayPointsDoesNoHarm() throws {
        let stray = (0..<20).map { (k: Int) -> Point in
            let (x, y) = (k * 7 % 80, k * 13 % 60 - 50)
            return Point(x: Double(x), y: Double(y))
        }
        let fit = try #require(EllipseFit(points(40) + stray, tolerance: 0.03))
        #expect(fit.ellipse.center.distance(to: truth.center) < 0.5)
        #expect(fit.inliers.prefix(40).allSatisfy { $0 })
        #expect(fit.support < 0.8)
    }

    @Test func tooLittleGivesNone() {
        #expect(EllipseFit.leastSquares([]) == nil)
        #expect(EllipseFit.leastSquares([Point](repeating: Point(x: 1, y: 1), count: 9)) == nil)
        #expect(EllipseFit((0..<20).map { Point(x: Double($0), y: 2) }, tolerance: 0.05) == nil)
        #expect(EllipseFit(points(5), tolerance: 0.05) == nil)
    }

    @Test func theAffineMapMakesACircle() {
        let map = truth.affineMap(toRadius: 0.4)
        for place in points(9) { #expect(abs(map.map(place).length - 0.4) < 1e-9) }
        #expect(map.map(truth.center).length < 1e-9)
    }
}
