import Findings
import Foundation
import ModelFiles
import TestSupport
import Testing

@testable import Inference

@Suite("A model's photo input")
struct ModelInputTests {
    private func input(
        _ shape: [Int?], type: String = "f32", count: Int = 1, metadata: [(String, String)] = [],
        wanted: PixelSize? = nil, isRequired: Bool = true
    ) throws -> ModelInput {
        let folder = try TemporaryFolder()
        try Data(TinyModels.onnx(metadata: metadata)).write(to: folder["m.onnx"])
        let file = try ModelFile(folder["m.onnx"].path)
        let description = TensorDescription(name: "photo", shape: shape, type: type)
        return try ModelInput(
            Array(repeating: description, count: count), of: file, wanted: wanted, isRequired: isRequired)
    }

    @Test("takes the size that the model fixes, in either order")
    func fixed() throws {
        let first = try input([1, 3, 384, 640])
        #expect(first.order == .channelsFirst)
        #expect(first.size == PixelSize(width: 640, height: 384))
        #expect(!first.isOpen)
        let last = try input([1, 384, 640, 3])
        #expect(last.order == .channelsLast)
        #expect(last.size == PixelSize(width: 640, height: 384))
    }

    @Test("fills open sides from the settings, then the metadata, then 640")
    func open() throws {
        let imageSize = [("imgsz", "[320, 512]"), ("stride", "32")]
        let wanted = PixelSize(width: 1024, height: 1024)
        #expect(try input([nil, 3, nil, nil], metadata: imageSize, wanted: wanted).size == wanted)
        #expect(try input([nil, 3, nil, nil], metadata: imageSize).size == PixelSize(width: 512, height: 320))
        #expect(try input([nil, 3, nil, nil]).size == PixelSize(width: 640, height: 640))
        #expect(try input([nil, 3, 640, 640]).isOpen)
    }

    @Test("names the setting that does not fit the model")
    func wrongSize() throws {
        let other = PixelSize(width: 1024, height: 1024)
        let error = #expect(throws: InferenceError.self) { try input([1, 3, 640, 640], wanted: other) }
        #expect(error?.code == .option)
        #expect(error?.message.contains("the detector's size is 1024x1024") == true, "\(error?.message ?? "")")
        #expect(throws: InferenceError.self) {
            try input([1, 3, nil, nil], metadata: [("stride", "32")], wanted: PixelSize(width: 650, height: 650))
        }
    }

    @Test("keeps the size that the model fixes where the other is only the common one of the settings")
    func commonSize() throws {
        let other = PixelSize(width: 1024, height: 1024)
        let fixed = try input([1, 3, 384, 640], wanted: other, isRequired: false)
        #expect(fixed.size == PixelSize(width: 640, height: 384))
        let open = try input([1, 3, nil, nil], wanted: other, isRequired: false)
        #expect(open.size == other)
        let half = try input([1, 3, 384, nil], wanted: other, isRequired: false)
        #expect(half.size == PixelSize(width: 1024, height: 384))
    }

    @Test(
        "refuses what is not one colour photo",
        arguments: [[1, 4, 512, 512], [1, 1, 28, 28], [8, 3, 640, 640], [1, 3, 640], [1, 300]])
    func unsuitable(shape: [Int]) {
        let error = #expect(throws: InferenceError.self) { try input(shape) }
        #expect(error?.code == .modelUnsuitable)
    }

    @Test("refuses several inputs and other numbers")
    func otherInputs() {
        #expect(throws: InferenceError.self) { try input([1, 3, 640, 640], count: 2) }
        #expect(throws: InferenceError.self) { try input([1, 3, 640, 640], type: "i8") }
    }
}
