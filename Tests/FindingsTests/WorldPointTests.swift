import Findings
import Foundation
import Testing

@Suite("Places in the world")
struct WorldPointTests {
    @Test func aTurnIsClockwiseInThePicture() {
        let turned = WorldPoint(x: 1, y: 0, z: 3).turned(by: .pi / 2)
        #expect(turned.distance(to: WorldPoint(x: 0, y: 1, z: 3)) < 1e-12)
        #expect(WorldPoint(x: 1, y: 2, z: 3).turned(by: 0) == WorldPoint(x: 1, y: 2, z: 3))
        #expect(WorldPoint(x: 0, y: 0, z: 0).distance(to: WorldPoint(x: 1, y: 2, z: -2)) == 3)
    }

    @Test(arguments: [Double.nan, .infinity, 1e6, -101]) func whatNoBodyHasIsNotSound(value: Double) {
        #expect(!WorldPoint(x: value, y: 0, z: 0).isSound && !WorldPoint(x: 0, y: 0, z: value).isSound)
        #expect(WorldPoint(x: -1.5, y: 2, z: 0.1).isSound)
        let keypoint = Keypoint(x: 0, y: 0, metres: WorldPoint(x: value, y: 0, z: 0))
        let pose = Pose(
            label: "p", classId: 0, confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1), keypoints: [keypoint])
        #expect(!pose.isWellFormed)
    }

    @Test func itTurnsWithTheRegionInWhichItWasFound() throws {
        let pose = Pose(
            label: "p", classId: 0, confidence: 1, box: Box(x: 1, y: 1, width: 8, height: 8),
            keypoints: [Keypoint(x: 2, y: 2, metres: WorldPoint(x: 0.5, y: 0, z: 1))])
        let region = Region(center: Point(x: 50, y: 50), width: 10, height: 10, angle: .pi / 2)
        let moved = try #require(pose.mapped(from: region, in: PixelSize(width: 100, height: 100)))
        let metres = try #require(moved.keypoints[0].metres)
        #expect(metres.distance(to: WorldPoint(x: 0, y: 0.5, z: 1)) < 1e-12)
    }
}
