import Control
import Foundation
import Results
import Settings
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// A watch that goes on with other settings: the program itself, as a user has it.
@Suite(.timeLimit(.minutes(30))) struct ReloadTests {
    private let fixtures: RunFixtures
    /// Not in the folder where commands are called, so that they need not read it.
    private var config: URL { fixtures.folder.appendingPathComponent("settings/pipeline.json") }

    init() throws {
        fixtures = try RunFixtures()
        try FileManager.default.createDirectory(
            at: config.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    private func write(confidence: String = "0.35", annotate: Bool = false, output: String = "../out") throws {
        try Data(
            """
            {"watch": [{"path": "../photos", "settle": "200ms"}],
             "output": {"path": "\(output)", "annotate": \(annotate)}, "workers": {"count": 2},
             "detectors": [{"name": "targets", "model": "\(RunFixtures.model)", "confidence": \(confidence)}]}
            """.utf8
        ).write(to: config)
    }

    private func watch(_ more: String...) throws -> RunningQuiver {
        try fixtures.program.start(["watch", "--config", config.path] + more)
    }

    private func reload(_ more: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["reload", "--config", config.path] + more).wait()
    }

    private func talk(of running: RunningQuiver) throws -> String {
        try String(contentsOf: running.talk, encoding: .utf8)
    }

    /// How many photos have a picture with what was found.
    private func annotated() -> Int {
        let names = FileManager.default.enumerator(atPath: fixtures.output.path)?.compactMap { $0 as? String } ?? []
        return names.count { $0.hasSuffix(".annotated.jpg") }
    }

    private func times() throws -> [String: Timestamp] { try fixtures.records().mapValues(\.timestamp) }

    @Test func otherSettingsAreSaidFirstAndHoldForNewPhotosAlone() throws {
        try write()
        try fixtures.add(2)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        try running.wait { try fixtures.records().count == 2 }
        let before = try times()
        try write(confidence: "0.5", annotate: true)
        let said = try reload("--check")
        #expect(said.status == 0, "\(said.talk)")
        #expect(said.output.contains("detectors[0].confidence: 0.35 -> 0.5\n"), "\(said.output)")
        #expect(said.output.contains("output.annotate: false -> true\n"))
        #expect(said.output.contains("2 photos are done and keep their results; --again"))
        let reloaded = try reload()
        #expect(
            reloaded.status == 0
                && reloaded.output
                    == said.output.replacingOccurrences(of: "; --again has them processed again", with: ""),
            "\(reloaded.output) \(reloaded.talk)")
        #expect(reloaded.talk.contains("the settings are in use"))
        #expect(running.process.isRunning)
        try fixtures.add(1, from: 2)
        try running.wait { try fixtures.records().count == 3 && annotated() == 1 }
        #expect(try times().filter { $0.key != "00002.jpg" } == before)
        #expect(try reload().output == "the settings are what they were\n")
        let late = try reload("--again")
        #expect(late.status == 2 && late.talk.contains("jobs prune --again"), "\(late.talk)")
        running.process.terminate()
        #expect(try running.wait().status == 0)

        // The queue knows it: a start finds nothing to process again, nor is a photo left out of the tables.
        let again = try watch()
        defer { kill(again.pid, SIGKILL) }
        try fixtures.add(1, from: 3)
        try again.wait { try fixtures.records().count == 4 }
        #expect(try times().filter { before.keys.contains($0.key) } == before)
        #expect(try fixtures.counts().filter { $0.value > 0 } == ["done": 4])

        try write(confidence: "0.6", annotate: true)
        let all = try reload("--again")
        #expect(all.output.contains("4 photos are done and are processed again where they lie"), "\(all.output)")
        try again.wait {
            let now = try times()
            return annotated() == 4 && before.allSatisfy { name, time in now[name].map { $0 != time } ?? false }
        }
        again.process.terminate()
        #expect(try again.wait().status == 0)
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        #expect((0..<4).allSatisfy { table.contains("0000\($0).jpg") })
    }

    @Test func aMistakeInTheSettingsIsNamedAndNothingChanges() throws {
        try write()
        try fixtures.add(1)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        try running.wait { try fixtures.records().count == 1 }
        let queue = QueueLocation.file(FilePath(fixtures.queue.path))
        guard case .status(let before) = try ControlClient.ask(.status, queue: queue) else {
            Issue.record("no status")
            return
        }
        try write(confidence: "7")
        let own = try reload()
        #expect(own.status == 64 && own.talk.contains("confidence"), "\(own.talk)")
        // The supervisor itself, where the client has another file or none.
        let asked = try fixtures.program.run("reload", "--queue", fixtures.queue.path)
        #expect(asked.status == 64 && asked.talk.contains("confidence"), "\(asked.talk)")
        try write(output: "../elsewhere")
        let moved = try fixtures.program.run("reload", "--queue", fixtures.queue.path)
        #expect(moved.status == 64 && moved.talk.contains("needs a new start"), "\(moved.talk)")
        try FileManager.default.removeItem(at: config)
        #expect(try fixtures.program.run("reload", "--queue", fixtures.queue.path).status == 64)
        guard case .status(let after) = try ControlClient.ask(.status, queue: queue) else {
            Issue.record("no status")
            return
        }
        #expect(after.startedAt == before.startedAt && after.processIdentifier == running.pid)
        running.process.terminate()
        #expect(try running.wait().status == 0)
        let nobody = try fixtures.program.run("reload", "--queue", fixtures.queue.path)
        #expect(nobody.status == 2 && nobody.talk.contains("no 'quiver watch'"), "\(nobody.talk)")
    }

    @Test func aSignalDoesTheSameAndSaysItInTheWatchsOwnMessages() throws {
        try write()
        try fixtures.add(1)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        try running.wait { try fixtures.records().count == 1 }
        kill(running.pid, SIGHUP)
        try running.wait { try talk(of: running).contains("SIGHUP: the settings are what they were") }
        try write(confidence: "7")
        kill(running.pid, SIGHUP)
        try running.wait { try talk(of: running).contains("SIGHUP changes nothing") }
        try write(annotate: true)
        kill(running.pid, SIGHUP)
        try running.wait { try talk(of: running).contains("SIGHUP: output.annotate: false -> true") }
        try fixtures.add(1, from: 1)
        try running.wait { try fixtures.records().count == 2 }
        #expect(annotated() == 1)
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }

    @Test func aFolderThatIsAddedHasNoShareInTheOthersResults() throws {
        let codes = #"{"path": "../photos/codes", "settle": "200ms", "detectors": [{"task": "barcodes"}]}"#
        let write = { (folders: String) in
            try Data(
                """
                {"watch": [\(folders)], "output": {"path": "../out"}, "workers": {"count": 1},
                 "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
                """.utf8
            ).write(to: config)
        }
        try write(codes)
        try fixtures.add(2, in: "codes")
        try fixtures.add(2, in: "things", from: 7)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        try running.wait { try fixtures.records().count == 2 }
        let before = try times()
        try write(#"{"path": "../photos/things", "settle": "200ms"}, "# + codes)
        let reloaded = try reload()
        #expect(reloaded.status == 0 && reloaded.output.contains("results stay what they are"), "\(reloaded.output)")
        try running.wait { try fixtures.records().count == 4 }
        #expect(Set(before.values).isSubset(of: try times().values))
        let detectors = try fixtures.records().values.flatMap { $0.photo.results.map(\.detector) }
        #expect(detectors.sorted() == ["barcodes", "barcodes", "targets", "targets"])
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }

    @Test func underLoadEveryPhotoIsWorkedOnce() throws {
        try write()
        try fixtures.add(120)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        for round in 1...3 {
            try running.wait { try fixtures.records().count >= round * 10 }
            try write(annotate: round % 2 == 1)
            let reloaded = try reload()
            #expect(reloaded.status == 0, "\(reloaded.talk)")
        }
        try running.wait { try fixtures.records().count == 120 }
        running.process.terminate()
        #expect(try running.wait().status == 0)
        #expect(try fixtures.records().values.allSatisfy { $0.state == .done && $0.attempts == 1 })
        #expect(try fixtures.counts().filter { $0.value > 0 } == ["done": 120])
        #expect(fixtures.leftovers().isEmpty)
    }

    /// A stop that comes with a reload counts more, at whatever moment.
    @Test(arguments: [0, 20, 100, 400, 1500], [SIGTERM, SIGINT])
    func aStopDuringAReloadEndsTheWatch(milliseconds: Int32, signal: Int32) throws {
        try write()
        try fixtures.add(2)
        let running = try watch()
        defer { kill(running.pid, SIGKILL) }
        try running.wait { try fixtures.records().count == 2 }
        try write(annotate: true)
        kill(running.pid, SIGHUP)
        poll(nil, 0, milliseconds)
        kill(running.pid, signal)
        _ = try running.wait()
        // In the first moments of a start the signal itself ends the process, which has made nothing by then.
        let isByItself = running.process.terminationReason == .exit
        let own: Int32 = signal == SIGINT ? 130 : 0
        #expect(running.process.terminationStatus == (isByItself ? own : signal))
        try write()
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    @Test func theServiceManagerHearsOfItAndThePageKeepsItsAddress() throws {
        try write()
        let socket = try NotifySocket(in: fixtures.folder)
        var program = fixtures.program
        program.environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "30000000"]
        let running = try program.start(["watch", "--config", config.path, "--serve", "--port", "0"])
        defer { kill(running.pid, SIGKILL) }
        #expect(socket.hears("READY=1", within: 600))
        let addresses = {
            try talk(of: running).split(separator: "\n").filter { $0.hasPrefix("the page is at ") }
        }
        try running.wait { try addresses().count == 1 }
        try write(annotate: true)
        let reloaded = try reload()
        #expect(reloaded.status == 0, "\(reloaded.talk)")
        #expect(socket.hears("RELOADING=1", within: 600))
        #expect(socket.hears("READY=1", within: 600))
        try running.wait { try addresses().count == 2 }
        #expect(try Set(addresses()).count == 1)
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }
}

/// What is said of other settings, and which of two requests counts.
@Suite struct ReloadReportTests {
    private func settings(_ json: String) throws -> EffectiveSettings {
        let folder = try TemporaryFolder()
        let file = folder["pipeline.json"]
        try Data(json.utf8).write(to: file)
        return try Settings.load(
            SettingsSources(
                file: FilePath(file.path), environment: [:], folder: FilePath(folder.url.path), executable: nil))
    }

    @Test func keysThatComeGoOrChangeAreNamed() throws {
        let old = try settings(#"{"watch": [{"path": "/in"}], "output": {"path": "/out"}}"#)
        let new = try settings(
            #"{"watch": [{"path": "/in"}, {"path": "/more"}], "output": {"path": "/out"}, "workers": {"count": 3}}"#)
        let changes = old.changes(to: new)
        #expect(changes.contains(ReloadReport.Change(key: "watch[1].path", old: nil, new: #""/more""#)))
        #expect(changes.contains { $0.key == "workers.count" && $0.new == "3" && $0.old != nil })
        #expect(!changes.contains { $0.key.hasPrefix("watch[0]") || $0.key.hasPrefix("output") })
        let back = new.changes(to: old)
        #expect(back.contains(ReloadReport.Change(key: "watch[1].path", old: #""/more""#, new: nil)))
        #expect(old.changes(to: old).isEmpty)
    }

    @Test func anAddressIsNotSaid() throws {
        let address = { (secret: String) in
            """
            {"watch": [{"path": "/in"}], "output": {"path": "/out"},
             "hooks": [{"name": "erp", "url": "https://erp.example/\(secret)"}]}
            """
        }
        let changes = try settings(address("one")).changes(to: settings(address("two")))
        #expect(changes == [ReloadReport.Change(key: "hooks[0].url", old: "…", new: "…")])
    }

    @Test func aStopCountsMoreThanAReload() {
        let stop = StopRequest()
        stop.ask(.reload)
        #expect(stop.cause == .reload)
        stop.ask(.terminate)
        stop.ask(.reload)
        stop.ask(.interrupt)
        #expect(stop.cause == .terminate)
    }

    @Test func aFolderThatIsToBeMadeIsOnlyLookedAt() throws {
        let temporary = try TemporaryFolder()
        try Data(#"{"watch": [{"path": "drop"}]}"#.utf8).write(to: temporary["pipeline.json"])
        let settings = try Settings.load(
            SettingsSources(environment: [:], folder: FilePath(temporary.url.path), executable: nil)
        ).settings
        let named = NamedRoots(asking: settings.watch, look: NamedRoots.glance)
        #expect(throws: Never.self) { try named.checkWatching() }
        #expect(!FileManager.default.fileExists(atPath: temporary["drop"].path))
        let missing = NamedRoots(
            asking: [Settings.Watch(path: FilePath(temporary["none"].path))], look: NamedRoots.glance)
        #expect(throws: (any Error).self) { try missing.checkWatching() }
    }
}
