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

    @Test(
        "says of a model whether it is one of 8-bit integers", arguments: [("Conv", false), ("QuantizeLinear", true)])
    func integers(layer: String, isQuantized: Bool) throws {
        let node = TinyModels.field(1, TinyModels.field(1, "photo") + TinyModels.field(4, layer))
        let weights = TinyModels.field(5, TinyModels.field(9, [UInt8]("QuantizeLinear".utf8)))
        let bytes = TinyModels.onnx(graph: weights + node, metadata: [])
        #expect(try ModelFile(write(bytes, to: "m.onnx")).isQuantized == isQuantized)
        let kind = isQuantized ? "FakeQuantize" : "Convolution"
        let xml = "<?xml version=\"1.0\"?><net name=\"m\"><layers><layer id=\"0\" type=\"\(kind)\"/></layers></net>"
        _ = try write([1], to: "i.bin")
        #expect(try ModelFile(write(Array(xml.utf8), to: "i.xml")).isQuantized == isQuantized)
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
        let hash = try file.sha256()
        _ = try write([2], to: "m.data")
        #expect(try file.sha256() != hash)
    }

    @Test("weights outside the model's folder are refused", arguments: ["../m.data", "/etc/passwd", "w/../../m.data"])
    func weightsElsewhere(name: String) throws {
        _ = try write([1], to: "m.data")
        let place = TinyModels.field(13, TinyModels.field(1, "location") + TinyModels.field(2, name))
        try FileManager.default.createDirectory(at: folder["model/w"], withIntermediateDirectories: true)
        let path = try write(TinyModels.onnx(graph: TinyModels.field(5, place)), to: "model/m.onnx")
        let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(error?.code == .modelDamaged && error?.message.contains("outside its folder") == true)
    }

    @Test("a file with holes that is larger than any model is refused, and not read", .timeLimit(.minutes(30)))
    func holes() throws {
        let place = TinyModels.field(13, TinyModels.field(1, "location") + TinyModels.field(2, "m.data"))
        let path = try write(TinyModels.onnx(graph: TinyModels.field(5, place)), to: "m.onnx")
        let weights = try write([1], to: "m.data")
        try #require(truncate(weights, 2 << 40) == 0)
        let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
        #expect(error?.code == .modelDamaged && error?.message.contains("larger than any model") == true)
    }

    @Test("a link beside a model counts only where this user or root made it", arguments: [true, false])
    func links(isOwn: Bool) throws {
        // Only root can give files away.
        guard isOwn || geteuid() == 0 else { return }
        let place = TinyModels.field(13, TinyModels.field(1, "location") + TinyModels.field(2, "m.data"))
        let path = try write(TinyModels.onnx(graph: TinyModels.field(5, place)), to: "m.onnx")
        let weights = try write([1, 2, 3], to: "elsewhere")
        let link = folder["m.data"].path
        try #require(symlink(weights, link) == 0)
        if isOwn {
            #expect(try ModelFile(path).parts == [path, link])
        } else {
            try #require(lchown(link, 65_534, 65_534) == 0)
            let error = #expect(throws: InferenceError.self) { try ModelFile(path) }
            #expect(error?.code == .weightsMissing && error?.message.contains("another user made") == true)
        }
    }

    @Test("the names of classes in metadata.yaml are part of the model", arguments: ["m.xml", "m.tflite"])
    func sidecar(name: String) throws {
        let isXML = name.hasSuffix("xml")
        _ = try write(Array("weights".utf8), to: "m.bin")
        let model = isXML ? Array(#"<?xml version="1.0"?><net name="m" version="11"></net>"#.utf8) : tflite
        let path = try write(model, to: name)
        let bare = try ModelFile(path).sha256()
        _ = try write(Array("names:\n  0: green\n".utf8), to: "metadata.yaml")
        let green = try ModelFile(path)
        #expect(green.metadata.names == ["green"])
        let hash = try green.sha256()
        #expect(hash != bare)
        _ = try write(Array("names:\n  0: dog\n".utf8), to: "metadata.yaml")
        #expect(try ModelFile(path).sha256() != hash)
    }

    /// As much of a TFLite file as tells its format.
    private var tflite: [UInt8] { [0x1C, 0, 0, 0] + Array("TFL3".utf8) + [UInt8](repeating: 0, count: 64) }

    @Test("a FIFO is refused and not waited for, as a model and as weights", .timeLimit(.minutes(30)))
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
