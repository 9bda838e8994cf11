import Findings
import Foundation
import JSONTree
import Scoring
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsLoadTests {
    @Test func servesWithoutAFile() throws {
        let loading = try Loading()
        let effective = try loading.load(environment: ["HOME": "/home/someone"])
        let settings = effective.settings
        #expect(effective.file == nil)
        #expect(settings.output.path == loading.path.appending("results"))
        #expect(settings.queue == .file(loading.path.appending("results/quiver.sqlite")))
        #expect(settings.cache == "/home/someone/.cache/quiver")
        #expect(settings.detectors.map(\.confidence) == [0.35])
        #expect(settings.detectors[0].model == "/usr/share/quiver/models/targets.onnx")
        #expect(effective.entries.allSatisfy { $0.origin.strength == 0 })
    }

    @Test func readsEveryKeyOfTheFile() throws {
        let loading = try Loading(file: Self.everyKey)
        let settings = try loading.load(file: "pipeline.json").settings
        #expect(settings.watch.map(\.path) == [loading.path.appending("drop"), "/srv/scans"])
        #expect(settings.watch[0].settle == .milliseconds(1_500))
        #expect(settings.watch[0].ignore == ["*.bak"])
        #expect(settings.watch[1].recursive == false)
        #expect(settings.queue == .file(loading.path.appending("q.sqlite")))
        #expect(settings.letterbox.size == .fixed(PixelSize(width: 640, height: 480)))
        #expect(settings.letterbox.fit == .stretch)
        #expect(settings.letterbox.resample == .reference)
        let detector = settings.detectors[0]
        #expect(detector.classes == ["arrow", "3"])
        #expect(detector.thresholds == ["arrow": 0.5, "hole": 1])
        #expect(detector.layout == .endToEnd)
        #expect(settings.letterbox(for: detector).fit == .crop)
        #expect(settings.letterbox(for: detector).resample == .reference)
        #expect(settings.letterbox(for: detector).size == .fixed(PixelSize(width: 320, height: 320)))
        #expect(
            settings.limits
                == {
                    var l = Settings.Limits(); l.bytes = 1 << 30; l.strict = true; return l
                }())
        #expect(settings.output.formats == [.csv])
        #expect(settings.output.originals == loading.path.removingLastComponent().appending("kept"))
        #expect(settings.after == .move)
        #expect(settings.workers.count == 3)
        #expect(settings.workers.memory == 2 << 30)
        #expect(settings.retry.backoff == .seconds(90))
        #expect(settings.intake.rescan == .seconds(300))
        #expect(settings.scoring.face == .named(.wa122))
        #expect(settings.scoring.shaft == 5.5)
        #expect(settings.cache == nil)
    }

    static let everyKey = """
        {
          "$schema": "pipeline.schema.json",
          "watch": [
            { "path": "drop", "recursive": true, "settle": "1.5s", "ignore": ["*.bak"] },
            { "path": "/srv/scans", "recursive": false }
          ],
          "queue": "./q.sqlite",
          "letterbox": { "size": [640, 480], "fill": 0, "fit": "stretch", "resample": "reference" },
          "detectors": [{
            "name": "arrows", "task": "detect", "model": "m.onnx", "confidence": 0.4, "iou": 0.7,
            "classes": ["arrow", 3], "thresholds": { "arrow": 0.5, "hole": 1 }, "layout": "end-to-end",
            "labels": ["a", "b"], "device": "cpu", "precision": "bf16", "threads": 2, "agnostic": true,
            "maxDetections": 10, "size": 320, "fit": "crop"
          }],
          "limits": { "bytes": "1GiB", "strict": true },
          "output": { "path": "out", "formats": ["csv"], "annotate": true, "crops": true, "originals": "../kept",
            "quality": 80 },
          "after": "move",
          "workers": { "count": 3, "timeout": "60s", "memory": "2GiB", "recycle": 10, "grace": "0s" },
          "retry": { "attempts": 5, "backoff": "1.5m" },
          "intake": { "rescan": "5m", "patience": "500ms", "followLinks": true },
          "scoring": { "face": "wa-122", "system": "indoor", "arrowsPerEnd": 3, "shaft": "0.55cm" },
          "cache": null
        }
        """

    /// The documents' bare table is scored by an arrow's middle.
    @Test(arguments: [#"0"#, #""0mm""#, #""0 in""#]) func aShaftMayHaveNoWidth(text: String) throws {
        let loading = try Loading(file: "{ \"scoring\": { \"face\": \"wa-122\", \"shaft\": \(text) } }")
        #expect(try loading.load().settings.scoring.shaft == 0)
        let option = SettingsOption("--shaft", "scoring.shaft", text.filter { $0 != "\"" })
        #expect(try Loading().load([option]).settings.scoring.shaft == 0)
    }

    @Test func sheetsAreEnglishUnlessTheSettingsSayGerman() throws {
        #expect(try Loading().load().settings.output.language == .english)
        let german = try Loading(file: #"{ "output": { "language": "de" } }"#)
        #expect(try german.load().settings.output.language == .german)
        let english = SettingsOption("--language", "output.language", "en")
        #expect(try german.load([english]).settings.output.language == .english)
    }

    @Test func classesAreRenamedOrLeftOut() throws {
        let file =
            #"{ "detectors": [{ "rename": { "motorbike": "motorcycle", "cup": null }, "thresholds": { "motorbike": 0.5, "cup": 1 } }] }"#
        let detector = try #require(try Loading(file: file).load().settings.detectors.first)
        #expect(detector.rename == ["motorbike": "motorcycle", "cup": nil])
        #expect(detector.thresholds == ["motorbike": 0.5, "cup": 1])
    }

    @Test func placesAreIgnored() throws {
        let file = """
            { "detectors": [{ "ignore": [
                { "class": "dog", "box": [0, 0.25, 0.5, 0.75] },
                { "class": "cat", "box": [0.1, 0.2, 0.3, 0.4], "overlap": 1, "folder": "a/b", "camera": "x" } ] }] }
            """
        let settings = try Loading(file: file).load().settings
        let places = [
            IgnoredPlace(label: "dog", box: Box(x: 0, y: 0.25, width: 0.5, height: 0.75)),
            IgnoredPlace(
                label: "cat", box: Box(x: 0.1, y: 0.2, width: 0.3, height: 0.4), overlap: 1, folder: "a/b", camera: "x"),
        ]
        #expect(settings.detectors[0].ignore == places && settings.ignoredPlaces == ["targets": places])
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
        let option = SettingsOption(
            "--set", "detectors.ignore", #"[{ "class": "dog", "box": [0, 0.25, 0.5, 0.75] }]"#)
        #expect(try Loading().load([option]).settings.detectors[0].ignore == [places[0]])
    }

    @Test func levelsOfConfidenceAreThreeNumbers() throws {
        let loading = try Loading(file: "{ \"output\": { \"confidenceLevels\": [1, 0.6, 0] } }")
        #expect(try loading.load().settings.output.confidenceLevels == ConfidenceLevels([1, 0.6, 0]))
        #expect(try Loading().load().settings.output.confidenceLevels == .usual)
    }

    @Test func takesTheStrongestSource() throws {
        let loading = try Loading(
            file: """
                { "output": { "path": "from-file", "quality": 70 }, "workers": { "count": 2 }, "queue": "q.sqlite",
                  "detectors": [{ "confidence": 0.1 }] }
                """)
        let effective = try loading.load(
            [SettingsOption("--workers", "workers.count", "8"), SettingsOption("--iou", "detectors.iou", "0.9")],
            environment: ["QUIVER_WORKERS_COUNT": "4", "QUIVER_OUTPUT_QUALITY": "80", "QUIVER_OUTPUT_CROPS": ""])
        #expect(effective.settings.workers.count == 8)
        #expect(effective.settings.output.quality == 80)
        #expect(effective.settings.output.path == loading.path.appending("from-file"))
        #expect(effective.settings.detectors[0].confidence == 0.1)
        #expect(effective.settings.detectors[0].iou == 0.9)
        #expect("\(try #require(effective.origin(of: "workers.count")))" == "--workers")
        #expect("\(try #require(effective.origin(of: "output.quality")))" == "environment QUIVER_OUTPUT_QUALITY")
        #expect(effective.origin(of: "output.path") == .file("pipeline.json", line: 1))
        #expect(effective.origin(of: "detectors[0].confidence") == .file("pipeline.json", line: 2))
        #expect("\(try #require(effective.origin(of: "output.crops")))" == "default")
    }

    @Test func resolvesPathsAgainstTheirSource() throws {
        let loading = try Loading()
        try FileManager.default.createDirectory(at: loading.folder["conf"], withIntermediateDirectories: true)
        try Data(#"{ "output": { "path": "out" }, "watch": [{ "path": "../drop" }] }"#.utf8)
            .write(to: loading.folder["conf/my.json"])
        let option = SettingsOption("--model", "detectors.model", "m.onnx")
        for environment in [[:], ["QUIVER_CONFIG": "conf/my.json"]] {
            let effective = try loading.load(
                [option], file: environment.isEmpty ? "conf/my.json" : nil, environment: environment)
            #expect(effective.settings.output.path == loading.path.appending("conf/out"))
            #expect(effective.settings.watch.map(\.path) == [loading.path.appending("drop")])
            #expect(effective.settings.detectors[0].model == loading.path.appending("m.onnx"))
            #expect("\(try #require(effective.origin(of: "output.path")))" == "my.json")
        }
    }

    /// What the file says of its detector of objects says nothing of another task's.
    @Test func aTaskOnTheCommandLineBringsItsOwnModel() throws {
        let loading = try Loading(
            file: """
                { "detectors": [{ "name": "arrows", "task": "detect", "model": "targets.onnx", "confidence": 0.2 }] }
                """)
        let other = try loading.load([SettingsOption("--task", "detectors.task", "barcodes")]).settings.detectors[0]
        #expect(other.task == .barcodes && other.name == "barcodes" && other.model == nil)
        #expect(other.confidence == 0.35)
        let same = try loading.load([SettingsOption("--task", "detectors.task", "detect")]).settings.detectors[0]
        #expect(same.name == "arrows" && same.model == loading.path.appending("targets.onnx"))
        #expect(same.confidence == 0.2)
    }

    /// Nor is a text on the command line meant for targets that the file has scored.
    @Test func anotherTaskOnTheCommandLineScoresNothing() throws {
        let task = { SettingsOption("--task", "detectors.task", $0) }
        for detectors in ["", #", "detectors": [{ "name": "arrows", "task": "detect" }]"#] {
            let loading = try Loading(file: #"{ "scoring": { "face": "wa-122" }\#(detectors) }"#)
            #expect(try loading.load().settings.scoring.face == .named(.wa122))
            #expect(try loading.load([task("detect")]).settings.scoring.face == .named(.wa122))
            let other = try loading.load([task("barcodes")])
            #expect(other.settings.scoring.face == nil)
            #expect(other.origin(of: "scoring.face") == .builtIn)
            let both = try loading.load([task("barcodes"), SettingsOption("--face", "scoring.face", "auto")])
            #expect(both.settings.scoring.face == .auto)
            // A detector that the environment adds is one more, and takes nothing away.
            let added = try loading.load(environment: ["QUIVER_DETECTORS_1_TASK": "barcodes"])
            #expect(added.settings.scoring.face == .named(.wa122) && added.settings.detectors.count == 2)
        }
    }

    /// Only what the file names is made where it is missing.
    @Test func aWatchedFolderIsMadeOnlyWhereTheFileNamesIt() throws {
        let loading = try Loading(file: #"{ "watch": [{ "path": "drop" }] }"#)
        #expect(try loading.load().settings.watch.map(\.isMadeBelow) == [loading.path])
        #expect(try loading.load(paths: ["photos"]).settings.watch.map(\.isMadeBelow) == [nil])
        let environment = ["QUIVER_WATCH_PATH": "other"]
        #expect(try loading.load(environment: environment).settings.watch.map(\.isMadeBelow) == [nil])
        #expect(try Loading().load(paths: ["photos"]).settings.watch.map(\.isMadeBelow) == [nil])
    }

    @Test func aQueueFollowsResultsThatAreNamedMoreStrongly() throws {
        let loading = try Loading(file: #"{ "queue": "q.sqlite", "output": { "path": "out" } }"#)
        #expect(try loading.load().settings.queue == .file(loading.path.appending("q.sqlite")))
        let output = SettingsOption("--output", "output.path", "other")
        let effective = try loading.load([output])
        #expect(effective.settings.queue == .file(loading.path.appending("other/quiver.sqlite")))
        #expect("\(try #require(effective.origin(of: "queue")))" == "default, from --output")
        let named = try loading.load([output, SettingsOption("--queue", "queue", "mine.sqlite")])
        #expect(named.settings.queue == .file(loading.path.appending("mine.sqlite")))
    }

    @Test func pathsOfTheCommandLineReplaceTheWatchedFolders() throws {
        let loading = try Loading(file: #"{ "watch": [{ "path": "drop", "settle": "9s" }] }"#)
        let bad = FilePath(platformString: [0x66, -1, 0x66, 0])
        let settings = try loading.load(paths: ["photos/", bad], environment: ["QUIVER_WATCH_SETTLE": "0s"]).settings
        #expect(settings.watch.map(\.path) == [loading.path.appending("photos"), loading.path.pushing(bad)])
        #expect(settings.watch.map(\.settle) == [.zero, .zero])
    }

    @Test func findsTheModelBesideTheExecutable() throws {
        let loading = try Loading()
        let model = loading.folder["samples/models/targets.onnx"]
        try FileManager.default.createDirectory(
            at: model.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: model)
        let executable = loading.path.appending(".build/x86_64/release/quiver")
        #expect(try loading.load(executable: executable).settings.detectors[0].model == FilePath(model.path))
    }

    @Test(arguments: [".build/debug/quiver", "bin/quiver", "photos/bin/quiver"])
    func neverTakesAModelOfTheCurrentFolder(executable: String) throws {
        let loading = try Loading()
        let model = loading.folder["samples/models/targets.onnx"]
        try FileManager.default.createDirectory(
            at: model.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: model)
        let elsewhere = FilePath("/nowhere").pushing(FilePath(executable))
        #expect(
            try loading.load(executable: elsewhere).settings.detectors[0].model?.starts(with: loading.path) == false)
        // Nor one of a folder above an executable that is no checkout's.
        guard !executable.hasPrefix(".build") else { return }
        let above = loading.path.pushing(FilePath(executable))
        #expect(try loading.load(executable: above).settings.detectors[0].model != FilePath(model.path))
    }

    @Test func theStartersAndTheShippedFileLoadAndFitTheSchema() throws {
        let shipped = try String(contentsOf: Cases.packageRoot.appendingPathComponent("pipeline.json"), encoding: .utf8)
        for text in Settings.Starter.allCases.map({ $0.template() }) + [shipped, Self.everyKey] {
            _ = try Loading(file: text).load(file: "pipeline.json")
            #expect(try JSONSchemaCheck.problems(of: text, against: Settings.schema) == [])
        }
    }

    @Test(
        arguments: [
            ("[]", nil, true), ("[0, 4095]", GreyWindow(black: 0, white: 4_095), true), ("[5]", nil, false),
            ("[9, 5]", nil, false), ("[1, 2, 3]", nil, false),
        ] as [(String, GreyWindow?, Bool)])
    func aWindowOfGreyIsTwoRisingNumbers(text: String, window: GreyWindow?, isRight: Bool) throws {
        let file = #"{"grey": {"window": \#(text)}}"#
        let failure = try Loading.failure(file, [])
        guard isRight else {
            #expect(failure.map { "\($0)".contains("grey.window: two numbers") } == true)
            return
        }
        #expect(failure == nil)
        #expect(try Loading(file: file).load().settings.grey.greyWindow == window)
    }
}
