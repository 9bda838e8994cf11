import Findings
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

    /// The models of text that a library has, the one that reads lines, and what is said.
    @Test(
        arguments: [
            (["ppocr_v6_rec", "ppocr_v4_rec"], nil, "ppocr_v6_rec", false),
            (["ppocr_v4_rec"], nil, "ppocr_v4_rec", true),
            (["ppocr_v6_rec", "ppocr_v4_rec"], "ppocr_v4_rec", "ppocr_v4_rec", false),
        ] as [([String], String?, String, Bool)])
    func aModelThatEarlierVersionsFetchedIsUsedAndNamed(
        names: [String], asked: String?, used: String, isOld: Bool
    ) throws {
        let text = asked.map { #", "text": {"recognizer": "\#($0)"}"# } ?? ""
        let loading = try Loading(file: #"{"detectors": [{"task": "text"\#(text)}]}"#)
        let folder = loading.folder.url.appendingPathComponent("quiver/models")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names + ["ppocr_v4_det", "ppocr_cls"] {
            try Data().write(to: folder.appendingPathComponent("\(name).onnx"))
        }
        let loaded = try loading.load(environment: ["XDG_DATA_HOME": loading.path.string])
        let detector = try #require(loaded.settings.detectors.first)
        #expect(detector.text.recognizer?.stem == used)
        let said = "text.recognizer: ppocr_v4_rec is the model of an earlier version; 'quiver model fetch ppocr_v6_rec'"
        #expect(loaded.warnings.contains { $0.contains(said) } == isOld)
        #expect((detector.formerModel(.recognizer) != nil) == (used == "ppocr_v4_rec"))
        #expect(detector.formerModel(.main) == nil)
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
