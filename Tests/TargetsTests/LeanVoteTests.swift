import Findings
import Scoring
import Testing

@testable import Targets

@Suite("The vote of a photo's sure arrows")
struct LeanVoteTests {
    private func arrow(_ x: Double, _ y: Double, confidence: Double, nock: Point?) -> Impact {
        let tip = Point(x: x, y: y)
        return Impact(
            kind: .arrow, tip: tip, nock: nock.map { tip + $0 }, confidence: confidence,
            box: Box(x: x, y: y, width: 10, height: 10), face: 0)
    }

    private var sure: [Impact] {
        [(-100.0, 10.0), (-90, 18), (-110, 5)].enumerated().map {
            arrow(Double($0) * 50, 0, confidence: 0.95, nock: Point(x: $1.0, y: $1.1))
        }
    }

    @Test("doubts what leans elsewhere, and leaves out what is then too unlikely")
    func doubts() {
        let finds = [
            arrow(0, 90, confidence: 0.85, nock: Point(x: 100, y: 0)),
            arrow(0, 120, confidence: 0.5, nock: Point(x: 0, y: 100)),
            arrow(0, 150, confidence: 0.5, nock: Point(x: -80, y: 30)),
            arrow(0, 180, confidence: 0.5, nock: nil),
        ]
        let settled = LeanVote(sure + finds).settled(sure + finds, above: 0.35)
        #expect(settled.map(\.confidence) == [0.95, 0.95, 0.95, 0.425, 0.5, 0.5])
    }

    @Test("says nothing where few are sure, or where they point in all directions")
    func silent() {
        let find = arrow(0, 90, confidence: 0.5, nock: Point(x: 100, y: 0))
        let around = [(100.0, 0.0), (-50, 80), (-50, -80)].map {
            arrow(0, 0, confidence: 0.95, nock: Point(x: $0.0, y: $0.1))
        }
        for voters in [Array(sure.prefix(2)), around, []] {
            #expect(LeanVote(voters + [find]).settled(voters + [find], above: 0.35) == voters + [find])
        }
    }
}
