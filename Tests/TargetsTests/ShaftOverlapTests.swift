import Findings
import Testing

@testable import Targets

@Suite("Shafts that lie on each other")
struct ShaftOverlapTests {
    private func candidate(
        _ x: Double, _ y: Double, score: Double, along: Point = Point(x: 1, y: 0), length: Double? = 40
    ) -> ArrowCandidate {
        let tip = Point(x: x, y: y)
        return ArrowCandidate(
            tip: tip, nock: length.map { tip + along * $0 }, score: score, role: 1, support: 0.6, pair: 0, factor: 1,
            along: along, line: along, length: 28)
    }

    @Test("a second tip on a sure shaft is covered, the sure one is not")
    func secondTip() {
        let overlap = ShaftOverlap(among: [candidate(100, 100, score: 0.9), candidate(110, 101, score: 0.4)])
        #expect(overlap.share(of: 0) == 0)
        #expect(overlap.share(of: 1) == 1)
    }

    @Test("a shaft beside another, or across it, is its own", arguments: [(0.0, 6.0), (1.0, 0.0)])
    func beside(turned: Double, aside: Double) {
        let along = turned > 0 ? Point(x: 0, y: 1) : Point(x: 1, y: 0)
        let overlap = ShaftOverlap(
            among: [candidate(100, 100, score: 0.9), candidate(110, 100 + aside, score: 0.4, along: along)])
        #expect(overlap.share(of: 1) < 0.15)
    }

    @Test("only the part that reaches over is covered")
    func partly() {
        let overlap = ShaftOverlap(
            among: [candidate(100, 100, score: 0.9, length: 20), candidate(113, 100, score: 0.4, length: nil)])
        #expect(abs(overlap.share(of: 1) - 9.0 / 28) < 0.05)
    }

    @Test("an unsure shaft covers less")
    func unsure() {
        let overlap = ShaftOverlap(among: [candidate(100, 100, score: 0.3), candidate(110, 100, score: 0.2)])
        #expect(abs(overlap.share(of: 1) - 0.4) < 1e-9)
    }
}
