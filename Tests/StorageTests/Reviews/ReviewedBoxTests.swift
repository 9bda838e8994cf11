import Findings
import Testing

@testable import Storage

@Suite struct ReviewedBoxTests {
    private static let box = Box(x: 10, y: 10, width: 80, height: 50)

    /// A box that stands on a corner; its upper one lies to the right of the left edge by this much.
    private static func corners(_ right: Double) -> [Point] {
        [(10 + right, 10), (90, 35), (90 - right, 60), (10, 35)].map { Point(x: $0, y: $1) }
    }

    /// Where nothing is said of the corners, they are those that were found.
    @Test(
        arguments: [
            (corners(40), nil, true), (corners(40), corners(40), true), (corners(40), corners(40.01), true),
            (corners(40), corners(60), false), (nil, corners(40), false), (nil, nil, true),
        ] as [([Point]?, [Point]?, Bool)])
    func aBoxThatIsTurnedOtherwiseIsACorrection(found: [Point]?, said: [Point]?, isAsFound: Bool) {
        let found = Detection(label: "car", classId: 0, confidence: 0.9, box: Self.box, corners: found)
        let said = ReviewedBox(label: "car", box: Self.box, confidence: 0.9, origin: 0, corners: said)
        #expect(said.isAsFound(found) == isAsFound)
    }
}
