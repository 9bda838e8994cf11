import Findings
import Testing

@testable import Targets

@Suite("Strokes of a pen")
struct StrokeRuleTests {
    /// The other end of a line that runs to the right from (400, 800), in pixels of the view.
    private func end(
        _ x: Double, _ y: Double = 800, score: Double = 0.5, role: Double = 1, back: Point = Point(x: -1, y: 0)
    ) -> ArrowCandidate {
        ArrowCandidate(
            tip: Point(x: (x + 0.5) / 8 - 0.5, y: (y + 0.5) / 8 - 0.5), nock: nil, score: score, role: role,
            support: 0.6, pair: 0, factor: 1, along: back, line: back, length: 25)
    }

    /// A find whose shaft runs to the right.
    private func find(_ x: Double, _ y: Double, confidence: Double = 0.95) -> SeenArrow {
        let along = Point(x: 1, y: 0)
        return SeenArrow(
            tip: Point(x: x, y: y), nock: nil, along: along, line: along, length: 200, confidence: confidence)
    }

    private func isStroke(_ ends: [ArrowCandidate]) -> Bool {
        StrokeRule(ends).arrows(among: [find(400, 800)]).isEmpty
    }

    @Test("have a tip at both ends", arguments: [600.0, 565, 615])
    func stroke(_ x: Double) {
        #expect(isStroke([end(400), end(x)]))
    }

    @Test("an arrow that nothing lies opposite to is none")
    func alone() {
        #expect(!isStroke([]))
        #expect(!isStroke([end(400)]))
    }

    @Test("what is no tip at the line's other end, or no end of this line, makes none")
    func others() {
        let aside = Point(x: 0, y: -1)
        #expect(!isStroke([end(600, role: 0.6)]), "a nock")
        #expect(!isStroke([end(600, score: 0.1)]), "too faint")
        #expect(!isStroke([end(600, back: Point(x: 1, y: 0))]), "an arrow beside it that leans alike")
        #expect(!isStroke([end(600, back: aside)]), "another line's end")
        #expect(!isStroke([end(500)]), "a tip on its shaft")
        #expect(!isStroke([end(700)]), "a tip beyond it")
        #expect(!isStroke([end(400, 1000, back: aside)]), "a tip elsewhere")
    }

    @Test("among three sure arrows even what looks like a stroke is one", arguments: [(0.9, true), (0.6, false)])
    func company(_ confidence: Double, _ isArrow: Bool) {
        let stroke = find(400, 800)
        let finds = [stroke, find(700, 500), find(800, 1200), find(900, 900, confidence: confidence)]
        #expect(StrokeRule([end(600)]).arrows(among: finds).contains(stroke) == isArrow)
    }
}
