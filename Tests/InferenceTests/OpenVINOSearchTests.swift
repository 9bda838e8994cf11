import Foundation
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO
@testable import ModelFiles

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

    private func search(named: String? = nil, executable: String? = nil) -> OpenVINOSearch {
        OpenVINOSearch(
            environment: named.map { ["QUIVER_OPENVINO": $0] } ?? [:],
            executable: executable ?? folder["package/.build/x86_64/release/quiver"].path,
            systemFolders: [folder["usr/lib"].path])
    }

    @Test("is QUIVER_OPENVINO, beside the program, .deps of its package, the system, in this order")
    func order() throws {
        let system = try library("usr/lib")
        let named = try library("named/runtime/lib/intel64")
        let beside = try library("package/.build/x86_64/release")
        let installed = try library("package/.build/x86_64/lib/quiver")
        let package = try library("package/.deps/openvino/lib")
        let found = search(named: folder["named"].path).candidates()
        #expect(found.map(\.path) == [named, beside, installed, package, system])
        let origins = ["QUIVER_OPENVINO", "beside the program", "beside the program", ".deps", "the system"]
        #expect(found.map(\.origin) == origins)
    }

    @Test(
        "leaves out folders of other packages above the program", arguments: ["usr/bin/quiver", "quiver", "a/b/quiver"])
    func above(executable: String) throws {
        for place in [".deps/openvino/lib", "usr/.deps/openvino/lib", "a/.deps/openvino/lib"] { _ = try library(place) }
        #expect(search(executable: folder[executable].path).candidates().isEmpty)
    }

    @Test("never looks into the current folder", arguments: ["", "quiver", "./quiver"])
    func currentFolder(executable: String) throws {
        // Where the program's place is not known, its folder would be the current one.
        for candidate in search(executable: executable).candidates() { #expect(candidate.path.hasPrefix("/")) }
        #expect(search(executable: executable).candidates().isEmpty)
    }

    @Test("finds nothing where nothing is")
    func nothing() {
        #expect(search().candidates().isEmpty)
        let error = #expect(throws: InferenceError.self) { try OpenVINOLibrary.load(search().candidates()) }
        #expect(error?.code == .engineMissing)
        #expect(error?.fault == .environment)
        #expect(error?.message.contains("scripts/setup") == true)
    }

    @Test("takes the library's own path in QUIVER_OPENVINO, and names it when it is wrong")
    func named() throws {
        let path = try library("odd", name: "libopenvino_c.so")
        #expect(search(named: path).candidates().map(\.path) == [path])
        let error = #expect(throws: InferenceError.self) { try OpenVINOLibrary.load(search(named: path).candidates()) }
        #expect(error?.message.contains(path) == true)
        #expect(error?.detail?.isEmpty == false)
        #expect(search(named: "/none").candidates().map(\.path) == ["/none"])
    }

    @Test("names the function that a library lacks")
    func otherLibrary() throws {
        let error = #expect(throws: InferenceError.self) {
            try OpenVINOLibrary.load(search(named: "libc.so.6").candidates())
        }
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
        _ = try library("package/.deps/openvino/lib")
        let path = folder["package/.deps/openvino/lib"].path
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        #expect(search().candidates().isEmpty)
    }
}
