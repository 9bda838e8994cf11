import Control
import Foundation
import Results
import Settings
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// What a reload looks at and notes before the run ends, with a real queue and a real folder of results.
@Suite struct SettingsReloadTests {
    private let fixtures: RunFixtures
    private let file: URL

    init() throws {
        fixtures = try RunFixtures()
        file = fixtures.folder.appendingPathComponent("pipeline.json")
        for name in ["a", "b"] { try fixtures.add(1, in: name) }
        try write()
    }

    private static let folders = #"{"path": "photos/a", "detectors": [{"task": "barcodes"}]}, {"path": "photos/b"}"#

    private func write(
        watch: String = Self.folders, confidence: String = "0.35", output: String = #""path": "out""#,
        beside: String = ""
    ) throws {
        try Data(
            """
            {"watch": [\(watch)], "output": {\(output)}, "queue": "queue.sqlite",
             "detectors": [{"name": "things", "model": "\(RunFixtures.model)", "confidence": \(confidence)}]\(beside)}
            """.utf8
        ).write(to: file)
    }

    /// A run of the settings as they are now, before its first photo.
    private struct Begun {
        let context: RunContext
        let queue: QueueService
        let reload: SettingsReload

        func predecessors(of pipelines: FolderPipelines) async throws -> [Fingerprint] {
            try await queue.look { transaction in
                try pipelines.fingerprints.flatMap { try transaction.jobs.predecessors(of: $0) }
            }
        }
    }

    private func begin() throws -> Begun {
        let sources = SettingsSources(
            file: FilePath(file.path), environment: [:], folder: FilePath(fixtures.folder.path), executable: nil)
        let present = try Settings.load(sources)
        let context = try RunContext(present.settings)
        let queue = QueueService(context.store)
        // A queue knows the settings that photos came with.
        let arrivals = context.pipelines.fingerprints.enumerated().map { number, pipeline in
            NewJob(
                place: Place(root: Array("/in".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).json".utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number), tail: (0, 0, 0)), pipeline: pipeline)
        }
        _ = try context.store.transaction { try $0.jobs.enqueue(arrivals, at: 1) }
        return Begun(
            context: context, queue: queue,
            reload: SettingsReload(
                SettingsSource(present) { try Settings.load(sources) }, context, mode: .watch, queue: queue,
                version: "", stop: StopRequest(), log: .silent, tell: { _ in }))
    }

    /// What the settings as they are now plan.
    private func planned() throws -> FolderPipelines {
        let settings = try Settings.load(
            SettingsSources(
                file: FilePath(file.path), environment: [:], folder: FilePath(fixtures.folder.path), executable: nil)
        ).settings
        return try FolderPipelines(settings)
    }

    /// Whatever would have a start refused is refused before the run ends.
    @Test(arguments: [
        (
            "watch", #"{"path": "photos/a", "detectors": [{"task": "barcodes"}], "output": {"formats": ["yolo"]}}"#,
            "yolo"
        ),
        ("watch", #"{"path": "out"}"#, "the folder of the results"),
        ("watch", #"{"path": "photos/b"}, {"path": "pipeline.json"}"#, "pipeline.json"),
        ("output", #""path": "pipeline.json/out""#, "cannot be made or written to"),
        ("output", #""path": "out", "originals": "photos""#, "in the folder of copies"),
        ("beside", #", "log": {"path": "pipeline.json"}"#, "no log of Quiver's"),
        ("beside", #", "log": {"path": "nowhere/quiver.log"}"#, "cannot write the log"),
    ])
    func whatAStartRefusesIsRefused(place: String, text: String, part: String) async throws {
        let begun = try begin()
        switch place {
        case "watch": try write(watch: text)
        case "output": try write(output: text)
        default: try write(beside: text)
        }
        for check in [true, false] {
            do {
                _ = try await begun.reload.reload(check: check, again: false)
                Issue.record("taken: \(text)")
            } catch {
                #expect(ControlError(error).message.contains(part), "\(error)")
            }
        }
        #expect(begun.reload.stop.cause == nil)
    }

    @Test func aLogIsOnlyLookedAt() async throws {
        let begun = try begin()
        try write(beside: #", "log": {"path": "new.log"}"#)
        #expect(try await begun.reload.reload(check: true, again: false).changes.map(\.key).contains("log.path"))
        #expect(!FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("new.log").path))
    }

    @Test(arguments: [
        #"{"path": "photos/b"}, {"path": "photos/a", "detectors": [{"task": "barcodes"}]}"#,
        #"{"path": "photos/c", "output": {"crops": true}}, \#(folders)"#,
        #"{"path": "photos/b"}"#,
    ])
    func foldersThatComeGoOrChangePlacesChangeNoResults(watch: String) async throws {
        try fixtures.add(1, in: "c")
        let begun = try begin()
        try write(watch: watch)
        let report = try await begun.reload.reload(check: false, again: false)
        #expect(report.isTaken && !report.changesResults && report.lines.last == "results stay what they are")
        #expect(try await begun.predecessors(of: planned()).isEmpty)
    }

    /// A folder is one, whatever name leads to it.
    @Test func aFolderBehindALinkIsComparedWithItself() async throws {
        let link = fixtures.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixtures.photos)
        let begun = try begin()
        try write(watch: Self.folders.replacingOccurrences(of: "photos/b", with: "link/b"), confidence: "0.5")
        #expect(try await begun.reload.reload(check: false, again: false).changesResults)
        let former = begun.context.pipelines.of(FilePath(fixtures.photos.path).resolvedPath.appending("b"))
        #expect(try await begun.predecessors(of: planned()) == [former.plan.pipeline])
    }

    /// The next program goes on with what was checked, whatever the file has become.
    @Test func whatWasTakenStaysTaken() async throws {
        let begun = try begin()
        let former = begun.context.pipelines.of(FilePath(fixtures.photos.path).resolvedPath.appending("b")).plan
            .pipeline
        try write(confidence: "0.5")
        let (first, content) = (try planned(), try Data(contentsOf: file))
        #expect(try await begun.reload.reload(check: false, again: false).isTaken)
        try write(confidence: "0.6")
        await #expect(throws: ControlError.self) { try await begun.reload.reload(check: false, again: false) }
        #expect(begun.reload.taken?.content == content)
        #expect(try await begun.predecessors(of: first) == [former])
    }

    /// A mistake, or a look, stands in no later one's way.
    @Test func onlyOneIsTaken() async throws {
        let begun = try begin()
        try write(confidence: "7")
        await #expect(throws: (any Error).self) { try await begun.reload.reload(check: false, again: false) }
        try write(confidence: "0.5")
        #expect(try await !begun.reload.reload(check: true, again: false).isTaken)
        #expect(begun.reload.taken == nil)
        async let one = try? begun.reload.reload(check: false, again: false)
        async let other = try? begun.reload.reload(check: false, again: false)
        let taken = [await one, await other].compactMap { $0?.isTaken }
        #expect(taken == [true])
    }

    @Test(arguments: [true, false]) func againWithNothingChangedIsRefused(check: Bool) async throws {
        let begun = try begin()
        do {
            _ = try await begun.reload.reload(check: check, again: true)
            Issue.record("taken")
        } catch let error as ControlError {
            #expect(error == ControlError.nothingAgain && error.message.contains("prune --again"))
        }
        #expect(try await begun.reload.reload(check: check, again: false).isEmpty)
        #expect(begun.reload.stop.cause == nil)
    }

    /// Killed at any moment, the next start of either settings finds its model in the mark.
    @Test func theMarkNamesTheModelsOfBoth() async throws {
        let begun = try begin()
        let other = fixtures.folder.appendingPathComponent("other.onnx")
        try FileManager.default.copyItem(atPath: RunFixtures.model, toPath: other.path)
        let handle = try FileHandle(forWritingTo: other)
        try handle.seekToEnd()
        // An empty text of the model's own description: another file with the same meaning.
        try handle.write(contentsOf: Data([0x32, 0x00]))
        try handle.close()
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacingOccurrences(of: RunFixtures.model, with: other.path).utf8).write(to: file)
        #expect(try await begun.reload.reload(check: false, again: false).changesResults)
        let marked = Set(ResultsOwner.mark(in: begun.context.output)?.models.map(\.sha256) ?? [])
        let both = begun.context.pipelines.modelsOfResults + (try planned().modelsOfResults)
        #expect(Set(both.map(\.sha256)).count == 2 && marked == Set(both.map(\.sha256)))
    }

    @Test func whatIsSaidEndsWhereResultsAreKept() {
        var report = ReloadReport(
            changes: [], changesFiles: false, changesResults: true, done: 2, again: false, isTaken: false)
        #expect(report.lines == ["2 photos are done and keep their results; --again has them processed again"])
        report.isTaken = true
        #expect(report.lines == ["2 photos are done and keep their results"])
    }
}

/// Which photos count as worked with the settings of today.
@Suite struct AdoptedResultsTests {
    private let folder: TemporaryFolder
    private let pipelines: FolderPipelines
    private let queue = QueueService(MemoryQueueStore())
    private let former = Fingerprint(head: 1, tail: (2, 3, 4))

    init() throws {
        folder = try TemporaryFolder()
        try Data(
            """
            {"watch": [{"path": "/in/a", "detectors": [{"task": "barcodes"}]}, {"path": "/in/b"}],
             "detectors": [{"name": "things", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: folder["pipeline.json"])
        let settings = try Settings.load(
            SettingsSources(
                file: FilePath(folder["pipeline.json"].path), environment: [:], folder: "/", executable: nil)
        ).settings
        var pipelines = try FolderPipelines(settings)
        pipelines.place(settings, at: settings.watch)
        self.pipelines = pipelines
    }

    /// A photo that is done with these settings.
    private func done(_ path: String, _ number: UInt64, with pipeline: Fingerprint) async throws -> JobID {
        let arrival = NewJob(
            place: Place(root: Array("/".utf8), path: Array(path.utf8)), output: Array("\(number).json".utf8),
            stamp: FileIdentity(device: 1, inode: number, size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: number, tail: (0, 0, 0)), pipeline: pipeline)
        let id = try await queue.enqueue([arrival], at: 1)[0].job
        let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
        let claim = try #require(
            try await queue.claim(ClaimRequest(limit: 1, owner: owner, pipelines: [pipeline]), at: 2).first)
        _ = try await queue.complete([(claim.id, .done([1]))], at: 3)
        return id
    }

    private func note(_ former: Fingerprint, standsFor present: Fingerprint?) async throws {
        _ = try await queue.perform { try $0.jobs.note(resultsOf: former, standFor: present) }
    }

    private func predecessors(of pipeline: Fingerprint) async throws -> [Fingerprint] {
        try await queue.look { try $0.jobs.predecessors(of: pipeline) }
    }

    private func adopt() async throws {
        try await AdoptedResults(queue: queue, pipelines: pipelines, now: { 9 }).adopt()
    }

    private var ofA: Fingerprint { pipelines.of("/in/a/1.jpg").plan.pipeline }
    private var ofB: Fingerprint { pipelines.of("/in/b/1.jpg").plan.pipeline }

    @Test func eachCountsForItsFolderAndOutsideAllNoneDoes() async throws {
        var ids: [JobID] = []
        for (number, path) in ["in/a/1.jpg", "in/b/1.jpg", "in/c/1.jpg"].enumerated() {
            ids.append(try await done(path, UInt64(number), with: former))
        }
        var gone: [JobID] = []
        for (number, path) in ["in/a/2.jpg", "in/b/2.jpg", "in/c/2.jpg"].enumerated() {
            gone.append(try await done(path, UInt64(number + 10), with: former))
        }
        _ = try await queue.change(.prune(JobFilter(ids: gone)), at: 8)
        try await note(former, standsFor: ofB)
        try await adopt()
        var now: [Fingerprint?] = []
        for id in ids { now.append(try await queue.job(id)?.pipeline) }
        #expect(now == [ofA, ofB, former])
        let forgotten = try await queue.look { try $0.jobs.forgotten(after: nil, limit: 9) }
        #expect(forgotten.map(\.pipeline) == [ofA, ofB, former])
        #expect(try await predecessors(of: ofB).isEmpty)
    }

    /// A reload whose settings were not used in the end, and a later start with those of before.
    @Test func aNoteOfTodaysSettingsIsStale() async throws {
        let id = try await done("in/b/1.jpg", 1, with: ofB)
        try await note(ofB, standsFor: former)
        try await adopt()
        #expect(try await predecessors(of: former).isEmpty)
        #expect(try await queue.job(id)?.pipeline == ofB)
    }

    @Test func foldersMaySwapTheirSettings() async throws {
        let inA = try await done("in/a/1.jpg", 1, with: ofB)
        let inB = try await done("in/b/1.jpg", 2, with: ofA)
        try await note(ofA, standsFor: ofB)
        try await note(ofB, standsFor: ofA)
        try await adopt()
        #expect(try await queue.job(inA)?.pipeline == ofA)
        #expect(try await queue.job(inB)?.pipeline == ofB)
        let notes = (try await predecessors(of: ofA), try await predecessors(of: ofB))
        #expect(notes.0.isEmpty && notes.1.isEmpty)
    }

    @Test(arguments: [
        ("/in/a/1.jpg", true), ("/in/a", true), ("/in/ab/1.jpg", false), ("/in", false), ("/", false),
    ])
    func onlyWatchedFoldersHoldPhotosWhereTheyDiffer(path: FilePath, isHeld: Bool) {
        #expect(pipelines.holds(path) == isHeld && pipelines.watches(path) == isHeld)
    }
}
