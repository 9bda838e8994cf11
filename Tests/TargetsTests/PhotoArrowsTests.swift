import Findings
import Testing

@testable import Targets

@Suite("The arrows of a photo together")
struct PhotoArrowsTests {
    /// Two spots of a sheet, side by side; both views show what lies between their centres.
    private func views() throws -> [FaceView] {
        try [-1.6, -2.6].enumerated().map { index, shift in
            let map = Homography(rows: [0.004, 0, shift, 0, 0.004, -2, 0, 0, 1])
            let way = try #require(Rectifier(RectifierTests.face(map: map), view: .arrows))
            return FaceView(face: index, way: way, candidates: [])
        }
    }

    private func arrow(_ x: Double, _ y: Double, down: Double = 1, confidence: Double = 0.95) -> SeenArrow {
        let along = Point(x: 0, y: down)
        return SeenArrow(
            tip: Point(x: x, y: y), nock: nil, along: along, line: along, length: 300, confidence: confidence)
    }

    @Test("an arrow that two views show has one vote")
    func oneVote() throws {
        let views = try views()
        let doubtful = arrow(1000, 900, down: -1, confidence: 0.8)
        let seen = [
            (views[0], [arrow(1324, 1024), arrow(1324, 1100), doubtful]),
            (views[1], [arrow(724, 1024), arrow(724, 1100)]),
        ]
        #expect(PhotoArrows(seen.map { (view: $0, arrows: $1) }).settled([doubtful], of: views[0])[0].confidence == 0.8)
    }

    @Test("three that lean alike put another way in doubt")
    func threeVotes() throws {
        let views = try views()
        let doubtful = arrow(1000, 900, down: -1, confidence: 0.8)
        let seen = [(view: views[0], arrows: [arrow(1324, 1024), arrow(1324, 1100), arrow(900, 1300), doubtful])]
        #expect(PhotoArrows(seen).settled([doubtful], of: views[0])[0].confidence < 0.5)
    }
}
