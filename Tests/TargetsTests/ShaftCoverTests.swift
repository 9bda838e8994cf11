import Findings
import Foundation
import Testing

@testable import Targets

@Suite("What a photo's sure shafts hide")
struct ShaftCoverTests {
    private func shaft(
        _ x: Double, _ y: Double, degrees: Double = 0, face: Int = 0, confidence: Double = 0.95
    ) -> PhotoShaft {
        let angle = degrees * .pi / 180
        return PhotoShaft(
            face: face, tip: Point(x: x, y: y), along: Point(x: cos(angle), y: sin(angle)), length: 300, radius: 100,
            confidence: confidence)
    }

    private var sure: [PhotoShaft] { [shaft(100, 100), shaft(100, 160, degrees: 4), shaft(100, 40, degrees: -4)] }

    private func cover(_ shafts: [PhotoShaft]) -> ShaftCover {
        ShaftCover(shafts, vote: LeanVote(shafts.map(\.lean)))
    }

    @Test(
        "a find of another face on a shaft is a part of that arrow",
        arguments: [(300.0, 100.0), (400, 104), (300, 174)])
    func covered(x: Double, y: Double) {
        #expect(abs(cover(sure).confidence(of: shaft(x, y, face: 1)) - 0.285) < 1e-9)
    }

    @Test(
        "beside it, before it, beyond its end or on the arrow's own face it is not",
        arguments: [(300.0, 120.0, 1), (80, 100, 1), (500, 100, 1), (120, 100, 1), (300, 100, 0)])
    func free(x: Double, y: Double, face: Int) {
        #expect(cover(sure).confidence(of: shaft(x, y, face: face)) == 0.95)
    }

    @Test("a shaft that leans as few do, and one of a photo without a vote, hides nothing")
    func noVote() {
        let find = shaft(300, 100, face: 1)
        #expect(cover(Array(sure.prefix(2))).confidence(of: find) == 0.95)
        let against = sure.dropFirst() + [shaft(100, 300, degrees: 2), shaft(500, 100, degrees: 180)]
        #expect(cover(Array(against)).confidence(of: find) == 0.95)
    }

    @Test("a long shaft tells its direction better than the steps of its search")
    func line() throws {
        let tip = Point(x: 60, y: 60)
        let angle = 21.3 * Double.pi / 180
        let along = Point(x: cos(angle), y: sin(angle))
        var drawn = DrawnMaps(side: 192)
        drawn.arrow(tip: tip, nock: tip + along * 110)
        let found = try ShaftSupport(maps: #require(drawn.maps)).line(
            from: tip, along: Point(x: cos(angle + 0.03), y: sin(angle + 0.03)))
        #expect(found.distance(to: along) < 0.006)
    }

    @Test("a shaft is followed to its end")
    func length() throws {
        let (tip, along) = (Point(x: 30, y: 40), Point(x: 1, y: 0))
        var drawn = DrawnMaps(side: 192)
        drawn.arrow(tip: tip, nock: tip + along * 50)
        let found = try ShaftSupport(maps: #require(drawn.maps)).length(from: tip, along: along)
        #expect((48...54).contains(found))
    }
}
