import Findings
import Inference
import ModelFiles
import Testing

@testable import Detection

@Suite("Pixels and parts of a side")
struct CoordinatesTests {
    private func detector(
        _ tensor: Tensor, metadata: [String: String] = [:], format: ModelFormat = .tflite,
        _ settings: DetectorSettings = DetectorSettings()
    ) throws -> YOLODetector {
        try YOLODetector(FakeModel([tensor], metadata: metadata, format: format), settings: settings)
    }

    private static let parts = Tensor.columns(
        [[0.5, 0.5, 0.25, 0.25, 0.9], [0.99, 0.99, 0.1, 0.1, 0]], fields: 5, columns: 84)
    private static let pixels = Tensor.columns([[32, 32, 16, 16, 0.9], [60, 60, 8, 8, 0]], fields: 5, columns: 84)
    private static let finished = Tensor.rows([[0.25, 0.25, 0.75, 0.75, 0.9, 0]], fields: 6, rows: 300)

    @Test("are told apart by what the model gives for a grey picture")
    func probe() throws {
        for tensor in [Self.parts, Self.pixels] {
            #expect(try detector(tensor).detections().first?.box == Box(x: 24, y: 24, width: 16, height: 16))
        }
        #expect(try detector(Self.parts).isNormalized)
        #expect(try detector(Self.parts, format: .onnx).isNormalized)
    }

    @Test("follow the setting")
    func setting() throws {
        #expect(try detector(Self.pixels, DetectorSettings(coordinates: .normalized)).isNormalized)
        #expect(try !detector(Self.parts, DetectorSettings(coordinates: .pixels)).isNormalized)
    }

    @Test("are pixels where an ONNX file has a trainer's metadata")
    func metadata() throws {
        #expect(try !detector(Self.parts, metadata: ["task": "detect"], format: .onnx).isNormalized)
    }

    @Test("leave finished findings in doubt where only metadata could tell RT-DETR")
    func doubt() throws {
        let error = #expect(throws: DetectionError.self) { try detector(Self.finished, format: .onnx) }
        #expect(error?.code == .layoutAmbiguous)
        let settings = DetectorSettings(layout: .rtDetr)
        #expect(try detector(Self.finished, format: .onnx, settings).isNormalized)
    }
}
