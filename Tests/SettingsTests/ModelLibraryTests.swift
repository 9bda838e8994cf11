import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Settings

@Suite struct ModelLibraryTests {
    @Test(arguments: [
        ("palm_detection_full", true), ("Zoë", true), ("a\u{1B}[31m", false), ("a\nb", false), ("a\u{9B}m", false),
        ("a\u{202E}b", false), ("", false), ("a/b", false), (".a", false), ("a.onnx", false),
    ])
    func aNameIsSafeToShowAndNoPath(text: String, isName: Bool) {
        #expect(ModelLibrary.isName(text) == isName)
    }

    @Test func aCheckoutsOwnModelsHaveNames() throws {
        let checkout = try TemporaryFolder()
        let folder = checkout["samples/models"]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("walks.onnx"))
        let program = FilePath(checkout[".build/release/quiver"].path)
        try withExtendedLifetime(checkout) {
            let library = ModelLibrary(environment: [:], executable: program)
            #expect(library.models().map(\.name) == ["walks"])
            let file = try library.file(of: "--actions", named: "walks")
            #expect(file.string == folder.appendingPathComponent("walks.onnx").path)
        }
        #expect(ModelLibrary(environment: [:], executable: "/nowhere/bin/quiver").models().isEmpty)
    }

    @Test(arguments: ["some/model.onnx", "model.onnx", "/a/b"])
    func aPathIsTakenAsItIs(text: String) throws {
        let library = ModelLibrary(environment: [:], executable: "/nowhere/bin/quiver")
        #expect(try library.file(of: "--actions", named: text) == FilePath(text))
    }

    @Test func aNameThatNoModelHasIsSaidWithItsOption() {
        let library = ModelLibrary(environment: [:], executable: "/nowhere/bin/quiver")
        let error = #expect(throws: SettingsError.self) { try library.file(of: "--actions", named: "dances") }
        #expect(error?.description.contains("--actions: there is no model \"dances\"") == true)
    }
}
