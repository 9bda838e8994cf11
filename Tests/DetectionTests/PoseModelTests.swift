import Findings
import Inference
import Testing

@testable import Detection

@Suite("A pose model")
struct PoseModelTests {
    private static let metadata = [
        "task": "pose", "names": "{0: 'arrow', 1: 'hole'}", "kpt_shape": "[2, 3]",
    ]

    private func model(
        _ entries: [[Float]], metadata: [String: String] = metadata, fields: Int = 12
    ) throws -> PoseModel {
        let tensor = Tensor.columns(entries, fields: fields, columns: 256)
        return try PoseModel(FakeModel([tensor], metadata: metadata), confidence: 0.3, iou: 0.5)
    }

    private func poses(_ model: PoseModel) throws -> [Pose] {
        let pixels = [UInt8](repeating: 0, count: model.inputSize.area * 3)
        return try pixels.withUnsafeBytes { try model.poses(in: $0) }
    }

    @Test("gives boxes with their keypoints, the most confident first")
    func decode() throws {
        let found = try poses(
            try model([
                [10, 12, 8, 8, 0.5, 0.1, 10, 12, 1, 30, 40, 0.75],
                [40, 42, 6, 6, 0.1, 0.9, 40, 42, 1, 0, 0, 0],
                [50, 50, 8, 8, 0.2, 0.2, 1, 1, 1, 1, 1, 1],
            ]))
        #expect(found.map(\.label) == ["hole", "arrow"])
        let arrow = try #require(found.last)
        #expect(arrow.box == Box(x: 6, y: 8, width: 8, height: 8))
        #expect(
            arrow.keypoints == [
                Keypoint(point: Point(x: 10, y: 12), visibility: 1),
                Keypoint(point: Point(x: 30, y: 40), visibility: 0.75),
            ])
    }

    @Test(
        "names its points as the metadata do",
        arguments: [
            ("{0: ['tip', 'nock'], 1: ['left_edge', 'right_edge']}", ["left_edge", "right_edge"]),
            ("{0: ['tip', 'nock'], 1: ['edge']}", [nil, nil]), ("[]", [nil, nil]), ("{1: 5}", [nil, nil]),
        ])
    func pointNames(text: String, names: [String?]) throws {
        let metadata = Self.metadata.merging(["kpt_names": text]) { $1 }
        let found = try poses(try model([[40, 42, 6, 6, 0.1, 0.9, 40, 42, 1, 0, 0, 0]], metadata: metadata))
        #expect(found.first?.keypoints.map(\.name) == names)
    }

    @Test("keeps the better of two that overlap, each with its own keypoints")
    func suppression() throws {
        let found = try poses(
            try model([
                [10, 10, 8, 8, 0.5, 0, 1, 1, 1, 2, 2, 1], [11, 10, 8, 8, 0.8, 0, 3, 3, 1, 4, 4, 1],
                [11, 10, 8, 8, 0, 0.7, 5, 5, 1, 6, 6, 1],
            ]))
        #expect(found.map(\.label) == ["arrow", "hole"])
        #expect(found.first?.keypoints.first?.point == Point(x: 3, y: 3))
    }

    @Test("leaves out what is not a number", arguments: [0, 6, 10, 11])
    func notANumber(field: Int) throws {
        var entry: [Float] = [10, 10, 8, 8, 0.9, 0, 1, 1, 1, 2, 2, 1]
        entry[field] = .nan
        let sound: [Float] = [40, 40, 8, 8, 0.8, 0, 1, 1, 1, 2, 2, 1]
        #expect(try poses(try model([entry, sound])).map(\.box.x) == [36])
    }

    @Test("takes parts of the sides in a TFLite file")
    func partsOfTheSides() throws {
        let tensor = Tensor.columns(
            [[0.5, 0.25, 0.125, 0.5, 0.9, 0, 0.25, 0.5, 1, 0.75, 1, 1]], fields: 12, columns: 256)
        let model = try PoseModel(
            FakeModel([tensor], metadata: Self.metadata, size: PixelSize(width: 64, height: 32), format: .tflite),
            confidence: 0.3, iou: 0.5)
        let pose = try #require(try poses(model).first)
        #expect(pose.box == Box(x: 28, y: 0, width: 8, height: 16))
        #expect(pose.keypoints.map(\.point) == [Point(x: 16, y: 16), Point(x: 48, y: 32)])
    }

    @Test("what is not accepted suppresses nothing, and counts for no limit")
    func accepted() throws {
        let model = try PoseModel(
            FakeModel(
                [
                    Tensor.columns(
                        [
                            [10, 10, 8, 8, 0.9, 0, 1, 1, 1, 2, 2, 1], [40, 40, 8, 8, 0, 0.5, 5, 5, 1, 6, 6, 1],
                        ], fields: 12, columns: 256)
                ], metadata: Self.metadata), confidence: 0.3, iou: 0.5, maximumDetections: 1)
        let pixels = [UInt8](repeating: 0, count: model.inputSize.area * 3)
        let found = try pixels.withUnsafeBytes { try model.poses(in: $0, accepts: { $1 == 1 }) }
        #expect(found.map(\.label) == ["hole"])
    }

    @Test(
        "is refused where its metadata or its rows say otherwise",
        arguments: [
            ([:], 12, DetectionError.Code.taskUnsupported),
            (["names": "{0: 'arrow'}"], 12, .taskUnsupported),
            (Self.metadata, 13, .layoutUnknown),
        ] as [([String: String], Int, DetectionError.Code)])
    func refused(_ metadata: [String: String], fields: Int, code: DetectionError.Code) {
        let error = #expect(throws: DetectionError.self) {
            try model([[Float](repeating: 0, count: fields)], metadata: metadata, fields: fields)
        }
        #expect(error?.code == code)
    }
}
