import Foundation
import JSONTree
import Testing

@testable import Findings

@Suite("Detections with keypoints")
struct DetectionTests {
    private static let arrow = Detection(
        label: "arrow", classId: 0, confidence: 0.5, box: Box(x: 2, y: 1, width: 5, height: 3),
        keypoints: [Keypoint(name: "tip", x: 2, y: 1), Keypoint(name: "nock", x: 7, y: 4)])

    @Test func theRecordsFormHasThemWhereThereAreAny() throws {
        let json = Detection.format.write(Self.arrow)
        #expect(json["keypoints"]?.line == #"[{"name":"tip","x":2,"y":1},{"name":"nock","x":7,"y":4}]"#)
        #expect(try Detection.format.read(json) == Self.arrow)
        var box = Self.arrow
        box.keypoints = []
        #expect(Detection.format.write(box)["keypoints"] == nil)
        #expect(try Detection.format.read(Detection.format.write(box)) == box)
        let data = try JSONEncoder().encode(Self.arrow)
        #expect(try JSONDecoder().decode(Detection.self, from: data) == Self.arrow)
    }

    @Test func theyArePointsOfTheFindingAndOfItsReview() {
        var moved = Self.arrow
        moved.keypoints[0].x += 2
        #expect(Self.arrow.points.count == 4 + 2 && Self.arrow.gist != moved.gist)
    }

    @Test func inARegionTheyAreMappedIntoThePhoto() throws {
        let photo = PixelSize(width: 40, height: 30)
        let moved = try #require(Self.arrow.mapped(from: Region(Box(x: 10, y: 20, width: 9, height: 6)), in: photo))
        #expect(moved.box == Box(x: 12, y: 21, width: 5, height: 3))
        #expect(moved.keypoints.map(\.point) == [Point(x: 12, y: 21), Point(x: 17, y: 24)])
        #expect(moved.keypoints.map(\.name) == ["tip", "nock"])
    }

    @Test func anArrowsSkeletonIsKnownByItsNamesAndOthersByTheirNumber() {
        let (tip, nock) = (Self.arrow.keypoints[0], Self.arrow.keypoints[1])
        for keypoints in [[tip, nock], [tip], [nock]] { #expect(Skeleton(of: keypoints) == .arrow) }
        #expect(Skeleton(of: [Keypoint(x: 1, y: 2), Keypoint(x: 1, y: 2)]) == nil)
        #expect(Skeleton(of: [tip, Keypoint(name: "eye", x: 1, y: 2)]) == nil && Skeleton(of: []) == nil)
        #expect(Skeleton(of: Array(repeating: Keypoint(x: 1, y: 2), count: 17)) == .body17)
    }
}
