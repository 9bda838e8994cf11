import Findings
import Testing

@Suite struct EllipseCircleTests {
    @Test(arguments: [
        [300.0, 0, 400, 0, 200, 500, 0, 0, 1], [300, 120, 400, -50, 200, 500, 0, 0, 1],
        [300, 20, 400, -10, 250, 500, 0.1, -0.2, 1],
    ])
    func thePictureOfTheCircleGoesThroughItsPoints(rows: [Double]) throws {
        let map = Homography(rows: rows)
        let ellipse = try #require(Ellipse(ofUnitCircleUnder: map))
        let inverse = try #require(map.inverse)
        for step in 0..<24 {
            let point = inverse.map(ellipse.point(at: Double(step) * .pi / 12))
            #expect(abs(point.length - 1) < 1e-9)
        }
        #expect(ellipse.a >= ellipse.b)
    }

    @Test func aCircleOverTheHorizonHasNoEllipse() {
        #expect(Ellipse(ofUnitCircleUnder: Homography(rows: [1, 0, 0, 0, 1, 0, 2, 0, 1])) == nil)
        #expect(Ellipse(ofUnitCircleUnder: Homography(rows: [0, 0, 0, 0, 0, 0, 0, 0, 0])) == nil)
    }
}
