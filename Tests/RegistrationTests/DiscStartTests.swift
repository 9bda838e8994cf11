import Findings
import Foundation
import Testing

@testable import Registration

@Suite struct DiscStartTests {
    @Test(arguments: [Point(x: 0, y: 0), Point(x: 0.3, y: -0.2), Point(x: -0.45, y: 0.1)])
    func aMotionKeepsTheCircleAndMovesThePointToTheCentre(point: Point) {
        let motion = DiscStart.motion(point)
        #expect(motion.map(point).length < 1e-12)
        for k in 0..<12 {
            let angle = Double(k) * .pi / 6
            #expect(abs(motion.map(Point(x: cos(angle), y: sin(angle))).length - 1) < 1e-12)
        }
    }
}
