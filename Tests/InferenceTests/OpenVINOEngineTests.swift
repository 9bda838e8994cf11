import Findings
import Foundation
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO
@testable import ModelFiles

/// These need the engine itself: without it they fail with the sentence that says to run scripts/setup.
@Suite("The OpenVINO engine")
struct OpenVINOEngineTests {
    let folder: TemporaryFolder
    let engine: OpenVINOEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try OpenVINOEngine()
    }

    private func load(_ path: String, _ options: EngineOptions = EngineOptions()) throws -> any LoadedModel {
        try engine.load(ModelFile(path), options: options)
    }

    /// Rows of pixels whose three colours differ: red 0…, green 100…, blue 200….
    private static let pixels = (0..<6 as Range<UInt8>).flatMap { [$0, 100 + $0, 200 + $0] as [UInt8] }

    @Test("feeds bytes as floats from 0 to 1 in the model's own order", arguments: ["f32", "f16"])
    func channelsFirst(type: String) throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"], type: type)
        let model = try load(path, EngineOptions(precision: .fp32))
        #expect(model.description.inputSize == PixelSize(width: 3, height: 2))
        #expect(model.description.inputs.first?.type == type)
        let output = try #require(try Self.pixels.withUnsafeBytes { try model.infer($0) }.first)
        #expect(output.shape == [1, 3, 2, 3])
        let expected = ([0, 100, 200] as [Float]).flatMap { first in (0..<6).map { (first + Float($0)) / 255 } }
        #expect(zip(output.values, expected).allSatisfy { abs($0 - $1) < 0.001 })
    }

    @Test("feeds a model that takes channels last", arguments: [ModelFormat.openvino, .tflite])
    func channelsLast(format: ModelFormat) throws {
        let path =
            format == .tflite
            ? try TinyModels.tfliteEcho(in: folder)
            : try TinyModels.echo(in: folder, shape: ["1", "2", "3", "3"])
        let model = try load(path, EngineOptions(precision: .fp32))
        #expect(model.description.format == format)
        #expect(model.description.inputSize == PixelSize(width: 3, height: 2))
        let output = try #require(try Self.pixels.withUnsafeBytes { try model.infer($0) }.first)
        #expect(zip(output.values, Self.pixels).allSatisfy { abs($0 - Float($1) / 255) < 0.001 })
    }

    @Test("gives bytes to a model that takes bytes")
    func bytes() throws {
        let model = try load(TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"], type: "u8"))
        let output = try #require(try Self.pixels.withUnsafeBytes { try model.infer($0) }.first)
        #expect(output.values.prefix(3) == [0, 1, 2])
    }

    @Test("sets the sides that a model leaves open")
    func open() throws {
        let path = try TinyModels.echo(in: folder, shape: ["?", "3", "?", "?"])
        let model = try load(path, EngineOptions(inputSize: PixelSize(width: 8, height: 4)))
        #expect(model.description.inputs.first?.shapeText == "[?,3,?,?]")
        #expect(model.description.outputs.first?.shape == [1, 3, 4, 8])
        let grey = [UInt8](repeating: 51, count: 96)
        let output = try #require(try grey.withUnsafeBytes { try model.infer($0) }.first)
        #expect(output.values.allSatisfy { abs($0 - 0.2) < 0.001 })
    }

    @Test("refuses pixels of another size")
    func wrongBytes() throws {
        let model = try load(TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"]))
        let error = #expect(throws: InferenceError.self) {
            try [UInt8](repeating: 0, count: 5).withUnsafeBytes { try model.infer($0) }
        }
        #expect(error?.fault == .quiver)
    }

    @Test("names the devices there are when asked for another")
    func device() throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        let error = #expect(throws: InferenceError.self) { try load(path, EngineOptions(device: "TPU")) }
        #expect(error?.code == .option)
        #expect(error?.message.contains("CPU") == true)
    }

    @Test("refuses a file that the engine cannot read, in one sentence with the engine's words after it")
    func damaged() throws {
        try Data(TinyModels.onnx(graph: [0x12, 0x01, 0x61])).write(to: folder["m.onnx"])
        let error = #expect(throws: InferenceError.self) { try load(folder["m.onnx"].path) }
        #expect(error?.fault == .input)
        try Data("<?xml version=\"1.0\"?><net name=\"x\"".utf8).write(to: folder["m.xml"])
        try Data().write(to: folder["m.bin"])
        let other = #expect(throws: InferenceError.self) { try load(folder["m.xml"].path) }
        #expect(other?.code == .modelDamaged)
        #expect(other?.detail?.isEmpty == false)
        #expect(other?.message.contains("m.xml") == true)
    }

    @Test("runs a public model", .enabled(if: Cases.isAvailable))
    func publicModel() throws {
        let model = try load(Cases.file("models/yolov8n_int8.onnx").path)
        #expect(model.description.inputSize == PixelSize(width: 640, height: 640))
        #expect(model.description.engine.hasPrefix("OpenVINO 20"))
        let grey = [UInt8](repeating: 114, count: 640 * 640 * 3)
        let outputs = try grey.withUnsafeBytes { try model.infer($0) }
        #expect(outputs.map(\.shape) == [[1, 84, 8400]])
        #expect(outputs[0].values.allSatisfy { $0.isFinite })
    }
}
