import Foundation
import TestSupport
import Testing

@testable import Inference

@Suite("The search for OpenVINO")
struct OpenVINOSearchTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func library(_ place: String, name: String = "libopenvino_c.so.2641") throws -> String {
        let url = folder[place]
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data().write(to: url.appendingPathComponent(name))
        return url.appendingPathComponent(name).path
    }

    private func search(named: String? = nil) -> OpenVINOSearch {
        OpenVINOSearch(
            environment: named.map { ["QUIVER_OPENVINO": $0] } ?? [:],
            executable: folder["package/.build/release/quiver"].path, currentFolder: folder["here"].path,
            systemFolders: [folder["usr/lib"].path])
    }

    @Test("is .deps of the package, .deps here, QUIVER_OPENVINO, the system, in this order")
    func order() throws {
        let system = try library("usr/lib")
        let named = try library("named/runtime/lib/intel64")
        let here = try library("here/.deps/openvino/lib")
        let package = try library("package/.deps/openvino/lib")
        let found = search(named: folder["named"].path).candidates()
        #expect(found.map(\.path) == [package, here, named, system])
        #expect(found.map(\.origin) == [".deps", ".deps", "QUIVER_OPENVINO", "the system"])
    }

    @Test("finds nothing where nothing is")
    func nothing() {
        #expect(search().candidates().isEmpty)
        let error = #expect(throws: InferenceError.self) { try OpenVINOLibrary.load(search()) }
        #expect(error?.code == .engineMissing)
        #expect(error?.fault == .environment)
        #expect(error?.message.contains("scripts/setup") == true)
    }

    @Test("takes the library's own path in QUIVER_OPENVINO, and names it when it is wrong")
    func named() throws {
        let path = try library("odd", name: "libopenvino_c.so")
        #expect(search(named: path).candidates().map(\.path) == [path])
        let error = #expect(throws: InferenceError.self) { try OpenVINOLibrary.load(search(named: path)) }
        #expect(error?.message.contains(path) == true)
        #expect(error?.detail?.isEmpty == false)
        #expect(search(named: "/none").candidates().map(\.path) == ["/none"])
    }

    @Test("names the function that a library lacks")
    func otherLibrary() throws {
        let error = #expect(throws: InferenceError.self) { try OpenVINOLibrary.load(search(named: "libc.so.6")) }
        #expect(error?.detail?.contains("ov_get_openvino_version") == true)
    }

    @Test("takes the newest of several, and the plain name first")
    func several() throws {
        _ = try library("usr/lib", name: "libopenvino_c.so.2630")
        let newest = try library("usr/lib", name: "libopenvino_c.so.2641")
        _ = try library("usr/lib", name: "libopenvino.so")
        #expect(search().candidates().map(\.path) == [newest])
        let plain = try library("usr/lib", name: "libopenvino_c.so")
        #expect(search().candidates().map(\.path) == [plain])
    }

    @Test("loads no code from a folder that anyone may write to")
    func untrusted() throws {
        _ = try library("here/.deps/openvino/lib")
        let path = folder["here/.deps/openvino/lib"].path
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        #expect(search().candidates().isEmpty)
    }
}
