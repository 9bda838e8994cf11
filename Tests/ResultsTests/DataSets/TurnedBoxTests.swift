import Findings
import Testing

@testable import Results

@Suite struct TurnedBoxTests {
    private static let corners = [(30.0, 10.0), (50, 30), (40, 40), (20, 20)].map { Point(x: $0.0, y: $0.1) }

    @Test(arguments: [corners, [0, 3, 2, 1].map { corners[$0] }])
    func cornersMayRunEitherWay(corners: [Point]) throws {
        let box = try #require(TurnedBox(corners))
        #expect(box.start == Point(x: 30, y: 10) && box.center == Point(x: 35, y: 25))
        #expect(abs(box.angle - 45) < 1e-9 && abs(box.width - 2 * box.height) < 1e-9)
    }

    @Test func threeCornersAreNone() { #expect(TurnedBox(Array(Self.corners.prefix(3))) == nil) }
}
