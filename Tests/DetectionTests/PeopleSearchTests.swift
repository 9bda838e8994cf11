import Findings
import Inference
import Testing

@testable import Detection

@Suite("People of a group")
struct PeopleSearchTests {
    private static let size = PixelSize(width: 1600, height: 800)
    private static let heads = [
        Box(x: 300, y: 200, width: 40, height: 40), Box(x: 800, y: 220, width: 40, height: 40),
        Box(x: 1200, y: 200, width: 40, height: 40),
    ]

    /// A detector of people who sees none.
    private static var blind: FakeModel {
        FakeModel(
            [
                Tensor(shape: [1, 2_254, 12], values: [Float](repeating: 0, count: 2_254 * 12)),
                Tensor(shape: [1, 2_254, 1], values: [Float](repeating: -50, count: 2_254)),
            ], size: PixelSize(width: 224, height: 224))
    }

    /// A person whose head lies so far above the crop's middle, and whose mask is the crop's middle half.
    private static func body(headAbove share: Float = 0.35, presence: Float = 0.9) -> FakeModel {
        let points: [Float] = (0..<39).flatMap { index -> [Float] in
            [Float(123 + index % 3 * 5), index < 11 ? 128 - share * 256 : 128, 0, 4, 0]
        }
        let mask = (0..<256 * 256).map { (64..<192).contains($0 % 256) ? Float(5) : -5 }
        let metres = (0..<117).map { Float($0) / 100 }
        return FakeModel(
            [
                Tensor(shape: [1, 195], values: points), Tensor(shape: [1, 1], values: [presence]),
                Tensor(shape: [1, 256, 256, 1], values: mask),
                Tensor(shape: [1, 64, 64, 39], values: [Float](repeating: -9, count: 64 * 64 * 39)),
                Tensor(shape: [1, 117], values: metres),
            ], size: PixelSize(width: 256, height: 256))
    }

    /// A model of people that sees nobody, or somebody everywhere.
    private static func segmenter(_ probability: Float) -> FakeModel {
        FakeModel(
            [Tensor(shape: [1, 256, 256, 1], values: [Float](repeating: probability, count: 256 * 256))],
            size: PixelSize(width: 256, height: 256))
    }

    private func answer(
        _ body: FakeModel = Self.body(), faces: [Box] = Self.heads, _ settings: MediaPipeSettings = .init()
    ) throws -> DetectorAnswer {
        let detector = try BodyDetector(
            detector: Self.blind, landmarks: body, faces: BlobModel(), segmenter: Self.segmenter(0), settings: settings)
        return try BlobPhoto(Self.size, squares: faces).answer(of: detector)
    }

    @Test func everyFaceHasABody() throws {
        let people = try #require(try answer().found.poses)
        #expect(people.count == 3)
        for head in Self.heads {
            let middle = Point(x: head.x + 20, y: head.y + 20)
            #expect(people.count { $0.keypoints[0].point.distance(to: middle) < 20 } == 1, "\(head)")
        }
        // Keypoint 5 of the model, turned as its square is, which stands upright.
        let metres = try #require(people.first?.keypoints[5].metres)
        #expect(metres.distance(to: WorldPoint(x: 0.15, y: 0.16, z: 0.17)) < 1e-4)
    }

    @Test func aSkeletonWhoseHeadIsElsewhereIsNobodys() throws {
        #expect(try answer(Self.body(headAbove: 0.1)).found == .poses([]))
        #expect(try answer(Self.body(presence: 0.4)).found == .poses([]))
    }

    @Test func atMostSoManyAreFollowed() throws {
        #expect(try answer(MediaPipeSettings(maximum: 2)).found.items.count == 2)
        #expect(try answer(MediaPipeSettings(maximumDetections: 1)).found.items.count == 1)
    }

    private func answer(_ settings: MediaPipeSettings) throws -> DetectorAnswer {
        try answer(Self.body(), faces: Self.heads, settings)
    }

    @Test func aCrowdIsCountedAndHasOneMask() throws {
        let few = try answer(MediaPipeSettings(mask: true, crowd: 3))
        #expect(few.crowd == nil && few.found.poses?.allSatisfy { $0.mask?.size == Self.size } == true)
        let crowd = try answer(MediaPipeSettings(mask: true, crowd: 2))
        #expect(crowd.crowd?.faces == 3 && crowd.crowd?.bodies == 3)
        #expect(crowd.found.poses?.allSatisfy { $0.mask == nil } == true)
        // The one mask is that of all three.
        let mask = try #require(crowd.crowd?.mask)
        let single = few.found.poses?.compactMap(\.mask?.area) ?? []
        #expect(mask.size == Self.size && mask.area == single.reduce(0, +), "they do not touch")
        #expect(try answer(MediaPipeSettings(crowd: 2)).crowd == Crowd(faces: 3, bodies: 3))
    }

    @Test func withoutAModelOfFacesTheWholePhotoIsAllThatIsLookedAt() throws {
        let detector = try BodyDetector(detector: Self.blind, landmarks: Self.body())
        #expect(try BlobPhoto(Self.size, squares: Self.heads).answer(of: detector).found == .poses([]))
    }

    @Test func peopleOfAGroupAreOneMask() throws {
        let near = try CrowdSegmenter(Self.segmenter(0.9), faces: BlobModel(), crowd: 2)
        let answer = try BlobPhoto(Self.size, squares: Self.heads).answer(of: near)
        #expect(answer.crowd == Crowd(faces: 3))
        let people = try #require(answer.found.masks)
        #expect(people.count == 1 && abs((people.first?.confidence ?? 0) - 0.9) < 1e-5)
        #expect(people.first?.mask.area == Self.size.area, "everywhere")
        let nobody = try CrowdSegmenter(Self.segmenter(0.4), faces: BlobModel())
        #expect(try BlobPhoto(Self.size, squares: []).answer(of: nobody).found == .masks([]))
        #expect(throws: DetectionError.self) { try CrowdSegmenter(BlobModel(), faces: BlobModel()) }
    }
}
