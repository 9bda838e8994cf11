import Findings
import Inference
import ModelFiles
import Testing

@testable import Detection

@Suite("The choice of a layout")
struct LayoutChoiceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var shape: [Int?]
        var metadata: [String: String] = [:]
        var setting = LayoutSetting.auto
        var labels: [String] = []
        var expected: ModelOutputLayout?
        var code = DetectionError.Code.layoutUnknown

        var testDescription: String { "\(shape) \(metadata) \(setting.rawValue) \(labels)" }
    }

    private static let one = ["names": "{0: 'arrow'}"]
    private static let two = ["names": "{0: 'arrow', 1: 'hole'}"]
    private static let rtDetr = ["names": "{0: 'arrow', 1: 'hole'}", "head": "RTDETRDecoder"]
    private static let ambiguous = DetectionError.Code.layoutAmbiguous

    private static let cases = [
        Case(shape: [1, 84, 8400], expected: .yolov8(classes: 80)),
        Case(shape: [nil, 84, 8400], expected: .yolov8(classes: 80)),
        Case(shape: [1, 5, 8400], metadata: one, expected: .yolov8(classes: 1)),
        Case(shape: [1, 5, 8400], expected: .yolov8(classes: 1)),
        Case(shape: [1, 6, 8400], metadata: two, expected: .yolov8(classes: 2)),
        Case(shape: [1, 6, 8400], metadata: one, expected: .yoloClassId),
        Case(shape: [1, 6, 8400], labels: ["arrow"], expected: .yoloClassId),
        Case(shape: [1, 6, 8400], labels: ["arrow", "hole"], expected: .yolov8(classes: 2)),
        Case(shape: [1, 6, 8400], code: ambiguous),
        Case(shape: [1, 6, 8400], setting: .yoloClassId, expected: .yoloClassId),
        Case(shape: [1, 6, 8400], setting: .yolov8, expected: .yolov8(classes: 2)),
        Case(shape: [1, 6, 8400], metadata: one, setting: .yolov8, code: .classes),
        Case(shape: [1, 25200, 85], expected: .yolov5(classes: 80)),
        Case(shape: [1, 25200, 6], expected: .yolov5(classes: 1)),
        Case(shape: [1, 25200, 6], metadata: two.merging(["end2end": "True"]) { $1 }, expected: .endToEnd),
        Case(shape: [1, 300, 6], expected: .endToEnd),
        Case(shape: [1, 300, 6], metadata: two, expected: .endToEnd),
        Case(shape: [1, nil, 6], metadata: two, expected: .endToEnd),
        Case(shape: [1, 300, 6], metadata: rtDetr, expected: .rtDetr(classes: nil)),
        Case(shape: [1, 300, 6], setting: .rtDetr, expected: .rtDetr(classes: nil)),
        Case(shape: [1, 300, 84], setting: .rtDetr, expected: .rtDetr(classes: 80)),
        Case(shape: [1, 300, 84], code: ambiguous),
        Case(shape: [1, 8400, 6], code: ambiguous),
        Case(shape: [1, 8400, 6], setting: .endToEnd, expected: .endToEnd),
        Case(shape: [1, 8400, 85], code: ambiguous),
        Case(shape: [1, 84, 8401]),
        Case(shape: [1, 84, 8400], metadata: two, code: .classes),
        Case(shape: [1, 84, 8400], labels: ["a"], code: .classes),
        Case(shape: [1, 4, 8400]),
        Case(shape: [1, 1000]),
        Case(shape: [1, 85, 22, 22]),
        Case(shape: [2, 84, 8400]),
        Case(shape: [1, 84, 8400], setting: .endToEnd),
        Case(shape: [1, 84, 8400], metadata: ["task": "segment"], code: .taskUnsupported),
    ]

    @Test("follows the setting, the metadata, the shape, and never guesses", arguments: cases)
    func choice(_ item: Case) throws {
        let description = ModelDescription(
            format: .onnx, inputs: [], outputs: [TensorDescription(name: "output0", shape: item.shape)],
            metadata: ModelMetadata(item.metadata), inputSize: PixelSize(width: 640, height: 640))
        let settings = DetectorSettings(layout: item.setting, labels: item.labels)
        if let expected = item.expected {
            #expect(try LayoutChoice(for: description, settings: settings).layout == expected)
        } else {
            let error = #expect(throws: DetectionError.self) { try LayoutChoice(for: description, settings: settings) }
            #expect(error?.code == item.code)
            if item.code == Self.ambiguous { #expect(error?.message.contains("layout") == true) }
        }
    }

    @Test("finds the one output that can hold findings")
    func severalOutputs() throws {
        let raw = TensorDescription(name: "raw", shape: [1, 3, 80, 80, 85])
        let good = TensorDescription(name: "good", shape: [1, 25200, 85])
        func choose(_ outputs: [TensorDescription]) throws -> LayoutChoice {
            let description = ModelDescription(
                format: .onnx, inputs: [], outputs: outputs, metadata: ModelMetadata(),
                inputSize: PixelSize(width: 640, height: 640))
            return try LayoutChoice(for: description, settings: DetectorSettings())
        }
        #expect(try choose([raw, good]).output == 1)
        #expect(throws: DetectionError.self) { try choose([good, good]) }
        #expect(throws: DetectionError.self) { try choose([]) }
    }

    @Test("takes names from the settings before the model's")
    func names() throws {
        let description = ModelDescription(
            format: .onnx, inputs: [], outputs: [TensorDescription(name: "o", shape: [1, 6, 8400])],
            metadata: ModelMetadata(Self.two), inputSize: PixelSize(width: 640, height: 640))
        let settings = DetectorSettings(labels: ["Pfeil", "Loch"])
        #expect(try LayoutChoice(for: description, settings: settings).names == ["Pfeil", "Loch"])
        #expect(try LayoutChoice(for: description, settings: DetectorSettings()).names == ["arrow", "hole"])
    }
}
