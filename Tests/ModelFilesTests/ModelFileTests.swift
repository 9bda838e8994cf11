import Findings
import Foundation
import TestSupport
import Testing

@testable import ModelFiles

@Suite("Model files")
struct ModelFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: folder[name])
        return folder[name].path
    }

    @Test("reads an ONNX file's metadata past a large graph")
    func onnx() throws {
        let weights = TinyModels.field(5, TinyModels.field(9, [UInt8](repeating: 7, count: 100_000)))
        let bytes = TinyModels.onnx(graph: weights, metadata: [("task", "detect"), ("names", "{0: 'arrow'}")])
        let file = try ModelFile(write(bytes, to: "m.onnx"))
        #expect(file.format == .onnx)
        #expect(file.metadata.task == "detect")
        #expect(file.metadata.names == ["arrow"])
        #expect(file.parts == [file.path])
    }

    @Test("finds weights in another file, and says when they are missing")
    func externalWeights() throws {
        let place = TinyModels.field(13, TinyModels.field(1, "location") + TinyModels.field(2, "m.data"))
        let path = try write(TinyModels.onnx(graph: TinyModels.field(5, place)), to: "m.onnx")
        let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(error?.code == .weightsMissing)
        #expect(error?.fault == .input)
        #expect(error?.message.contains("m.data") == true)
        _ = try write([1], to: "m.data")
        let file = try ModelFile(path)
        #expect(file.parts.count == 2)
        let hash = try file.contentHash()
        _ = try write([2], to: "m.data")
        #expect(try file.contentHash() != hash)
    }

    @Test("a FIFO is refused and not waited for, as a model and as weights", .timeLimit(.minutes(10)))
    func fifos() throws {
        let model = folder["pipe.onnx"].path
        try #require(mkfifo(model, 0o600) == 0)
        let error = #expect(throws: InferenceError.self) { try ModelFile(model) }
        #expect(error?.code == .modelUnknown && error?.message.contains("pipe.onnx is not a file") == true)
        let place = TinyModels.field(13, TinyModels.field(1, "location") + TinyModels.field(2, "m.data"))
        let path = try write(TinyModels.onnx(graph: TinyModels.field(5, place)), to: "m.onnx")
        try #require(mkfifo(folder["m.data"].path, 0o600) == 0)
        let weights = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(weights?.code == .weightsMissing && weights?.message.contains("not a regular file") == true)
    }

    @Test("says what is wrong with a file that is no model")
    func notModels() throws {
        let whole = TinyModels.onnx(graph: [UInt8](repeating: 0, count: 1000))
        let cases: [(bytes: [UInt8], code: InferenceError.Code, word: String)] = [
            ([], .modelUnknown, "empty"), (Array("PK\u{3}\u{4}".utf8), .modelUnknown, "PyTorch"),
            (Array("version https://git-lfs.example".utf8), .modelUnknown, "git lfs pull"),
            (Array("<!DOCTYPE html>".utf8), .modelUnknown, "web page"), ([0x08, 0x08], .modelUnknown, "no graph"),
            (Array(whole.prefix(500)), .modelDamaged, "damaged"), ([0x08, 0xFF], .modelDamaged, "damaged"),
            (Array("# a text".utf8), .modelDamaged, "damaged"),
        ]
        for (bytes, code, word) in cases {
            let path = try write(bytes, to: "m.onnx")
            let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
            #expect(error?.code == code, "\(word)")
            #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains(path) == true)
        }
        let text = try write(Array("# a text".utf8), to: "m.txt")
        #expect(throws: InferenceError.self) { try ModelFile(text) }
    }

    @Test("says when there is no file")
    func missing() throws {
        let error = #expect(throws: InferenceError.self) { try ModelFile(folder["none.onnx"].path) }
        #expect(error?.code == .modelMissing)
        #expect(throws: InferenceError.self) { try ModelFile(folder.url.path) }
    }

    @Test("reads what an OpenVINO file and the metadata beside it say")
    func openvino() throws {
        let info = "<model_info><model_type value=\"YOLO\" /><labels value=\"arrow bull&apos;s_eye\" /></model_info>"
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "4", "4"], info: info)
        #expect(try ModelFile(path).metadata.names == ["arrow", "bull's_eye"])
        let yaml = "task: detect\nimgsz:\n- 384\n- 640\nnames:\n  0: arrow\n  1: 'bull''s eye'\nend2end: false\n"
        try Data(yaml.utf8).write(to: folder["metadata.yaml"])
        let metadata = try ModelFile(path).metadata
        #expect(metadata.names == ["arrow", "bull's eye"])
        #expect(metadata.imageSize == PixelSize(width: 640, height: 384))
        #expect(metadata.task == "detect")
        try FileManager.default.removeItem(at: folder["echo.bin"])
        let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(error?.code == .weightsMissing)
    }

    @Test("reads the metadata of a public model", .enabled(if: Cases.isAvailable))
    func publicModel() throws {
        let file = try ModelFile(Cases.file("models/yolov8n_int8.onnx").path)
        #expect(file.metadata.names?.count == 80)
        #expect(file.metadata.names?.first == "person")
        #expect(file.metadata.imageSize == PixelSize(width: 640, height: 640))
        #expect(file.metadata.stride == 32)
        #expect(file.metadata.task == "detect")
    }

    @Test("refuses a public model whose weights are missing", .enabled(if: Cases.isAvailable))
    func withoutWeights() throws {
        let path = try Cases.file("models/archery_arrow_detector_graph_only.onnx").path
        let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(error?.code == .weightsMissing)
        #expect(error?.message.contains("arrow_detector.onnx.data") == true)
    }
}
