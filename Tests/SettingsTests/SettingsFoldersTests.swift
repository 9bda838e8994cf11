import Findings
import Foundation
import JSONTree
import SystemPackage
import TestSupport
import Testing

@testable import Settings

/// Settings that a watched folder has in place of those beside `watch`.
@Suite struct SettingsFoldersTests {
    /// A file with these entries of `watch`, and more beside them.
    private static func file(_ watch: String, beside: String = #""workers": { "count": 1 }"#) -> String {
        #"{ "watch": [\#(watch)], \#(beside) }"#
    }

    private static let scans = #"{ "path": "scans", "detectors": [{ "task": "barcodes" }] }"#

    @Test func whatAFolderHasTakesThePlaceOfWhatStandsBesideIt() throws {
        let own =
            #"{ "path": "scans", "detectors": [{ "task": "barcodes" }], "output": { "annotate": true }, "after": "move" }"#
        let beside =
            #""detectors": [{ "model": "a.onnx" }, { "name": "b", "model": "b.onnx" }], "output": { "quality": 55 }"#
        let settings = try Loading(file: Self.file(own + #", { "path": "camera" }"#, beside: beside)).load().settings
        let (scans, camera) = (settings.ofFolder(settings.watch[0]), settings.ofFolder(settings.watch[1]))
        #expect(scans.detectors.map(\.task) == [.barcodes] && scans.detectors.map(\.name) == ["barcodes"])
        #expect(scans.output.annotate && scans.output.quality == 55 && scans.after == .move)
        #expect(scans.output.path == settings.output.path && scans.queue == settings.queue)
        #expect(camera.detectors == settings.detectors && camera.detectors.count == 2)
        #expect(!camera.output.annotate && camera.after == .keep)
        #expect(settings.ofFolders(settings.watch) == [scans, camera])
        #expect(settings.watch[1].own == nil)
    }

    /// Another fingerprint has photos processed again.
    @Test func aFoldersFingerprintIsThatOfTheSameSettingsBesideWatch() throws {
        let own = #"{ "path": "a", "detectors": [{ "task": "barcodes" }], "output": { "crops": true } }"#
        let folder = try Loading(file: Self.file(own)).load().settings
        let beside = #""detectors": [{ "task": "barcodes" }], "output": { "crops": true }"#
        let plain = try Loading(file: Self.file(#"{ "path": "a" }"#, beside: beside)).load().settings
        #expect(folder.ofFolder(folder.watch[0]).fingerprint(models: [:]) == plain.fingerprint(models: [:]))
        #expect(folder.fingerprint(models: [:]) != plain.fingerprint(models: [:]))
    }

    @Test(
        arguments: [
            (scans, nil), (#"{ "path": "a", "output": { "crops": true } }"#, "wa-122"),
            (#"{ "path": "a", "detectors": [{ "task": "barcodes" }], "scoring": { "face": "wa-80" } }"#, "wa-80"),
        ] as [(String, String?)])
    func aFolderWithDetectorsOfItsOwnIsScoredWhereItSaysSo(entry: String, face: String?) throws {
        let settings = try Loading(file: Self.file(entry, beside: #""scoring": { "face": "wa-122" }"#)).load().settings
        #expect(settings.ofFolder(settings.watch[0]).scoring.face?.rawValue == face)
    }

    @Test(arguments: [
        #""workers": { "count": 2 }"#, #""queue": "q.sqlite""#, #""output": { "path": "x" }"#,
        #""output": { "originals": "x" }"#, #""limits": { "pages": 3 }"#, #""log": { "path": "-" }"#, #""rounds": []"#,
        #""watch": []"#, #""when": { "load": 2 }"#, #""cache": "x""#,
    ])
    func whatAllFoldersShareIsRefusedWithItsReason(setting: String) throws {
        let file = Self.file(#"{ "path": "a", \#(setting) }"#)
        let error = try #require(try Loading.failure(file))
        #expect(error.problems.count == 1 && error.code == .conflict)
        #expect("\(error)".contains("cannot differ by folder: "), "\(error)")
        #expect(try !JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
    }

    @Test func eachKeyMayDifferByFolderOrHasAReason() {
        for key in Settings.keys.map(\.description) {
            let reason = Settings.reasonsToShare.first { key.path == $0.key || key.path.hasPrefix($0.key + ".") }
            #expect(key.mayDifferByFolder == (reason == nil), "\(key.path)")
        }
        let plain = Settings.Watch.keys.map { $0.description.path.prefix { $0 != "." } }
        #expect(!Settings.folderKeys.contains { key in plain.contains { key.description.path.hasPrefix($0) } })
    }

    @Test func theSchemaKnowsWhatAFolderMayHave() throws {
        let own =
            #""detectors": [{ "task": "barcodes" }], "output": { "formats": ["json"] }, "scoring": { "face": "auto" }"#
        let file = Self.file(#"{ "path": "a", "hooks": [], "letterbox": { "fill": 0 }, \#(own) }"#)
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema) == [])
        #expect(try Loading(file: file).load().settings.watch[0].own != nil)
    }

    @Test(arguments: [
        (
            #""detectors": [{ "name": "x", "task": "barcodes" }, { "name": "x", "task": "barcodes" }]"#,
            "watch[0].detectors[1].name: "
        ),
        (#""detectors": [{ "confidence": 7 }]"#, "watch[0].detectors[0].confidence: found "),
        (#""output": { "annotate": "perhaps" }"#, "watch[0].output.annotate: found "),
        (#""output": { "formats": ["text"] }"#, "watch[0].output.formats: "),
        (#""output": { "anotate": true }"#, #"unknown key "watch[0].output.anotate"; did you mean"#),
        (#""detectors": []"#, "watch[0].detectors is empty"),
        (#""hooks": ["nobody"]"#, #"watch[0].hooks: there is no hook "nobody""#),
    ])
    func mistakesAreNamedWithTheirFolderAndTheirLine(setting: String, beginning: String) throws {
        let error = try #require(try Loading.failure("{ \"watch\": [{ \"path\": \"a\",\n\(setting) }] }"))
        #expect(error.problems.count == 1, "\(error)")
        let problem = try #require(error.problems.first)
        #expect(problem.message.hasPrefix(beginning), "\(problem.message)")
        #expect(problem.line == 2)
    }

    @Test func aMistakeBesideWatchIsSaidOnce() throws {
        let error = try Loading.failure(Self.file(Self.scans, beside: #""retry": { "attempts": 0 }"#))
        #expect(error?.problems.count == 1)
    }

    @Test func aNameOfADetectorMeansOneModelInAllFolders() throws {
        let own = #"{ "path": "a", "detectors": [{ "model": "a.onnx" }] }"#
        let other = #"{ "path": "b", "detectors": [{ "model": "b.onnx" }] }"#
        let error = try #require(try Loading.failure(Self.file(own + ", " + other)))
        #expect(error.problems.map(\.code) == [.duplicate])
        #expect("\(error)".contains(#"watch[1].detectors[0].name: "targets" is another detector's name in watch[0]"#))
        #expect(try Loading.failure(Self.file(own + ", " + own.replacing(#""a","#, with: #""c","#))) == nil)
        let named = other.replacing(#""model""#, with: #""name": "b", "model""#)
        #expect(try Loading.failure(Self.file(own + ", " + named)) == nil)
    }

    @Test func theCommandLineWinsOverEachFolder() throws {
        let own = #"{ "path": "a", "output": { "annotate": true, "quality": 40 } }"#
        let option = SettingsOption("--no-annotate", "output.annotate", "false")
        let settings = try Loading(file: Self.file(own)).load([option]).settings
        let folder = settings.ofFolder(settings.watch[0])
        #expect(!folder.output.annotate && folder.output.quality == 40)
    }

    @Test(
        arguments: [
            ("scans", "barcodes"), ("scans/may/a.tif", "barcodes"), ("scans/old", "old"), ("other", "targets"),
            ("scans2", "targets"),
        ] as [(FilePath, String)])
    func aPathOfTheCommandLineGoesByTheInnermostFolder(path: FilePath, detector: String) throws {
        let old = #"{ "path": "scans/old", "detectors": [{ "name": "old", "task": "barcodes" }] }"#
        let loading = try Loading(file: Self.file(Self.scans + ", " + old))
        let settings = try loading.load(paths: [path, path]).settings
        #expect(settings.watch.map(\.path) == [loading.path.pushing(path), loading.path.pushing(path)])
        for watch in settings.watch { #expect(settings.ofFolder(watch).detectors.map(\.name) == [detector]) }
    }

    @Test func aFolderChoosesAmongTheHooksThatAreToldOfPhotos() throws {
        let hooks =
            #"[{ "name": "a", "program": "/bin/a" }, { "name": "b", "program": "/bin/b" }, "#
            + #"{ "name": "night", "on": "run", "program": "/bin/c" }]"#
        func chosen(_ names: String) throws -> [String] {
            let entry = #"{ "path": "x", "hooks": \#(names) }"#
            let file = Self.file(entry, beside: #""hooks": \#(hooks)"#)
            let settings = try Loading(file: file).load(file: "pipeline.json").settings
            return settings.ofFolder(settings.watch[0]).hooks.map(\.name)
        }
        #expect(try chosen(#"["b"]"#) == ["b", "night"])
        #expect(try chosen("[]") == ["night"])
        #expect(try chosen("null") == ["a", "b", "night"])
        #expect { try chosen(#"["night"]"#) } throws: { "\($0)".contains("told of each run and not of photos") }
    }

    @Test func configPrintsWhatAFolderHasAndWhatHoldsForIt() throws {
        let loading = try Loading(file: Self.file(Self.scans + #", { "path": "b", "output": { "crops": true } }"#))
        let effective = try loading.load()
        let entries = Dictionary(uniqueKeysWithValues: effective.entries.map { ($0.path, $0) })
        #expect(entries["watch[0].detectors[0].task"]?.value == "barcodes")
        #expect(entries["watch[0].detectors[0].task"]?.origin.description == "pipeline.json")
        #expect(entries["watch[0].detectors[0].enhance"]?.origin == .builtIn)
        #expect(entries["watch[1].output.crops"]?.value == true && entries["watch[1].output.annotate"] == nil)
        #expect(entries["watch[1].detectors[0].task"] == nil)
        let folder = try #require(effective.ofFolder(loading.path.appending("scans/may")))
        let task = folder.entries.first { $0.path == "detectors[0].task" }
        #expect(task?.value == "barcodes" && folder.entries.count { $0.path == "detectors[0].task" } == 1)
        #expect(effective.ofFolder(loading.path.appending("c")) == nil)
    }

    /// The file was not named, so photos are not moved elsewhere.
    @Test func aFolderThatMovesItsPhotosLiesInTheFilesOwnFolder() throws {
        let error = try Loading.failure(Self.file(#"{ "path": "/elsewhere", "after": "move" }"#))
        #expect(error.map { "\($0)" }?.contains("watch[0].path: /elsewhere lies outside") == true)
    }
}
