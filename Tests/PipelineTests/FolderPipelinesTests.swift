import Findings
import Foundation
import Results
import Settings
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// Watched folders that have their photos processed in ways of their own, by one run.
@Suite(.timeLimit(.minutes(30))) struct FolderPipelinesTests {
    private let fixtures: RunFixtures

    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(2, in: "codes")
        try fixtures.add(2, in: "things", from: 7)
    }

    /// Writes the settings of a folder of codes and one of things.
    private func write(codes: String = "", things: String = "", beside: String = "") throws {
        let settings = """
            { "watch": [
                { "path": "photos/codes", "settle": "200ms", "detectors": [{ "task": "barcodes" }]\(codes) },
                { "path": "photos/things", "settle": "200ms"\(things) } ],
              "detectors": [{ "name": "things", "model": "\(RunFixtures.model)" }],
              "output": { "path": "out", "formats": ["json", "csv"] }, "workers": { "count": 1 }\(beside) }
            """
        try Data(settings.utf8).write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
    }

    private func run(_ arguments: String...) throws -> QuiverProgram.Ended {
        let ended = try fixtures.program.start(["run"] + arguments + ["--config", "pipeline.json"]).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        return ended
    }

    /// The records of one folder's photos, by the photos' names.
    private func records(_ folder: String) throws -> [String: Record] {
        let all = try fixtures.records().values.filter { $0.source.path.contains("/\(folder)/") }
        return Dictionary(
            uniqueKeysWithValues: all.map { ($0.source.path.split(separator: "/").last.map(String.init) ?? "", $0) })
    }

    private func detectors(_ folder: String) throws -> [[String]] {
        try records(folder).values.map { $0.photo.results.map(\.detector) }
    }

    @Test func eachFolderHasItsOwnDetectorsPicturesAndTables() throws {
        try write(things: #", "output": { "annotate": true, "formats": ["json"] }"#)
        _ = try run()
        #expect(try detectors("codes") == [["barcodes"], ["barcodes"]])
        #expect(try detectors("things") == [["things"], ["things"]])
        #expect(try records("codes").values.allSatisfy { $0.state == .done && $0.outputs?.annotated == nil })
        #expect(try records("things").values.allSatisfy { $0.state == .done && $0.outputs?.annotated != nil })
        let models = try records("things").values.map { $0.photo.models.map(\.name) }
        #expect(models == [["targets.onnx"], ["targets.onnx"]])
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        #expect(table.contains("00000.jpg") && table.contains("00001.jpg") && !table.contains("things"), "\(table)")
    }

    @Test func aChangeOfOneFoldersSettingsHasOnlyItsPhotosProcessedAgain() throws {
        try write()
        _ = try run()
        let (codes, things) = (try records("codes"), try records("things"))
        _ = try run()
        #expect(try records("codes") == codes && records("things") == things)
        try write(codes: #", "output": { "quality": 70 }"#)
        _ = try run()
        #expect(try records("things") == things)
        #expect(try records("codes").allSatisfy { $0.value.timestamp != codes[$0.key]?.timestamp })
    }

    /// What the command line names goes by the folder that holds it.
    @Test func aRunOfOneFolderKnowsItsPhotosAndKeepsWhatIsKnownOfTheOthers() throws {
        try write()
        _ = try run()
        let before = try fixtures.records()
        let models = try Data(contentsOf: fixtures.output.appendingPathComponent(".quiver-models"))
        for paths in [["photos/codes"], ["photos/things/00007.jpg"]] {
            _ = try fixtures.program.start(["run"] + paths + ["--config", "pipeline.json"]).wait()
            #expect(try fixtures.records() == before)
            let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
            for number in ["00000", "00001", "00007", "00008"] { #expect(table.contains("\(number).jpg"), "\(table)") }
            let known = ClassList.read(in: FilePath(fixtures.output.path)) ?? []
            #expect(Set(known.map(\.name)) == ["barcodes", "things"])
        }
        _ = try run()
        #expect(try Data(contentsOf: fixtures.output.appendingPathComponent(".quiver-models")) == models)
    }

    /// A change of the folder's place in the list is none of its settings.
    @Test func whatIsKnownStaysKnownWhereFoldersChangePlaces() throws {
        try write()
        _ = try run()
        let before = try fixtures.records()
        let file = fixtures.folder.appendingPathComponent("pipeline.json")
        var settings = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        settings["watch"] = (settings["watch"] as? [Any]).map { Array($0.reversed()) }
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
        _ = try run()
        #expect(try fixtures.records() == before)
    }

    @Test func photosAreMovedWhereTheirFolderSaysSo() throws {
        try write(codes: #", "after": "move""#)
        _ = try run()
        let files = { (name: String) in FileManager.default.fileExists(atPath: fixtures.photos.path + "/" + name) }
        #expect(files("codes/done/00000.jpg") && !files("codes/00000.jpg"))
        #expect(files("things/00007.jpg") && !files("things/done"))
        #expect(try records("codes").values.allSatisfy { $0.source.movedTo != nil })
    }

    @Test func aWatchProcessesEachFolderInItsWayAndThePriorityHoldsForBoth() throws {
        try write(things: #", "priority": -5"#)
        let running = try fixtures.program.start(["watch", "--config", "pipeline.json"])
        try running.wait { try fixtures.records().count == 4 }
        try fixtures.add(1, in: "codes", from: 20)
        try running.wait { try records("codes")["00020.jpg"] != nil }
        running.process.terminate()
        #expect(try running.wait().status == 0)
        #expect(try detectors("codes") == Array(repeating: ["barcodes"], count: 3))
        #expect(try detectors("things") == [["things"], ["things"]])
    }

    @Test func aFailedPhotoIsTriedAgainAsItsFolderIsToday() throws {
        try write()
        try Data("no photo".utf8).write(to: fixtures.photos.appendingPathComponent("codes/bad.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("codes/bad.jpg"))
        let ended = try fixtures.program.run("run", "--config", "pipeline.json")
        #expect(ended.status == 1, "\(ended.talk)")
        let good = try fixtures.records().filter { $0.value.state == .done }
        let running = try fixtures.program.start(["watch", "--config", "pipeline.json"])
        try running.wait { try fixtures.program.run("status", "--config", "pipeline.json").status == 0 }
        let before = try records("codes")["bad.jpg"]?.timestamp
        let retried = try fixtures.program.run("jobs", "retry", "--state", "failed", "--config", "pipeline.json")
        #expect(retried.status == 0, "\(retried.talk)")
        try running.wait { try records("codes")["bad.jpg"]?.timestamp != before }
        running.process.terminate()
        _ = try running.wait()
        #expect(try fixtures.records().filter { $0.value.state == .done } == good)
    }
}

/// Which settings hold for a photo.
@Suite struct FolderSettingsTests {
    private static func settings(_ entries: String) throws -> Settings {
        let folder = try TemporaryFolder()
        let hooks = #"{ "name": "a", "program": "/bin/a" }, { "name": "b", "program": "/bin/b" }"#
        let file = #"{ "watch": [\#(entries)], "hooks": [\#(hooks)] }"#
        try Data(file.utf8).write(to: folder["pipeline.json"])
        return try Settings.load(
            SettingsSources(
                file: FilePath(folder["pipeline.json"].path), environment: [:], folder: "/", executable: nil)
        ).settings
    }

    @Test(arguments: [("/in/a.jpg", 0), ("/in/scans/may/a.jpg", 1), ("/in/scans2/a.jpg", 0), ("/else/a.jpg", 0)])
    func aPhotoGoesByTheInnermostFolder(photo: FilePath, number: Int) throws {
        let settings = try Self.settings(
            #"{ "path": "/in" }, { "path": "/in/scans", "output": { "crops": true } }"#)
        let folders = FolderSettings(settings, roots: settings.watch)
        #expect(folders.all.count == 2)
        #expect(folders.number(of: photo) == number && folders.of(photo).output.crops == (number == 1))
    }

    @Test func foldersThatAgreeAreOnePipeline() throws {
        let crops = #""output": { "crops": true }"#
        let settings = try Self.settings(
            #"{ "path": "/a", \#(crops) }, { "path": "/b", \#(crops) }, { "path": "/c", "priority": 3 }"#)
        #expect(FolderSettings(settings, roots: settings.watch).all.map(\.output.crops) == [true, false])
        #expect(FolderSettings(settings, roots: Array(settings.watch.prefix(1))).all.count == 1)
    }

    @Test func hooksAreToldOfPhotosOfTheirFolders() throws {
        let settings = try Self.settings(
            #"{ "path": "/in", "hooks": ["b"] }, { "path": "/in/all" }, { "path": "/no", "hooks": [] }"#)
        let plan = try HookPlan(settings, version: "").among(FolderSettings(settings, roots: settings.watch))
        func told(_ path: String) -> [String] {
            plan.told(ofPhotoAt: Place(root: Array("/".utf8), path: Array(path.utf8))).map(\.name)
        }
        #expect(told("in/a.jpg") == ["b"] && told("in/all/a.jpg") == ["a", "b"] && told("no/a.jpg") == [])
        let alike = try Self.settings(#"{ "path": "/in" }, { "path": "/no", "output": { "crops": true } }"#)
        let all = try HookPlan(alike, version: "").among(FolderSettings(alike, roots: alike.watch))
        #expect(all.told(ofPhotoAt: Place(root: Array("/no".utf8), path: Array("a.jpg".utf8))).count == 2)
    }
}
