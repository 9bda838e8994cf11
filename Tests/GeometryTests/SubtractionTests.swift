import Findings
import Testing

@testable import Geometry

@Suite("Objects without hands")
struct SubtractionTests {
    private static let size = PixelSize(width: 40, height: 30)

    private static func object(_ box: Box, label: String = "cup") throws -> InstanceMask {
        let mask = try #require(RunLengthMask(size: size, box: box))
        return InstanceMask(label: label, classId: 3, confidence: 0.8, box: box, mask: mask)
    }

    private static func hand(_ points: [(Double, Double)], visibility: Double? = nil) -> Pose {
        Pose(
            label: "right hand", classId: 1, confidence: 0.9, box: Box(x: 0, y: 0, width: 1, height: 1),
            keypoints: points.map { Keypoint(x: $0.0, y: $0.1, visibility: visibility) })
    }

    private static let corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 30.0), (0.0, 30.0)]

    @Test func whatStaysHasATightBoxAndItsOwnPolygons() throws {
        let cup = try Self.object(Box(x: 4, y: 5, width: 20, height: 10))
        let rest = Subtraction().subtract(hands: [Self.hand(Self.corner)], from: [cup])
        let found = try #require(rest.first)
        #expect(found.box == Box(x: 10, y: 5, width: 14, height: 10) && found.mask.box == found.box)
        #expect(found.mask.area == 140 && found.polygons == found.mask.polygons())
        #expect(found.label == "cup" && found.classId == 3 && found.confidence == 0.8)
    }

    @Test func anObjectThatIsCoveredIsLeftOutAndOneApartStaysAsItIs() throws {
        let apart = try Self.object(Box(x: 20, y: 5, width: 5, height: 5))
        let covered = try Self.object(Box(x: 1, y: 1, width: 6, height: 6))
        let hands = [Self.hand(Self.corner)]
        #expect(Subtraction().subtract(hands: hands, from: [covered, apart]) == [apart])
        #expect(Subtraction().subtract(hands: [], from: [covered]) == [covered])
        #expect(Subtraction().subtract(hands: hands, from: []) == [])
        let nothing = try Self.object(Box(x: 20, y: 5, width: 0, height: 0))
        #expect(Subtraction().subtract(hands: hands, from: [nothing]) == [])
        #expect(Subtraction().subtract(hands: [], from: [nothing]) == [])
    }

    @Test(arguments: [(nil, true), (0.51, true), (0.5, false), (0, false), (.nan, false)] as [(Double?, Bool)])
    func onlyKeypointsThatCanBeSeenCount(visibility: Double?, counts: Bool) throws {
        let cup = try Self.object(Box(x: 4, y: 5, width: 20, height: 10))
        let rest = Subtraction().subtract(hands: [Self.hand(Self.corner, visibility: visibility)], from: [cup])
        #expect((rest != [cup]) == counts)
    }

    @Test(arguments: [(0.0, 14.0), (2, 12), (100, nil), (-4, 14), (.nan, 20), (.infinity, nil)] as [(Double, Double?)])
    func theMarginGrowsTheHand(margin: Double, width: Double?) throws {
        let cup = try Self.object(Box(x: 4, y: 5, width: 20, height: 10))
        let rest = Subtraction(margin: margin).subtract(hands: [Self.hand(Self.corner)], from: [cup])
        #expect(rest.first?.box.width == width)
    }

    /// The hand is 10 wide and 30 high.
    @Test(arguments: [(0.0, 14.0), (0.1, 11), (0.5, nil), (-1, 14)] as [(Double, Double?)])
    func theShareGrowsTheHandByItsOwnSize(share: Double, width: Double?) throws {
        let cup = try Self.object(Box(x: 4, y: 5, width: 20, height: 10))
        let rest = Subtraction(share: share).subtract(hands: [Self.hand(Self.corner)], from: [cup])
        #expect(rest.first?.box.width == width)
    }

    @Test func aPersonsMaskLosesTheHandAndTheRestOfThePersonStays() throws {
        let cup = try Self.object(Box(x: 4, y: 5, width: 20, height: 10))
        var person = Self.hand([(20, 20)])
        person.mask = cup.mask
        var bare = person
        bare.mask = nil
        let found = Subtraction().subtract(hands: [Self.hand(Self.corner)], fromMasksOf: [person, bare])
        #expect(found.map(\.mask?.area) == [140, nil] && found.map(\.keypoints) == [person.keypoints, bare.keypoints])
        #expect(Subtraction().subtract(hands: [], fromMasksOf: [person]) == [person])
        #expect(Subtraction().subtract(hands: [Self.hand(Self.corner)], from: cup.mask).area == 140)
        #expect(Subtraction().subtract(hands: [], from: cup.mask) == cup.mask)
    }

    @Test func twoHandsAreBothTakenAway() throws {
        let bow = try Self.object(Box(x: 0, y: 10, width: 40, height: 4))
        let right = [(30.0, 0.0), (40.0, 0.0), (40.0, 30.0), (30.0, 30.0)]
        let rest = Subtraction().subtract(hands: [Self.hand(Self.corner), Self.hand(right)], from: [bow])
        #expect(rest.first?.box == Box(x: 10, y: 10, width: 20, height: 4))
    }

    @Test func onePointWithAMarginIsADisc() throws {
        let cup = try Self.object(Box(x: 0, y: 0, width: 40, height: 30))
        let rest = Subtraction(margin: 5).subtract(hands: [Self.hand([(20, 15)])], from: [cup])
        let discs = (0..<30).flatMap { y in
            (0..<40).filter { x in
                Point(x: Double(x) + 0.5, y: Double(y) + 0.5).distance(to: Point(x: 20, y: 15)) <= 5
            }
        }
        #expect(rest.first?.mask.area == 1200 - discs.count)
    }
}
