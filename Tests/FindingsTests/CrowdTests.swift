import Findings
import Testing

@Suite("Crowds")
struct CrowdTests {
    private static func poses(_ count: Int) -> FindingList {
        .poses(
            (0..<count).map { index in
                Pose(
                    label: "person", classId: 0, confidence: 0.9,
                    box: Box(x: Double(index), y: 0, width: 9, height: 9), keypoints: [])
            })
    }

    @Test(
        arguments: [
            (5, .faces, Crowd(faces: 5)), (5, .pose, Crowd(bodies: 5)), (4, .faces, nil), (4, .pose, nil),
            (0, .pose, nil), (9, .hands, nil), (9, .detect, nil),
        ] as [(Int, DetectorTask, Crowd?)])
    func moreThanAFewAreACrowd(count: Int, task: DetectorTask, crowd: Crowd?) {
        #expect(Crowd(Self.poses(count), of: task, over: 4) == crowd)
    }

    @Test func itsMaskMovesWithTheRegion() throws {
        let mask = try #require(RunLengthMask(size: PixelSize(width: 9, height: 6)) { x, y in x == 3 && y == 2 })
        let region = Region(Box(x: 10, y: 20, width: 9, height: 6))
        let moved = Crowd(faces: 5, bodies: 6, mask: mask).mapped(from: region, in: PixelSize(width: 40, height: 30))
        #expect(moved.faces == 5 && moved.bodies == 6)
        #expect(moved.mask?.box == Box(x: 13, y: 22, width: 1, height: 1))
        #expect(Crowd(faces: 5).mapped(from: region, in: PixelSize(width: 40, height: 30)) == Crowd(faces: 5))
    }
}
