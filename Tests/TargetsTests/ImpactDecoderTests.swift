import Detection
import Findings
import Scoring
import Testing

@testable import Targets

@Suite("Impacts from poses")
struct ImpactDecoderTests {
    private static let photo = PixelSize(width: 800, height: 600)
    /// Ten-ring face of radius 200 pixels around 400, 300: one canonical pixel is half a photo pixel.
    private static let face = RectifierTests.face(
        map: Homography(rows: [1 / 200.0, 0, -2, 0, 1 / 200.0, -1.5, 0, 0, 1]))

    private func impacts(_ poses: Pose...) throws -> [Impact] {
        ImpactDecoder.impacts(
            poses, through: try #require(Rectifier(Self.face, view: .holes)), face: 3, photo: Self.photo)
    }

    private func pose(
        _ label: String, _ points: [(Double, Double, visibility: Double)],
        box: Box = Box(x: 0, y: 0, width: 32, height: 32), confidence: Double = 0.8
    ) -> Pose {
        Pose(
            label: label, classId: 0, confidence: confidence, box: box,
            keypoints: points.map { Keypoint(point: Point(x: $0.0, y: $0.1), visibility: $0.visibility) })
    }

    @Test("an arrow has its tip, its nock and the box around both")
    func arrow() throws {
        let impact = try #require(try impacts(pose("arrow", [(512, 512, 1), (612, 412, 0.9)])).first)
        #expect(impact.kind == .arrow)
        #expect(impact.face == 3)
        #expect(impact.tip.distance(to: Point(x: 400, y: 300)) < 1e-6)
        #expect(try #require(impact.nock).distance(to: Point(x: 450, y: 250)) < 1e-6)
        #expect(impact.box.x < 400 && impact.box.right > 450 && impact.box.y < 250 && impact.box.bottom > 300)
    }

    @Test("a nock that is out of sight, or of the photo, is none", arguments: [(612.0, 412.0, 0.2), (1900, 512, 1)])
    func noNock(_ nock: (Double, Double, visibility: Double)) throws {
        #expect(try #require(try impacts(pose("arrow", [(512, 512, 1), nock])).first).nock == nil)
    }

    /// An arrow with its tip in the middle of a view of the same face, 600 pixels of it to the right in the photo's 200.
    private func seen(_ nock: Point?, length: Double = 0) throws -> Impact {
        let right = Point(x: 1, y: 0)
        let arrow = SeenArrow(
            tip: Point(x: 1024, y: 1024), nock: nock, along: right, line: right, length: length, confidence: 0.9)
        let way = try #require(Rectifier(Self.face, view: .arrows))
        return try #require(ImpactDecoder.impacts([arrow], through: way, face: 0, photo: Self.photo).first)
    }

    @Test("a shaft ends at its nock, which is none outside the photo, or where it is last seen")
    func otherEnd() throws {
        let inside = try seen(Point(x: 1624, y: 1024))
        #expect(try #require(inside.nock).distance(to: Point(x: 600, y: 300)) < 1e-6)
        #expect(inside.leaves == nil)
        let outside = try seen(Point(x: 2284, y: 1024))
        #expect(outside.nock == nil)
        #expect(try #require(outside.leaves).distance(to: Point(x: 820, y: 300)) < 1e-6)
        let unseen = try seen(nil, length: 900)
        #expect(unseen.nock == nil)
        #expect(try #require(unseen.leaves).distance(to: Point(x: 700, y: 300)) < 1e-6)
    }

    @Test("a hole has the model's box")
    func hole() throws {
        let impact = try #require(
            try impacts(pose("hole", [(512, 512, 1), (0, 0, 0)], box: Box(x: 502, y: 502, width: 20, height: 20))).first
        )
        #expect(impact.kind == .hole)
        #expect(impact.nock == nil)
        #expect(abs(impact.box.width - 10) < 1e-6 && abs(impact.box.centerX - 400) < 1e-6)
    }

    @Test("arrows and the holes that they stand in are both told of: which counts is for the scorer to say")
    func standing() throws {
        let found = try impacts(
            pose("arrow", [(512, 512, 1), (600, 600, 1)]), pose("hole", [(515, 510, 1), (0, 0, 0)]))
        #expect(found.map(\.kind) == [.arrow, .hole])
    }

    @Test("what lies outside the photo or is of another class is left out")
    func outside() throws {
        #expect(try impacts(pose("arrow", [(-900, 512, 1)])).isEmpty)
        #expect(try impacts(pose("face", [(512, 512, 1)])).isEmpty)
    }
}

extension Box {
    fileprivate var centerX: Double { x + width / 2 }
}
