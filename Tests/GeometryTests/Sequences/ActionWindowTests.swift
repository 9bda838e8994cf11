import Findings
import Geometry
import Testing

@Suite("Windows of actions")
struct ActionWindowTests {
    /// A person with COCO's keypoints, each 1 pixel right and 2 down of the one before.
    private static func person(
        at x: Double, confidence: Double = 0.9, isNamed: Bool = true, visibility: Double? = 0.5
    ) -> Pose {
        Pose(
            label: "person", classId: 0, confidence: confidence, box: Box(x: x, y: 0, width: 100, height: 200),
            keypoints: Skeleton.body17.names.enumerated().map { index, name in
                Keypoint(
                    name: isNamed ? name : nil, x: x + Double(index), y: 2 * Double(index), visibility: visibility)
            })
    }

    private static func frames(_ people: [[Pose]]) -> [Frame] {
        people.enumerated().map { index, poses in
            SequenceScene.frame(index, at: nil, [SequenceScene.poses(poses, by: "pose")])
        }
    }

    /// The x of the nose, in pixels, in each frame of a window.
    private static func noses(_ window: ActionWindow) -> [Float] {
        stride(from: 0, to: window.values.count, by: 54).map { (window.values[$0] * 1000).rounded() }
    }

    @Test(arguments: [
        (0, 30, []), (1, 30, [0..<1]), (59, 1, [0..<59]), (60, 30, [0..<60]), (89, 30, [0..<60]),
        (90, 30, [0..<60, 30..<90]), (62, 1, [0..<60, 1..<61, 2..<62]), (61, 0, [0..<60, 1..<61]),
        (61, -4, [0..<60, 1..<61]), (200, 1000, [0..<60]),
    ])
    func windowsFollowTheStride(count: Int, stride: Int, expected: [Range<Int>]) {
        let frames = Self.frames(Array(repeating: [Self.person(at: 0)], count: count))
        let windows = ActionWindow.windows(of: frames, stride: stride)
        #expect(windows.map(\.frames) == expected)
        #expect(windows.allSatisfy { $0.shape == [60, 3, 18] && $0.values.count == 60 * 3 * 18 })
    }

    @Test(arguments: [true, false])
    func aFrameIsAllXAllYAllConfidences(isNamed: Bool) throws {
        let frames = Self.frames([[Self.person(at: 100, isNamed: isNamed)]])
        let values = try #require(ActionWindow.windows(of: frames).first).values
        // Nose, neck between the shoulders (5 and 6 of COCO), right shoulder, and the left ear at the end.
        #expect(Array(values[0..<3]) == [0.1, 0.1055, 0.106] && values[17] == 0.103)
        #expect(Array(values[18..<21]) == [0, 0.022, 0.024] && values[18 + 17] == 0.012)
        #expect(values[36..<54].allSatisfy { $0 == 0.5 })
        #expect(values[54...].allSatisfy { $0 == 0 })
    }

    @Test func visionsYPointsUp() throws {
        let frames = Self.frames([[Self.person(at: 100)]])
        let (down, up) = (
            try #require(ActionWindow.windows(of: frames).first).values,
            try #require(ActionWindow.windows(of: frames, layout: .vision18).first).values
        )
        #expect(Array(up[0..<18]) == Array(down[0..<18]) && Array(up[36...]) == Array(down[36...]))
        #expect(zip(up[18..<36], down[18..<36]).allSatisfy { abs($0 + $1 - 1) < 1e-6 })
    }

    @Test func aKeypointWithoutVisibilityHasThePosesConfidence() throws {
        let frames = Self.frames([[Self.person(at: 100, visibility: nil)]])
        let values = try #require(ActionWindow.windows(of: frames).first).values
        #expect(values[18] == 0 && values[19] == 0.022 && values[36...53].allSatisfy { $0 == 0.9 })
    }

    @Test func thePersonIsFollowed() throws {
        let (left, right) = (Self.person(at: 100, confidence: 0.9), Self.person(at: 600, confidence: 0.8))
        let strong = Self.person(at: 620, confidence: 0.99)
        let frames = Self.frames([
            [], [right, left], [strong, Self.person(at: 140)], [Self.person(at: 290)], [strong],
            [Self.person(at: 300), strong],
        ])
        let window = try #require(ActionWindow.windows(of: frames).first)
        #expect(Array(Self.noses(window).prefix(7)) == [0, 100, 140, 290, 0, 300, 0])
    }

    @Test func whoIsGoneForAWindowIsGivenUp() {
        let other = Self.person(at: 800)
        let people = [[Self.person(at: 100)]] + Array(repeating: [other], count: 119)
        let windows = ActionWindow.windows(of: Self.frames(people), stride: 60)
        #expect(windows.count == 2 && Self.noses(windows[0]).dropFirst().allSatisfy { $0 == 0 })
        #expect(Self.noses(windows[1]) == [0] + Array(repeating: 800, count: 59))
    }

    @Test func whoComesBackInTimeIsStillFollowed() {
        let (person, other) = (Self.person(at: 100), Self.person(at: 800))
        let away = Array(repeating: [other], count: 59)
        let windows = ActionWindow.windows(of: Self.frames([[person]] + away + [[person]] + away), stride: 60)
        #expect(windows.map(Self.noses) == Array(repeating: [100] + Array(repeating: 0, count: 59), count: 2))
    }

    @Test func windowsWithoutAnybodyAreLeftOut() {
        var pose = Self.person(at: 0)
        pose.box.x = .nan
        let face = Pose(
            label: "face", classId: 0, confidence: 1, box: Box(x: 0, y: 0, width: 9, height: 9),
            keypoints: Skeleton.face6.names.map { Keypoint(name: $0, x: 1, y: 1) })
        let frames = Self.frames(Array(repeating: [pose, face, SequenceScene.hand(3)], count: 70))
        #expect(ActionWindow.windows(of: frames).isEmpty)
        #expect(ActionWindow.windows(of: Self.frames([[Self.person(at: 0)]]), detector: "other").isEmpty)
    }

    @Test func whatIsNoNumberIsZero() throws {
        var pose = Self.person(at: 100)
        pose.keypoints[0].x = .nan
        pose.keypoints[5].visibility = .infinity
        let values = try #require(ActionWindow.windows(of: Self.frames([[pose]])).first).values
        #expect(values.allSatisfy(\.isFinite) && values[0] == 0 && values[18] == 0 && values[36] == 0)
    }
}
