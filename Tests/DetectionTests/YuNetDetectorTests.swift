import Findings
import Foundation
import Inference
import InferenceOpenVINO
import ModelFiles
import TestSupport
import Testing

@testable import Detection

@Suite("YuNet")
struct YuNetDetectorTests {
    private static let input = PixelSize(width: 64, height: 64)

    /// A cell that shows a face.
    private struct Cell {
        var step = 16
        var column = 2
        var row = 1
        var scores: (Float, Float) = (0.81, 1)
        /// From the cell's corner to the middle, in cells; the logarithms of the sides in cells.
        var box: [Float] = [0.5, 0.5, 0, 0]
        var points: [Float] = [0.25, 0, 0.75, 0, 0.5, 0.5, 0.25, 1, 0.75, 1]
    }

    /// YuNet's outputs in its own order, empty but for these cells.
    private static func tensors(_ cells: [Cell] = [], size: PixelSize = input) -> [Tensor] {
        let parts: [(Int, (Cell) -> [Float])] = [
            (1, { [$0.scores.0] }), (1, { [$0.scores.1] }), (4, \.box), (10, \.points),
        ]
        return parts.flatMap { fields, values in
            [8, 16, 32].map { step in
                let (columns, rows) = (size.width / step, size.height / step)
                var tensor = Tensor(
                    shape: [1, columns * rows, fields],
                    values: [Float](repeating: 0, count: columns * rows * fields))
                for cell in cells where cell.step == step {
                    let start = (cell.row * columns + cell.column) * fields
                    tensor.values.replaceSubrange(start..<start + fields, with: values(cell))
                }
                return tensor
            }
        }
    }

    private func poses(
        _ tensors: [Tensor], photo: PixelSize = Self.input, settings: DetectorSettings? = nil
    ) throws -> [Pose] {
        let model = FakeModel(tensors, size: Self.input)
        let detector = try settings.map { try YuNetDetector(model, settings: $0) } ?? YuNetDetector(model)
        return try poses(detector, photo: photo)
    }

    private func poses(
        _ detector: YuNetDetector, photo: PixelSize = Self.input, input: PixelSize = Self.input,
        color: [UInt8] = [0, 0, 0]
    ) throws -> [Pose] {
        let pixels = [[UInt8]](repeating: color, count: input.area).flatMap { $0 }
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: photo, in: input, fit: detector.request.fit)
            let answer = try detector.detect(PhotoPixels(bytes: bytes, size: input, placement: placement))
            return try #require(answer.found.poses)
        }
    }

    @Test func aFaceLiesInPixelsOfThePhoto() throws {
        let high = Cell(box: [0.5, 0.5, 0, log(1.5)])
        // Half as large, and 16 rows of grey above it.
        let face = try #require(try poses(Self.tensors([high]), photo: PixelSize(width: 128, height: 64)).first)
        #expect(face.label == "face" && face.classId == 0 && abs(face.confidence - 0.9) < 1e-6)
        #expect(abs(face.box.x - 64) < 1e-4 && abs(face.box.right - 96) < 1e-4)
        #expect(face.box.y == 0 && abs(face.box.bottom - 40) < 1e-4, "what lies above the photo is cut off")
        #expect(face.keypoints.map(\.name) == ["rightEye", "leftEye", "noseTip", "mouthRight", "mouthLeft"])
        #expect(
            face.keypoints.map(\.point)
                == [(72, 0), (88, 0), (80, 16), (72, 32), (88, 32)].map { Point(x: $0.0, y: $0.1) })
    }

    @Test(arguments: [8, 16, 32]) func everyStepHasItsGrid(step: Int) throws {
        let side = Double(step)
        let cell = Cell(step: step, column: 1, row: 0, box: [0.5, 0.5, 0, 0])
        let face = try #require(try poses(Self.tensors([cell])).first)
        #expect(face.box == Box(x: side, y: 0, width: side, height: side))
        #expect(face.keypoints[2].point == Point(x: 1.5 * side, y: 0.5 * side))
    }

    @Test func theOrderOfTheOutputsDoesNotMatter() throws {
        let tensors = Self.tensors([Cell(), Cell(step: 8, column: 0, row: 0, scores: (0.6, 0.9))])
        let usual = try poses(tensors)
        #expect(usual.count == 2)
        #expect(try poses(tensors.reversed()) == usual)
    }

    @Test(arguments: [
        (5, 0.64, 0.8), (1, 1, 1), (0.64, 3, 0.8), (-1, -1, nil), (0.9, 0, nil), (1, 0.48, nil), (1, 0.49, 0.7),
    ])
    func scoresAreCutOffAndMultiplied(first: Float, second: Float, score: Double?) throws {
        let found = try poses(Self.tensors([Cell(scores: (first, second))])).first?.confidence
        #expect(found.map { ($0 * 1e6).rounded() / 1e6 } == score)
    }

    @Test func theSettingsCount() throws {
        // Two that share a third of what both cover, and one beside them.
        let cells = [
            Cell(scores: (1, 0.9)), Cell(column: 1, scores: (1, 0.8), box: [1, 0.5, 0, 0]),
            Cell(column: 0, row: 3, scores: (1, 0.3)),
        ]
        func count(_ settings: DetectorSettings) throws -> Int {
            try poses(Self.tensors(cells), settings: settings).count
        }
        #expect(try poses(Self.tensors(cells)).count == 1, "0.3 and 0.7 where nobody sets them")
        #expect(try count(DetectorSettings(confidence: 0.5, iou: 0.3)) == 2)
        #expect(try count(DetectorSettings(confidence: 0.5, iou: 0.4)) == 3)
        #expect(try count(DetectorSettings(confidence: 0.5, iou: 0.4, maximumDetections: 2)) == 2)
        #expect(try count(DetectorSettings(confidence: 0.5, iou: 0.4, maximumCandidates: 1)) == 1)
        #expect(try count(DetectorSettings(confidence: 0.5, confidenceByClass: ["face": 0.92], iou: 0.4)) == 1)
        let all = try poses(Self.tensors(cells), settings: DetectorSettings(confidence: 0.5, iou: 0.4))
        #expect(all.map(\.confidence) == all.map(\.confidence).sorted(by: >))
        let detector = try YuNetDetector(
            FakeModel(Self.tensors(), size: Self.input), settings: DetectorSettings(fit: .stretch, fill: 7))
        #expect(detector.request == PixelRequest(size: .exactly(Self.input), fit: .stretch, fill: 7))
    }

    @Test func settingsOutOfRangeAreRefused() throws {
        let model = FakeModel(Self.tensors(), size: Self.input)
        for settings in [
            DetectorSettings(confidence: 2), DetectorSettings(iou: -1), DetectorSettings(classes: ["cat"]),
            DetectorSettings(maximumDetections: 0),
        ] {
            #expect(throws: DetectionError.self) { try YuNetDetector(model, settings: settings) }
        }
    }

    @Test func aFaceInTheGreyIsNone() throws {
        let grey = Cell(column: 1, row: 0, points: [Float](repeating: 0, count: 10))
        #expect(try poses(Self.tensors([grey])).count == 1)
        #expect(try poses(Self.tensors([grey]), photo: PixelSize(width: 640, height: 64)).isEmpty)
    }

    @Test func otherModelsAreRefused() throws {
        let own = Self.tensors()
        var narrow = own
        narrow[8] = Tensor(shape: [1, 4, 5], values: [Float](repeating: 0, count: 20))
        let others = [
            FakeModel(Array(own.dropLast()), size: Self.input), FakeModel(own + own.prefix(1), size: Self.input),
            FakeModel(narrow, size: Self.input), FakeModel([], size: Self.input),
            FakeModel(own, size: PixelSize(width: 96, height: 64)),
            FakeModel([], size: PixelSize(width: 60, height: 64)),
            FakeModel([.columns([], fields: 5, columns: 84)], size: Self.input),
        ]
        for model in others {
            #expect(!YuNetDetector.recognises(model))
            let error = #expect(throws: DetectionError.self) { try YuNetDetector(model) }
            #expect(error?.code == .layoutUnknown && error?.message.contains("YuNet") == true)
        }
        let model = FakeModel(own, size: Self.input)
        #expect(YuNetDetector.recognises(model))
        #expect(throws: DetectionError.self) { try FaceDetector(detector: model) }
    }

    /// In any place of any output, found or not.
    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30]) func whatIsNoNumberIsAnError(value: Float) throws {
        for output in 0..<12 {
            var tensors = Self.tensors([Cell()])
            tensors[output].values[0] = value
            let error = #expect(throws: DetectionError.self) { try poses(tensors) }
            #expect(error?.code == .output)
        }
    }

    @Test func aFaceWithoutEndIsAnError() throws {
        for side: Float in [45, 90, 90_000] {
            let error = #expect(throws: DetectionError.self) {
                try poses(Self.tensors([Cell(box: [0, 0, side, side])]))
            }
            #expect(error?.code == .output)
        }
        #expect(try poses(Self.tensors([Cell(box: [0.5, 0.5, -200, -200])])).allSatisfy { $0.isWellFormed })
    }

    @Test(arguments: [1, 2, 3]) func anyNumbersAreAnsweredWithoutACrash(seed: UInt64) throws {
        var state = seed
        func random() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 24) * 2 - 1
        }
        let tensors = Self.tensors().enumerated().map { index, tensor in
            let largest: Float = index < 6 ? 2 : index < 9 ? 30 : 90_000
            return Tensor(shape: tensor.shape, values: tensor.values.map { _ in random() * largest })
        }
        let found = try poses(tensors, settings: DetectorSettings(confidence: 0, iou: 1))
        #expect(!found.isEmpty)
        #expect(
            found.allSatisfy { pose in
                pose.isWellFormed && pose.box.right <= 64 && pose.box.bottom <= 64
                    && pose.points.allSatisfy { $0.length < 1e8 }
            })
    }

    /// A model that does not keep its promise.
    private final class Faithless: LoadedModel {
        let description: ModelDescription
        let given: FakeModel

        init(promised: FakeModel, given: FakeModel) {
            description = promised.description
            self.given = given
        }

        func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
            try given.infer(pixels, read)
        }
    }

    @Test func outputsOfAnotherSizeThanPromisedAreAnError() throws {
        let promised = FakeModel(Self.tensors(), size: Self.input)
        let small = Self.tensors(size: PixelSize(width: 32, height: 32))
        for given in [small, Array(Self.tensors().prefix(5)), []] {
            let detector = try YuNetDetector(Faithless(promised: promised, given: FakeModel(given, size: Self.input)))
            let error = #expect(throws: DetectionError.self) { try poses(detector) }
            #expect(error?.code == .output)
        }
    }
}

/// These need the engine itself: without it they fail with the sentence that says to run scripts/setup.
@Suite("YuNet in the engine")
struct YuNetEngineTests {
    private static let input = PixelSize(width: 32, height: 32)
    private let folder: TemporaryFolder
    private let path: String
    private let engine: OpenVINOEngine

    init() throws {
        folder = try TemporaryFolder()
        path = try TinyModels.faces(in: folder.url)
        engine = try OpenVINOEngine()
    }

    private func poses(_ color: [UInt8], _ normalization: Normalization?) throws -> [Pose] {
        let options = EngineOptions(precision: .fp32, normalization: normalization)
        let detector = try YuNetDetector(try engine.load(try ModelFile(path), options: options))
        let pixels = [[UInt8]](repeating: color, count: Self.input.area).flatMap { $0 }
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: Self.input, in: Self.input, fit: .letterbox)
            return try detector.detect(PhotoPixels(bytes: bytes, size: Self.input, placement: placement)).found.poses
                ?? []
        }
    }

    @Test func theModelSeesBlueFirstAndValuesTo255() throws {
        let face = try #require(try poses([10, 20, 162], YuNetDetector.normalization).first)
        #expect(abs(face.confidence - 0.9) < 1e-5)
        #expect(face.box == Box(x: 8, y: 8, width: 8, height: 8))
        #expect(face.keypoints.allSatisfy { $0.point == Point(x: 12, y: 12) })
        #expect(try poses([162, 20, 10], YuNetDetector.normalization).isEmpty, "red is last")
        #expect(try poses([10, 20, 162], nil).isEmpty, "the engine's own values end at 1")
    }

    @Test func theReportNamesIt() throws {
        let report = try ModelReport(of: path, engine: engine)
        #expect(report.task == .faces && report.layout == "YuNet" && report.fit == .letterbox && report.problem == nil)
    }
}
