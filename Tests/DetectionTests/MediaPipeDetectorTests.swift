import Findings
import Foundation
import Inference
import Testing

@testable import Detection

@Suite("MediaPipe's detectors")
struct MediaPipeDetectorTests {
    private static let photo = PixelSize(width: 400, height: 200)

    /// A detector's model that finds one thing at an anchor; `values` are in pixels of the input from its centre.
    private static func detector(
        _ side: Int, rows: Int, fields: Int, at anchor: Int = 0, logit: Float = 3, _ values: [Float] = []
    ) -> FakeModel {
        var regressors = [Float](repeating: 0, count: rows * fields)
        for (index, value) in values.enumerated() { regressors[anchor * fields + index] = value }
        var scores = [Float](repeating: -50, count: rows)
        scores[anchor] = logit
        return FakeModel(
            [Tensor(shape: [1, rows, fields], values: regressors), Tensor(shape: [1, rows, 1], values: scores)],
            size: PixelSize(width: side, height: side))
    }

    private static func face(logit: Float = 3, width: Float = 32) -> FakeModel {
        // The anchor's centre is at 0.53125 of both sides.
        detector(
            128, rows: 896, fields: 16, at: 16 * 16 + 8 * 2, logit: logit,
            [-4, -4, width, 24, -8, -8, 8, -8, 0, 0, 0, 8, -16, -4, 16, -4])
    }

    private static func mesh(presence: Float = 5) -> FakeModel {
        let points: [Float] = (0..<468).flatMap { _ -> [Float] in [96, 96, 19.2] }
        return FakeModel(
            [Tensor(shape: [1, 1, 1, 1404], values: points), Tensor(shape: [1, 1, 1, 1], values: [presence])],
            size: PixelSize(width: 192, height: 192))
    }

    private static func palm() -> FakeModel {
        detector(
            192, rows: 2_016, fields: 18, at: 24 * 24 + 24,
            [-4, -4, 48, 48, 0, 20, 0, 0, 0, -20, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    private static func hand(presence: Float = 0.9, left: Float = 0.2) -> FakeModel {
        let points: [Float] = (0..<21).flatMap { index -> [Float] in [Float(112 + index), Float(112 + index % 2), 2.24]
        }
        return FakeModel(
            [
                Tensor(shape: [1, 63], values: points), Tensor(shape: [1, 1], values: [presence]),
                Tensor(shape: [1, 1], values: [left]),
                Tensor(shape: [1, 63], values: [Float](repeating: 7, count: 63)),
            ], size: PixelSize(width: 224, height: 224))
    }

    private static func hips() -> FakeModel {
        detector(224, rows: 2_254, fields: 12, at: 28 * 28 + 28, [-4, -4, 40, 40, -4, -4, -4, -60, 0, 0, 0, 0])
    }

    private static func body(presence: Float = 0.9, heat: Float = -9) -> FakeModel {
        var points: [Float] = []
        for index in 0..<39 {
            let visibility: Float = index < 20 ? 4 : -4
            points += [Float(64 + 2 * index), Float(128 + index % 2), 25.6, visibility, 0]
        }
        var heatmap = [Float](repeating: -9, count: 64 * 64 * 39)
        heatmap[(33 * 64 + 18) * 39] = heat
        let mask = (0..<256 * 256).map { Float($0 / 256 < 128 ? 5 : -5) }
        return FakeModel(
            [
                Tensor(shape: [1, 195], values: points), Tensor(shape: [1, 1], values: [presence]),
                Tensor(shape: [1, 256, 256, 1], values: mask), Tensor(shape: [1, 64, 64, 39], values: heatmap),
                Tensor(shape: [1, 117], values: [Float](repeating: 0, count: 117)),
            ], size: PixelSize(width: 256, height: 256))
    }

    private func poses(_ detector: any Detector, photo: PixelSize = Self.photo) throws -> [Pose] {
        let pixels = [UInt8](repeating: 90, count: photo.area * 3)
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: photo, in: photo, fit: .stretch)
            let answer = try detector.detect(PhotoPixels(bytes: bytes, size: photo, placement: placement))
            return try #require(answer.found.poses)
        }
    }

    @Test func aFaceLiesInPixelsOfThePhoto() throws {
        let detector = try FaceDetector(detector: Self.face())
        #expect(detector.request == PixelRequest(size: .whole(longestSide: nil), fit: .stretch))
        let face = try #require(try poses(detector).first)
        // The letterboxed square has sides of 400 and begins 100 above the photo.
        #expect(face.box == Box(x: 150, y: 62.5, width: 100, height: 75))
        #expect(face.label == "face" && abs(face.confidence - 0.952574) < 1e-6 && face.mesh == nil)
        #expect(face.keypoints.map(\.name) == Skeleton.face6.names)
        #expect(face.keypoints[1].point == Point(x: 237.5, y: 87.5))
    }

    @Test func theThresholdIsTheModelsOwnUnlessSet() throws {
        let logit: Float = 0.3  // 0.574
        func full(_ settings: MediaPipeSettings) throws -> Int {
            try poses(
                FaceDetector(
                    detector: Self.detector(192, rows: 2_304, fields: 16, at: 1_176, logit: logit, [0, 0, 20, 20]),
                    settings: settings)
            ).count
        }
        #expect(try poses(FaceDetector(detector: Self.face(logit: logit))).count == 1)
        #expect(try full(MediaPipeSettings()) == 0)
        #expect(try full(MediaPipeSettings(confidence: 0.5)) == 1)
        #expect(try poses(FaceDetector(detector: Self.face(width: -1))).isEmpty)
    }

    @Test func aMeshComesWithTheFace() throws {
        let settings = MediaPipeSettings(mesh: true)
        let detector = try FaceDetector(detector: Self.face(), landmarks: Self.mesh(), settings: settings)
        let mesh = try #require(try poses(detector).first?.mesh)
        #expect(mesh.count == 468)
        #expect(abs(mesh[0].x - 200) < 1e-9 && abs(mesh[0].y - 100) < 1e-9 && abs(mesh[0].z - 15) < 1e-5)
        let without = try FaceDetector(
            detector: Self.face(), landmarks: Self.mesh(presence: -1), settings: settings)
        #expect(try poses(without).map { $0.mesh == nil } == [true])
    }

    @Test func aHandIsThePersonsOwn() throws {
        let detector = try HandDetector(detector: Self.palm(), landmarks: Self.hand())
        let hand = try #require(try poses(detector).first)
        #expect(hand.label == "left hand" && hand.classId == 0)
        #expect(abs((hand.sideConfidence ?? 0) - 0.8) < 1e-6 && abs(hand.confidence - 0.9) < 1e-6)
        let right = try HandDetector(detector: Self.palm(), landmarks: Self.hand(left: 0.7))
        #expect(try poses(right).map(\.label) == ["right hand"])
        let none = try HandDetector(detector: Self.palm(), landmarks: Self.hand(presence: 0.5))
        #expect(try poses(none).isEmpty)
    }

    @Test func aHandsPointsLieInItsSquare() throws {
        let hand = try #require(try poses(HandDetector(detector: Self.palm(), landmarks: Self.hand())).first)
        // The palm: 100 wide around the photo's middle, its square 260 wide and 50 higher, of which 224 parts.
        #expect(abs(hand.keypoints[0].x - 200) < 0.001 && abs(hand.keypoints[0].y - 50) < 0.001)
        let right = 200 + 20 * 260 / 224.0
        #expect(abs(hand.keypoints[20].x - right) < 0.001)
        #expect(abs((hand.keypoints[0].z ?? 0) - 260 * 0.01 / 0.4) < 1e-5)
        #expect(hand.keypoints[8].name == "indexTip" && hand.keypoints[8].visibility == nil)
        // The palm stands upright, so that what the model says in metres stays as it is.
        #expect(hand.keypoints.allSatisfy { $0.metres == WorldPoint(x: 7, y: 7, z: 7) })
    }

    @Test func aPersonsKeypointsAndMask() throws {
        let detector = try BodyDetector(
            detector: Self.hips(), landmarks: Self.body(), settings: MediaPipeSettings(mask: true))
        let person = try #require(try poses(detector).first)
        // Hips in the middle, 100 from the end above them: a square of 250.
        #expect(person.keypoints.count == 33 && person.label == "person")
        #expect(abs(person.keypoints[32].x - (200 + 0 * 250.0)) < 0.001 && abs(person.keypoints[32].y - 100) < 0.001)
        #expect(abs((person.keypoints[0].z ?? 0) - 25) < 1e-5)
        #expect(abs((person.keypoints[0].visibility ?? 0) - 0.982) < 0.001)
        // Only the first 20 are visible, and the box lies around them.
        #expect(abs(person.box.x - 137.5) < 1e-3 && abs(person.box.width - 38 * 250 / 256.0) < 1e-3)
        #expect(person.mask?.size == Self.photo)
        // The crop's upper half from its cell 0 on: columns 75 to 324, rows from the photo's first to its middle.
        let box = try #require(person.mask?.box)
        #expect(abs(box.x - 75) <= 1 && abs(box.right - 325) <= 1 && box.y == 0 && abs(box.bottom - 100) <= 1)
        #expect(try poses(BodyDetector(detector: Self.hips(), landmarks: Self.body())).first?.mask == nil)
    }

    @Test func theHeatmapMovesAKeypoint() throws {
        func nose(_ heat: Float) throws -> Point {
            let detector = try BodyDetector(detector: Self.hips(), landmarks: Self.body(heat: heat))
            return try #require(try poses(detector).first).keypoints[0].point
        }
        // Weak: the place stays, at a quarter of the square. Strong: the mean of the window, nearly the cell 18, 33.
        #expect(abs(try nose(-0.1).x - (200 - 62.5)) < 0.001)
        #expect(abs(try nose(9).x - (200 + (18 / 64.0 - 0.5) * 250)) < 0.2)
        #expect(abs(try nose(9).y - (100 + (33 / 64.0 - 0.5) * 250)) < 0.2)
    }

    @Test func anotherModelIsRefused() {
        #expect(throws: DetectionError.self) { try FaceDetector(detector: Self.palm()) }
        #expect(throws: DetectionError.self) { try HandDetector(detector: Self.face(), landmarks: Self.hand()) }
        #expect(throws: DetectionError.self) { try HandDetector(detector: Self.palm(), landmarks: Self.body()) }
        #expect(throws: DetectionError.self) { try HandDetector(detector: Self.palm(), landmarks: nil) }
        #expect(throws: DetectionError.self) { try BodyDetector(detector: Self.hips(), landmarks: Self.mesh()) }
        #expect(throws: DetectionError.self) { try BodyDetector(detector: Self.hips(), landmarks: nil) }
        let mesh = MediaPipeSettings(mesh: true)
        #expect(throws: DetectionError.self) { try FaceDetector(detector: Self.face(), settings: mesh) }
        #expect(throws: DetectionError.self) {
            try FaceDetector(detector: Self.face(), landmarks: Self.hand(), settings: mesh)
        }
    }

    @Test(
        arguments: [
            MediaPipeSettings(confidence: 1.5), MediaPipeSettings(presence: .nan), MediaPipeSettings(maximum: 0),
            MediaPipeSettings(maximumDetections: 0),
        ])
    func settingsOutsideTheirRangeAreRefused(settings: MediaPipeSettings) {
        #expect(throws: DetectionError.self) { try FaceDetector(detector: Self.face(), settings: settings) }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
    func valuesThatAreNoNumbersAreAnError(value: Float) throws {
        #expect(throws: DetectionError.self) { try poses(FaceDetector(detector: Self.face(width: value))) }
        #expect(throws: DetectionError.self) {
            try poses(HandDetector(detector: Self.palm(), landmarks: Self.hand(presence: value)))
        }
    }

    @Test func pixelsOfAnotherSizeThanThePhotoAreAnError() throws {
        let detector = try FaceDetector(detector: Self.face())
        let pixels = [UInt8](repeating: 0, count: 300)
        pixels.withUnsafeBytes { bytes in
            let small = PixelSize(width: 10, height: 10)
            for (size, photo) in [(small, Self.photo), (Self.photo, Self.photo)] {
                let placement = Placement(of: photo, in: size, fit: .stretch)
                #expect(throws: DetectionError.self) {
                    try detector.detect(PhotoPixels(bytes: bytes, size: size, placement: placement))
                }
            }
        }
    }

    @Test func aTinyPhotoIsLookedAt() throws {
        for size in [PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 300)] {
            #expect(try poses(BodyDetector(detector: Self.hips(), landmarks: Self.body()), photo: size).count <= 1)
        }
    }

    /// Numbers as large as are let through, in any place.
    @Test(arguments: [1, 2, 3, 4, 5]) func anyNumbersAreAnsweredWithoutACrash(seed: UInt64) throws {
        var state = seed
        func random() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let sign: Float = state >> 62 & 1 == 0 ? 1 : -1
            return sign * pow(10, Float(state >> 40) / Float(1 << 24) * 9 - 4)
        }
        func model(_ side: Int, _ shapes: [[Int]]) -> FakeModel {
            let tensors = shapes.map { shape in
                let count = shape.reduce(1, *)
                let values = shape == [1, 1] ? [0.9] : (0..<count).map { _ in random() }
                return Tensor(shape: shape, values: values)
            }
            return FakeModel(tensors, size: PixelSize(width: side, height: side))
        }
        let hand = model(224, [[1, 63], [1, 1], [1, 1], [1, 63]])
        let body = model(256, [[1, 195], [1, 1], [1, 256, 256, 1], [1, 64, 64, 39], [1, 117]])
        for anchor in [0, 700, 2_000] {
            let palm = Self.detector(192, rows: 2_016, fields: 18, at: anchor, (0..<18).map { _ in abs(random()) })
            let hips = Self.detector(224, rows: 2_254, fields: 12, at: anchor, (0..<12).map { _ in abs(random()) })
            let found =
                try poses(HandDetector(detector: palm, landmarks: hand))
                + poses(BodyDetector(detector: hips, landmarks: body, settings: MediaPipeSettings(mask: true)))
            #expect(found.allSatisfy { $0.isWellFormed && $0.points.allSatisfy { $0.length < 1e12 } })
        }
    }
}
