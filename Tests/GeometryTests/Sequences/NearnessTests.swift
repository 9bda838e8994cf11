import Findings
import Testing

@testable import Geometry

@Suite("How near keypoints are")
struct NearnessTests {
    /// A hand of which each point lies so far to the right of the wrist, in pixels; 1000 of them are a metre.
    private static func hand(
        thumb: Double = 120, fingers: Double = 160, joints: Double = 130, width: Double = 60, inWorld: Bool = true
    ) -> Pose {
        var places: [String: Point] = [
            "wrist": Point(x: 0, y: 0), "thumbTip": Point(x: thumb, y: 0), "middleMCP": Point(x: 80, y: 0),
            "indexMCP": Point(x: 70, y: -width / 2), "littleMCP": Point(x: 70, y: width / 2),
        ]
        for finger in ["index", "middle", "ring", "little"] {
            places[finger + "Tip"] = Point(x: fingers, y: 0)
            places[finger + "PIP"] = Point(x: joints, y: 0)
        }
        return Pose(
            label: "left hand", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 400, height: 300),
            keypoints: places.sorted { $0.key < $1.key }.map { name, point in
                let metres = WorldPoint(x: point.x / 1000, y: point.y / 1000, z: 0)
                return Keypoint(name: name, point: point, metres: inWorld ? metres : nil)
            })
    }

    private func isPinch(_ hand: Pose, _ nearness: Nearness) -> Bool {
        let frame = Frame(
            name: "a", time: nil, size: PixelSize(width: 1000, height: 500), results: [SequenceScene.poses([hand])])
        return !SequenceQuestion(.pinch(nearness, detector: nil), seen: 1, of: 1).sightings(in: frame).isEmpty
    }

    @Test func aPalmIsAsLargeAsItsLongerSide() {
        #expect(Self.hand().size == 80 && Self.hand(width: 90).size == 90)
        var other = Self.hand()
        other.keypoints.removeAll { $0.name == "wrist" }
        #expect(other.size == 400, "the box's longer side")
    }

    @Test(
        arguments: [
            // The tips are 19 or 21 pixels apart, and the palm has 80: 0.25 of it are 20.
            (141, 160, .touching(.size), true), (139, 160, .touching(.size), false),
            (111, 160, .touching(.photo), true), (109, 160, .touching(.photo), false),
            (131, 160, .touching(.metres), true), (129, 160, .touching(.metres), false),
            (109, 160, Nearness(0.052, of: .photo), true), (139, 160, Nearness(0.3, of: .size), true),
        ] as [(Double, Double, Nearness, Bool)])
    func aPinchIsByAnyMeasure(thumb: Double, index: Double, nearness: Nearness, holds: Bool) {
        #expect(isPinch(Self.hand(thumb: thumb, fingers: index), nearness) == holds)
    }

    @Test(arguments: [true, false]) func aClosedHandIsNoPinch(inWorld: Bool) {
        // The tips are at 100 of the middle joints' 130 pixels, or at 115.
        let fist = Self.hand(thumb: 95, fingers: 100, inWorld: inWorld)
        #expect(fist.isClosedHand && !isPinch(fist, .touching(.size)) && !isPinch(fist, .touching(.photo)))
        let loose = Self.hand(thumb: 110, fingers: 115, inWorld: inWorld)
        #expect(!loose.isClosedHand && isPinch(loose, .touching(.size)))
        // One finger that is stretched makes it an open one.
        var pointing = fist
        for index in pointing.keypoints.indices where pointing.keypoints[index].name == "littleTip" {
            pointing.keypoints[index] = Keypoint(
                name: "littleTip", x: 170, y: 0, metres: inWorld ? WorldPoint(x: 0.17, y: 0, z: 0) : nil)
        }
        #expect(!pointing.isClosedHand && isPinch(pointing, .touching(.size)))
    }

    @Test func whatAModelDoesNotSayIsNotNear() {
        #expect(!isPinch(Self.hand(thumb: 160, inWorld: false), .touching(.metres)))
        let face = Pose(
            label: "face", classId: 0, confidence: 1, box: Box(x: 0, y: 0, width: 9, height: 9),
            keypoints: [Keypoint(name: "leftEye", x: 1, y: 1), Keypoint(name: "rightEye", x: 2, y: 1)])
        #expect(!face.isClosedHand && !isPinch(face, .touching(.size)))
    }
}
