import Findings
import Scoring
import Testing

@testable import Targets

@Suite("One face as the arrow network saw it")
struct FaceViewTests {
    private func view(
        _ face: Int, _ map: Homography, along: Point, tip: Point = Point(x: 128, y: 128)
    ) throws -> FaceView {
        let way = try #require(Rectifier(RectifierTests.face(map: map), view: .arrows))
        let candidate = ArrowCandidate(
            tip: tip, nock: nil, score: 0.8, role: 1, support: 0.6, pair: 0, factor: 1, along: along,
            line: along, length: 28)
        return FaceView(face: face, way: way, candidates: [candidate])
    }

    @Test("tells other faces' shafts by how they lean in the photo, turned into its own view")
    func carries() throws {
        let upright = Homography(rows: [0.004, 0, -1.6, 0, 0.004, -2, 0, 0, 1])
        // The same face a quarter turn on: what points right in the photo points down in its view.
        let turned = Homography(rows: [0, -0.004, 2, 0.004, 0, -4.8, 0, 0, 1])
        let views = [
            try view(0, upright, along: Point(x: 1, y: 0)), try view(1, turned, along: Point(x: 0, y: 1)),
        ]
        let leans = [views[0].leans(of: views), views[1].leans(of: views)]
        #expect(leans.map(\.count) == [1, 1])
        #expect(leans[0][0].along.distance(to: Point(x: 1, y: 0)) < 1e-6)
        #expect(leans[1][0].along.distance(to: Point(x: 0, y: 1)) < 1e-6)
        #expect(abs(leans[0][0].weight - 0.8) < 1e-9)
    }

    @Test("an arrow that both views show is no other arrow")
    func twin() throws {
        let maps = [-1.6, -2.6].map { Homography(rows: [0.004, 0, $0, 0, 0.004, -2, 0, 0, 1]) }
        // Half way between the two centres; a view has 600 pixels a radius, and cells of 8.
        let views = try zip(maps, [1.0, -1]).enumerated().map { index, face in
            try view(
                index, face.0, along: Point(x: 0, y: 1), tip: Point(x: (1024 + 300 * face.1) / 8, y: 128))
        }
        #expect(views[0].leans(of: views).isEmpty && views[1].leans(of: views).isEmpty)
    }

    @Test("its own shafts are none of another face's")
    func own() throws {
        let one = try view(0, RectifierTests.map, along: Point(x: 1, y: 0))
        #expect(one.leans(of: [one]).isEmpty)
    }
}
