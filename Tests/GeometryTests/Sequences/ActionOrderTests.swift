import Findings
import Geometry
import Testing

@Suite("Orders of a window's numbers")
struct ActionOrderTests {
    @Test(
        arguments: [
            ([60, 3, 18], .coordinates), ([60, 18, 3], .keypoints), ([18, 60, 3], nil), ([60, 17, 3], nil),
            ([30, 18, 3], nil), ([1, 60, 18, 3], nil), ([3240], nil), ([], nil),
        ] as [([Int], ActionOrder?)])
    func theShapeTells(shape: [Int], order: ActionOrder?) {
        #expect(ActionOrder(shape: shape) == order)
    }

    @Test func bothHaveTheSameNumbers() throws {
        let pose = Pose(
            label: "person", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 100, height: 200),
            keypoints: Skeleton.body17.names.enumerated().map { index, name in
                Keypoint(name: name, x: 10 + Double(index), y: 2 * Double(index), visibility: 0.5)
            })
        let frames = (0..<61).map { SequenceScene.frame($0, at: nil, [SequenceScene.poses([pose], by: "pose")]) }
        let first = try #require(ActionWindow.windows(of: frames, order: .coordinates).first)
        let second = try #require(ActionWindow.windows(of: frames, order: .keypoints).first)
        #expect(first.shape == [60, 3, 18] && second.shape == [60, 18, 3] && first.frames == second.frames)
        #expect(first == ActionWindow.windows(of: frames).first)
        #expect(second.values.count == 60 * 18 * 3)
        for index in second.values.indices {
            let (frame, keypoint, axis) = (index / 54, index % 54 / 3, index % 3)
            #expect(second.values[index] == first.values[frame * 54 + axis * 18 + keypoint], "\(index)")
        }
        #expect(Array(second.values[0..<3]) == [0.01, 0, 0.5], "the nose")
    }
}
