import Foundation
import Testing

@testable import Findings

@Suite("Poses")
struct PoseTests {
    private static let pose = Pose(
        label: "right hand", classId: 1, confidence: 0.9, sideConfidence: 0.8,
        box: Box(x: 2, y: 1, width: 5, height: 3),
        keypoints: [Keypoint(name: "wrist", x: 2, y: 1, z: -3), Keypoint(x: 7, y: 4, visibility: 0.25)],
        mesh: [MeshPoint(x: 3, y: 2, z: 1.5)],
        mask: RunLengthMask(size: PixelSize(width: 9, height: 6)) { x, y in x == 3 && y == 2 })

    @Test func theRecordsFormIsReadAndWritten() throws {
        let data = try JSONEncoder().encode(Self.pose)
        #expect(try JSONDecoder().decode(Pose.self, from: data) == Self.pose)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("\"mesh\":[[3,2,1.5]]"))
        #expect(!text.contains("null"))
        for mesh in ["[[1,2]]", "[[1,2,3,4]]", "[1]"] {
            let broken = text.replacingOccurrences(of: "[[3,2,1.5]]", with: mesh)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Pose.self, from: Data(broken.utf8)) }
        }
    }

    @Test func itIsAFinding() {
        #expect(Self.pose.points.count == 4 + 2 + 1 && Self.pose.classIndex == 1 && Self.pose.isWellFormed)
        #expect(Self.pose.region == Region(Self.pose.box))
        for broken in [Keypoint(x: 0, y: 0, z: .nan), Keypoint(x: 0, y: 0, visibility: 1.5)] {
            var pose = Self.pose
            pose.keypoints.append(broken)
            #expect(!pose.isWellFormed)
        }
    }

    @Test func inARegionItIsMappedIntoThePhoto() throws {
        let photo = PixelSize(width: 40, height: 30)
        let moved = try #require(Self.pose.mapped(from: Region(Box(x: 10, y: 20, width: 9, height: 6)), in: photo))
        #expect(moved.box == Box(x: 12, y: 21, width: 5, height: 3))
        #expect(moved.keypoints.map(\.point) == [Point(x: 12, y: 21), Point(x: 17, y: 24)])
        #expect(moved.keypoints[0].z == -3 && moved.keypoints[0].name == "wrist")
        #expect(moved.mesh == [MeshPoint(x: 13, y: 22, z: 1.5)])
        #expect(moved.mask?.box == Box(x: 13, y: 22, width: 1, height: 1))
        #expect(Self.pose.mapped(from: Region(Box(x: 50, y: 20, width: 9, height: 6)), in: photo) == nil)
        #expect(
            FindingList.poses([Self.pose]).mapped(from: Region(Box(x: 10, y: 20, width: 9, height: 6)), in: photo)
                == .poses([moved]))
    }

    @Test func skeletonsAreSound() {
        let known = [(Skeleton.face5, 5), (.face6, 6), (.hand21, 21), (.body33, 33), (.body17, 17)]
        for (skeleton, count) in known {
            #expect(skeleton.names.count == count && Set(skeleton.names).count == count)
            #expect(skeleton.limbs.allSatisfy { $0.count == 2 && $0.allSatisfy((0..<count).contains) })
            #expect(Set(skeleton.limbs.map(Set.init)).count == skeleton.limbs.count)
            #expect(Skeleton(count: count) == skeleton)
        }
        #expect(Skeleton(count: 4) == nil)
    }
}
