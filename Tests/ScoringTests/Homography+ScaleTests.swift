import Findings
import Testing

@testable import Scoring

@Suite struct HomographyScaleTests {
    private let oblique = Homography(rows: [0.002, 0.0001, -1.2, 0.0003, 0.0024, -1.3, 0.0001, 0.0002, 1])

    /// Against the map itself, by small steps.
    @Test(arguments: [(100.0, 100.0), (600, 600), (900, 200)])
    func aPixelsWidthIsTheRootOfItsArea(_ x: Double, _ y: Double) {
        let step = 1e-4
        let here = oblique.map(Point(x: x, y: y))
        let right = (oblique.map(Point(x: x + step, y: y)) - here) * (1 / step)
        let down = (oblique.map(Point(x: x, y: y + step)) - here) * (1 / step)
        let area = abs(right.x * down.y - right.y * down.x)
        #expect(abs(oblique.scale(at: Point(x: x, y: y)) - area.squareRoot()) < 1e-8)
    }

    @Test func theHorizonParts() {
        let face = Point(x: 600, y: 600)
        #expect(oblique.keepsTogether(face, Point(x: 0, y: 0)))
        #expect(!oblique.keepsTogether(face, Point(x: -20_000, y: 600)))
    }
}
