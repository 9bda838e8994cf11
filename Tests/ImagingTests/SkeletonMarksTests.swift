import Findings
import Testing

@testable import Imaging

@Suite("Skeletons")
struct SkeletonMarksTests {
    private static let size = PixelSize(width: 400, height: 300)
    private static let red = MarkColor(0xFF0000)
    private static let ground: [UInt8] = [100, 100, 100]

    private func grey(_ marks: [Mark], size: PixelSize = size) throws -> PixelBuffer {
        try Imaging.start()
        return try Imaging.alone { PixelBuffer(size: size, filledWith: 100).marked(marks) }
    }

    @Test("limbs run from joint to joint with a dark edge")
    func limbs() throws {
        let points = [Point(x: 50.5, y: 150.5), Point(x: 350.5, y: 150.5), Point(x: 350.5, y: 250.5)]
        let picture = try grey([Mark(.skeleton(points: points, limbs: [[0, 1]]), color: Self.red)])
        for x in [60, 200, 340] {
            #expect(picture.pixel(x, 150) == [255, 0, 0])
            #expect((151..<156).contains { y in picture.pixel(x, y).allSatisfy { $0 < 70 } }, "no dark edge")
            #expect(picture.pixel(x, 160) == Self.ground)
        }
        #expect(picture.pixel(350, 250) == [255, 0, 0], "a joint without limbs is a dot")
        #expect(picture.pixel(350, 200) == Self.ground, "no limb was asked for")
    }

    @Test("a joint is wider than its limbs")
    func joints() throws {
        let points = [Point(x: 100.5, y: 150.5), Point(x: 300.5, y: 150.5)]
        let picture = try grey([Mark(.skeleton(points: points, limbs: [[0, 1]]), color: Self.red)])
        func width(_ x: Int) -> Int { (100..<200).count { picture.pixel(x, $0) != Self.ground } }
        #expect(width(100) > width(200))
    }

    @Test("a joint that is not seen is left out with its limbs")
    func unseen() throws {
        let points: [Point?] = [Point(x: 50, y: 150), nil, Point(x: 350, y: 150), Point(x: 350, y: 250)]
        let picture = try grey(
            [Mark(.skeleton(points: points, limbs: [[0, 1], [1, 2], [2, 3]]), color: Self.red)])
        #expect(picture.pixel(200, 150) == Self.ground)
        #expect(picture.pixel(350, 200) != Self.ground)
    }

    @Test(
        "keypoints less likely seen than not count as not seen",
        arguments: [(0.49, false), (0.5, true), (nil, true), (1, true)] as [(Double?, Bool)])
    func visibility(visibility: Double?, isDrawn: Bool) throws {
        let keypoints = (0..<33).map { index in
            Keypoint(x: 20 + Double(index) * 11, y: 150, visibility: index == 13 ? visibility : 0.9)
        }
        let pose = Pose(
            label: "person", classId: 0, confidence: 0.9, box: Box(x: 20, y: 100, width: 352, height: 100),
            keypoints: keypoints)
        let mark = try #require(Mark.marks(for: pose).first)
        guard case .skeleton(let points, let limbs) = mark.shape else {
            Issue.record("not a skeleton: \(mark.shape)")
            return
        }
        #expect(mark.label == "person 90%")
        #expect(limbs == Skeleton.body33.limbs)
        #expect((points[13] != nil) == isDrawn)
        #expect(points.compactMap { $0 }.count == (isDrawn ? 33 : 32))
    }

    @Test("a pose without a point to be seen is a box, and one of an unknown kind has no limbs")
    func fallbacks() throws {
        let box = Box(x: 10, y: 10, width: 50, height: 50)
        let hidden = Pose(
            label: "person", classId: 0, confidence: 0.9, box: box, keypoints: [Keypoint(x: 20, y: 20, visibility: 0)])
        #expect(Mark.marks(for: hidden).first?.shape == .box(box))
        let odd = Pose(label: "fish", classId: 0, confidence: 0.9, box: box, keypoints: [Keypoint(x: 20, y: 20)])
        #expect(Mark.marks(for: odd).first?.shape == .skeleton(points: [Point(x: 20, y: 20)], limbs: []))
    }

    @Test("a pose's surface are dots, and its pixels an area with an edge")
    func parts() throws {
        let mask = try #require(RunLengthMask(size: Self.size) { x, y in (100..<200).contains(x) && y > 50 })
        let pose = Pose(
            label: "face", classId: 0, confidence: 0.9, box: Box(x: 100, y: 50, width: 100, height: 100),
            keypoints: (0..<6).map { Keypoint(x: 110 + Double($0) * 15, y: 80) },
            mesh: [MeshPoint(x: 300.5, y: 80.5, z: 3)], mask: mask)
        let marks = Mark.marks(for: pose)
        #expect(marks.contains { $0.shape == .dots([Point(x: 300.5, y: 80.5)]) })
        #expect(marks.contains { $0.shape == .area(mask) })
        #expect(marks.count { if case .outline = $0.shape { true } else { false } } == 1)
        #expect(marks.count { $0.label != nil } == 1)
        let picture = try grey(marks)
        #expect(picture.pixel(300, 80) != Self.ground)
        #expect(picture.pixel(304, 80) == Self.ground)
    }

    @Test("two people differ in colour, and a label stands at the head, not at the hands")
    func people() throws {
        let keypoints = [
            Point(x: 200, y: 100), Point(x: 40, y: 160), Point(x: 360, y: 160), Point(x: 200, y: 250),
        ].map { Keypoint(point: $0) }
        let pose = Pose(
            label: "person", classId: 0, confidence: 0.9, box: Box(x: 40, y: 100, width: 320, height: 150),
            keypoints: keypoints)
        let marks = Mark.marks(for: .poses([pose, pose]))
        #expect(marks[0].color != marks[1].color)
        let place = try #require(marks[0].labelled(in: Self.size))
        #expect(place.left > 150 && place.right < 250 && place.top < 100)
        let bare = Mark(.skeleton(points: keypoints.map(\.point), limbs: []), label: "a", color: Self.red)
        #expect(bare.labelled(in: Self.size).map { $0.left > 150 && $0.right < 250 } == true)
    }

    @Test("limbs and joints grow with the photo, and shrink with the skeleton")
    func sizes() {
        let small = MarkStyle(for: PixelSize(width: 640, height: 480))
        let large = MarkStyle(for: PixelSize(width: 4000, height: 3000))
        #expect(large.limb(ofExtent: 2_000) > 3 * small.limb(ofExtent: 320))
        #expect(large.limb(ofExtent: 100) < large.limb(ofExtent: 2_000) / 2)
        #expect(small.limb(ofExtent: 0) >= 1)
    }

    @Test(
        "odd skeletons do no harm",
        arguments: [
            .skeleton(points: [], limbs: [[0, 1]]), .skeleton(points: [nil, nil], limbs: [[0, 1]]),
            .skeleton(points: [Point(x: 5, y: 5)], limbs: [[0], [], [0, 0], [0, 1, 2], [-1, 0], [0, 99]]),
            .skeleton(points: [Point(x: .nan, y: 5), Point(x: 5, y: .infinity)], limbs: [[0, 1]]),
            .skeleton(points: [Point(x: -1e300, y: 5), Point(x: 1e300, y: 1e300)], limbs: [[0, 1]]),
            .dots([Point(x: .nan, y: 0), Point(x: 9e9, y: 2)]), .dots([]), .outline([]), .outline([Point(x: 1, y: 1)]),
        ] as [Mark.Shape])
    func odd(_ shape: Mark.Shape) throws {
        for size in [Self.size, PixelSize(width: 3, height: 2)] {
            #expect(try grey([Mark(shape, label: "odd", color: Self.red)], size: size).size == size)
        }
    }

    @Test("a slanted line has the same pixels as one that is looked for in all of its box", arguments: 0..<12)
    func slanted(step: Int) throws {
        let start = Point(x: 30.2, y: 20.7)
        let end = start + Point(x: Double(step * 30), y: Double(step % 5 * 60))
        let picture = try grey([Mark(.line([start, end]), color: Self.red)])
        var nearest = Double.infinity
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width where picture.pixel(x, y) == Self.ground {
                let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                nearest = min(nearest, middle.distance(toSegmentFrom: start, to: end))
            }
        }
        #expect(nearest > (MarkStyle(for: Self.size).thin + 2) / 2 + 0.45, "a pixel of the line was left out")
    }
}
