import Findings
import Foundation
import Testing

@testable import Registration

@Suite struct ConicTests {
    @Test(arguments: [(0.0, 0.0), (30, 20), (60, 75), (60, 140)])
    func aTiltedCircleIsAnEllipse(tilt: Double, axis: Double) throws {
        let view = View(tilt: tilt, axis: axis)
        let map = try #require(view.toPhoto.inverse)
        let ellipse = try #require(map.ring(0.8))
        for k in 0..<24 {
            let place = ellipse.point(at: Double(k) * .pi / 12)
            #expect(abs(map.map(place).length - 0.8) < 1e-9)
        }
        #expect(ellipse.a >= ellipse.b)
    }

    @Test(arguments: [
        Conic(a: 1, b: 0, c: -1, d: 0, e: 0, f: -1), Conic(a: 1, b: 2, c: 1, d: 1, e: 0, f: 0),
        Conic(a: 1, b: 0, c: 1, d: 0, e: 0, f: 1), Conic(a: 0, b: 0, c: 0, d: 0, e: 0, f: 0),
    ])
    func whatIsNoEllipseIsNone(conic: Conic) { #expect(conic.ellipse == nil) }

    @Test func theSignOfTheEquationDoesNotMatter() throws {
        let conic = Conic(a: 2, b: 0.5, c: 1, d: -3, e: 2, f: -20)
        let negative = Conic(a: -2, b: -0.5, c: -1, d: 3, e: -2, f: 20)
        let (one, two) = (try #require(conic.ellipse), try #require(negative.ellipse))
        #expect(abs(one.a - two.a) < 1e-9)
        #expect(abs(one.angleDeg - two.angleDeg) < 1e-9)
    }
}
