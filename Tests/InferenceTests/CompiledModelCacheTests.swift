import Findings
import Foundation
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO
@testable import ModelFiles

@Suite("The cache of compiled models")
struct CompiledModelCacheTests {
    let folder: TemporaryFolder
    let engine: OpenVINOEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try OpenVINOEngine()
    }

    private var cacheFolder: String { folder["cache"].path }

    private func load(_ path: String, precision: Precision = .fp32) throws -> any LoadedModel {
        try engine.load(ModelFile(path), options: EngineOptions(precision: precision, cacheFolder: cacheFolder))
    }

    private var entryFolder: String { folder["cache/compiled"].path }

    private func entries() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: entryFolder) }

    private func echo() throws -> String { try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"]) }

    @Test("gives the same model the second time")
    func secondTime() throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        let pixels = [UInt8](0..<18)
        let first = try load(path)
        #expect(first.description.cache == .stored)
        let second = try load(path)
        #expect(second.description.cache == .hit)
        #expect(second.description.inputs == first.description.inputs)
        #expect(second.description.outputs == first.description.outputs)
        let values = try pixels.withUnsafeBytes { try (first.infer($0), second.infer($0)) }
        #expect(values.0 == values.1)
        #expect(try entries().count == 1)
    }

    @Test("has another entry for other content and other options")
    func keys() throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        _ = try load(path)
        _ = try load(path, precision: .auto)
        #expect(try entries().count == 2)
        let same = try Data(contentsOf: folder["echo.xml"])
        try Data(String(decoding: same, as: UTF8.self).replacingOccurrences(of: "same", with: "Same").utf8)
            .write(to: folder["echo.xml"])
        #expect(try load(path).description.cache == .stored)
        #expect(try entries().count == 3)
    }

    @Test("compiles anew where an entry is torn or of another kind", arguments: [0, 10, 500, -1])
    func torn(length: Int) throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        _ = try load(path)
        let entry = URL(fileURLWithPath: entryFolder).appendingPathComponent(try #require(try entries().first))
        var bytes = try Data(contentsOf: entry)
        // -1 stands for one wrong byte in a file of the right length.
        if length < 0 { bytes[20] ^= 0xFF } else { bytes = bytes.prefix(length) }
        try bytes.write(to: entry)
        #expect(try load(path).description.cache == .stored)
        #expect(try load(path).description.cache == .hit)
    }

    @Test("runs without a cache where none can be written")
    func unwritable() throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        try Data().write(to: folder["file"])
        let options = EngineOptions(cacheFolder: folder["file/cache"].path)
        #expect(try engine.load(ModelFile(path), options: options).description.cache == .unused)
    }

    @Test("belongs to its user alone")
    func ownership() throws {
        let path = try echo()
        _ = try load(path)
        let manager = FileManager.default
        #expect(try manager.attributesOfItem(atPath: entryFolder)[.posixPermissions] as? Int == 0o700)
        let entry = entryFolder + "/" + (try #require(try entries().first))
        #expect(try manager.attributesOfItem(atPath: entry)[.posixPermissions] as? Int == 0o600)
        #expect(entry.hasSuffix(".compiled") && (entry as NSString).lastPathComponent.count == 64 + 9)
    }

    @Test("is not read from a folder that others may enter, nor written to it", arguments: [0o755, 0o770, 0o777])
    func sharedFolder(mode: Int) throws {
        let path = try echo()
        _ = try load(path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: entryFolder)
        #expect(try load(path).description.cache == .unused)
        #expect(CompiledModelCache.problem(of: cacheFolder)?.contains(entryFolder) == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: entryFolder)
        #expect(try load(path).description.cache == .hit)
        #expect(CompiledModelCache.problem(of: cacheFolder) == nil)
    }

    @Test("is not read from another user's folder or file", arguments: ["folder", "file"])
    func foreign(what: String) throws {
        guard geteuid() == 0 else {
            print("Skipped: only the super-user can give files away.")
            return
        }
        let path = try echo()
        _ = try load(path)
        let entry = entryFolder + "/" + (try #require(try entries().first))
        #expect(chown(what == "folder" ? entryFolder : entry, 65_534, 65_534) == 0)
        #expect(try load(path).description.cache == (what == "folder" ? .unused : .stored))
    }

    @Test("is not read through a link, nor under another model's key")
    func planted() throws {
        let path = try echo()
        _ = try load(path)
        let manager = FileManager.default
        let name = try #require(try entries().first)
        let elsewhere = folder["elsewhere"].path
        try manager.moveItem(atPath: entryFolder + "/" + name, toPath: elsewhere)
        try manager.createSymbolicLink(atPath: entryFolder + "/" + name, withDestinationPath: elsewhere)
        #expect(try load(path).description.cache == .stored)
        // The same user's good entry of one model under the name of another.
        _ = try load(path, precision: .auto)
        let other = try #require(try entries().first { $0 != name })
        try manager.removeItem(atPath: entryFolder + "/" + other)
        try manager.copyItem(atPath: entryFolder + "/" + name, toPath: entryFolder + "/" + other)
        #expect(try load(path, precision: .auto).description.cache == .stored)
    }

    @Test("a folder that is a link is not used")
    func linkedFolder() throws {
        let path = try echo()
        let manager = FileManager.default
        try manager.createDirectory(at: folder["cache"], withIntermediateDirectories: true)
        try manager.createDirectory(at: folder["mine"], withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: entryFolder, withDestinationPath: folder["mine"].path)
        #expect(try load(path).description.cache == .unused)
        #expect(try manager.contentsOfDirectory(atPath: folder["mine"].path).isEmpty)
    }

    @Test("is whole when several start at once")
    func atOnce() async throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        let engine = engine
        let options = EngineOptions(cacheFolder: cacheFolder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { _ = try engine.load(ModelFile(path), options: options) }
            }
            try await group.waitForAll()
        }
        #expect(try entries().count == 1)
        #expect(try load(path, precision: .auto).description.cache == .hit)
    }

    @Test("keeps a public model's weights in use after the load", .enabled(if: Cases.isAvailable))
    func publicModel() throws {
        let path = try Cases.file("models/yolov8n_int8.onnx").path
        let pixels = (0..<640 * 640 * 3).map { UInt8(truncatingIfNeeded: $0 >> 9) }
        let first = try load(path, precision: .auto)
        let second = try load(path, precision: .auto)
        #expect(second.description.cache == .hit)
        #expect(second.description.metadata == first.description.metadata)
        let values = try pixels.withUnsafeBytes { try (first.infer($0), second.infer($0)) }
        #expect(values.0 == values.1)
    }
}
