import Findings
import Testing

@testable import Targets

@Suite("Tips and their nocks")
struct ArrowPairingTests {
    private func candidates(_ draw: (inout DrawnMaps) -> Void) throws -> [ArrowCandidate] {
        var drawn = DrawnMaps()
        draw(&drawn)
        return ArrowPairing.candidates(in: try #require(drawn.maps))
    }

    private func nearest(_ place: Point, among all: [ArrowCandidate]) throws -> ArrowCandidate {
        try #require(all.min { $0.tip.distance(to: place) < $1.tip.distance(to: place) })
    }

    @Test("of two shafts that cross each tip has its own nock")
    func crossing() throws {
        let arrows = [
            (tip: Point(x: 20, y: 20), nock: Point(x: 70, y: 60)),
            (tip: Point(x: 60, y: 20), nock: Point(x: 25, y: 70)),
        ]
        let found = try candidates { drawn in
            for arrow in arrows { drawn.arrow(tip: arrow.tip, nock: arrow.nock) }
        }
        for arrow in arrows {
            let candidate = try nearest(arrow.tip, among: found)
            #expect(candidate.tip.distance(to: arrow.tip) < 0.5)
            #expect(try #require(candidate.nock).distance(to: arrow.nock) < 0.5)
            #expect(candidate.support > 0.5)
            #expect(candidate.factor > 0.9)
        }
    }

    @Test("a tip without a nock in sight has the shaft that leaves it")
    func hidden() throws {
        let found = try candidates { $0.arrow(tip: Point(x: 30, y: 40), nock: Point(x: 80, y: 40), nockScore: 0) }
        let candidate = try nearest(Point(x: 30, y: 40), among: found)
        #expect(candidate.nock == nil)
        #expect(candidate.support > 0.5)
        #expect(candidate.along.x > 0.99)
    }

    @Test("a place that looks like a nock is hardly a tip")
    func roles() throws {
        let found = try candidates { drawn in
            drawn.arrow(tip: Point(x: 20, y: 20), nock: Point(x: 70, y: 60))
            drawn.end(.tip, at: Point(x: 70, y: 60), score: 0.4)
        }
        let nock = try nearest(Point(x: 70, y: 60), among: found)
        #expect(nock.tip.distance(to: Point(x: 70, y: 60)) < 1)
        #expect(nock.role < 0.4)
        #expect(nock.factor < 0.2)
    }

    @Test("a weak tip on a better arrow's shaft is weakened")
    func onShaft() throws {
        let found = try candidates { drawn in
            drawn.arrow(tip: Point(x: 20, y: 48), nock: Point(x: 80, y: 48))
            drawn.end(.tip, at: Point(x: 50, y: 48), score: 0.3)
        }
        #expect(try nearest(Point(x: 50, y: 48), among: found).factor < 0.7)
        #expect(try nearest(Point(x: 20, y: 48), among: found).factor > 0.9)
    }

    @Test("empty maps hold no candidate")
    func empty() throws {
        #expect(try candidates { _ in }.isEmpty)
    }
}
