import Foundation
import Results
import TestSupport
import Testing

/// What changes under a run's feet: photos, folders, the queue itself.
@Suite struct RunChangesTests {
    private func start(_ fixtures: RunFixtures, _ extra: String...) throws -> RunningQuiver {
        try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model] + extra)
    }

    /// Whether the first photo has its record: seen at once, so that the others still wait.
    private func hasBegun(_ fixtures: RunFixtures) -> Bool {
        FileManager.default.fileExists(atPath: fixtures.output.appendingPathComponent("00000.jpg.json").path)
    }

    /// How many photos the queue knows.
    private func taken(_ fixtures: RunFixtures) throws -> Int {
        try hasBegun(fixtures) ? fixtures.counts().values.reduce(0, +) : 0
    }

    @Test func aPhotoThatIsReplacedBeforeItsTurnIsWorkedAsItIsThen() throws {
        let fixtures = try RunFixtures()
        let photos = try fixtures.add(300)
        let running = try start(fixtures, "--workers", "1")
        try running.wait { hasBegun(fixtures) }
        try RunFixtures.photo(777).write(to: photos[299])
        let ended = try running.wait()
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 300 && records.values.allSatisfy { $0.state == .done })
        #expect(records["00299.jpg"]?.source.bytes == Int(try RunFixtures.photo(777).count))
    }

    @Test func aPhotoThatIsDeletedBeforeItsTurnIsGone() throws {
        // Where the machine is so busy that the run was faster than this test, it is tried again.
        for attempt in 1...5 {
            let fixtures = try RunFixtures()
            let photos = try fixtures.add(300)
            let running = try start(fixtures, "--workers", "1")
            // A photo that goes before it is taken in is nobody's business.
            try running.wait { try taken(fixtures) == 300 }
            try FileManager.default.removeItem(at: photos[299])
            let last = fixtures.output.appendingPathComponent("00299.jpg.json").path
            let isTooLate = FileManager.default.fileExists(atPath: last)
            let ended = try running.wait()
            if isTooLate, attempt < 5 { continue }
            #expect(ended.status == 1, "\(ended.talk)")
            #expect(try fixtures.records()["00299.jpg"]?.state == .gone)
            return
        }
    }

    @Test func aQueueThatIsDeletedUnderARunEndsItAndTheNextOneDoesTheRest() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(200)
        let running = try start(fixtures, "--workers", "1")
        try running.wait { try !fixtures.records().isEmpty }
        for name in ["quiver.sqlite", "quiver.sqlite-wal", "quiver.sqlite-shm"] {
            try FileManager.default.removeItem(at: fixtures.output.appendingPathComponent(name))
        }
        let ended = try running.wait()
        #expect(ended.status == 2)
        #expect(ended.talk.contains("was deleted, moved or replaced while it was in use"), "\(ended.talk)")
        #expect(try fixtures.run().status == 0)
        #expect(try fixtures.records().count == 200)
    }

    @Test func whatAnEarlierRunLeftElsewhereWaitsUntilItsFolderIsNamed() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(80)
        let running = try start(fixtures, "--workers", "1")
        try running.wait { try !fixtures.records().isEmpty }
        kill(running.pid, SIGKILL)
        _ = try running.wait()
        // What was not yet taken in is not known to the queue, and is none of the next run's business.
        let counts = try fixtures.counts()
        let taken = counts.values.reduce(0, +)
        try #require(taken > (counts["done"] ?? 0), "everything was done before the kill")
        let elsewhere = fixtures.folder.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try RunFixtures.photo(900).write(to: elsewhere.appendingPathComponent("b.jpg"))
        // A copy of a photo that waits is worked all the same.
        try RunFixtures.photo(79).write(to: elsewhere.appendingPathComponent("copy.jpg"))
        let left = taken - (counts["done"] ?? 0)
        let ended = try fixtures.program.start([
            "run", elsewhere.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ]).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.output.contains("2 done") && !ended.output.contains("not finished"), "\(ended.output)")
        let said = "\(left) \(left == 1 ? "photo of other folders waits" : "photos of other folders wait"): name those"
        #expect(ended.output.contains(said), "\(ended.output)")
        #expect(try fixtures.counts()["done"] == taken - left + 2 && fixtures.counts()["waiting"] == left)
        // The folder is named again.
        let last = try fixtures.run()
        #expect(last.status == 0 && !last.output.contains("other folders"), "\(last.output)")
        let records = try fixtures.records()
        #expect(records.count == 82 && records.values.allSatisfy { $0.state == .done })
    }

    @Test func anOutputThatCannotBePlacedIsThatPhotosTroubleAlone() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(3)
        // A folder with something in it stands where the record belongs.
        let taken = fixtures.output.appendingPathComponent("00001.jpg.json/kept")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        try #"{"retry": {"attempts": 2, "backoff": "100ms"}}"#.write(
            to: fixtures.folder.appendingPathComponent("pipeline.json"), atomically: true, encoding: .utf8)
        let ended = try fixtures.run()
        #expect(ended.status == 1, "\(ended.talk)")
        #expect(ended.talk.contains("00001.jpg"))
        #expect(FileManager.default.fileExists(atPath: taken.path))
        let lines = try String(contentsOf: fixtures.output.appendingPathComponent("results.jsonl"), encoding: .utf8)
        let states = try lines.split(separator: "\n").map { try Record.decode(Data($0.utf8)).state }
        #expect(states.count { $0 == .done } == 2 && states.count { $0 == .failed } == 1)
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test(arguments: ["--annotate", "--no-annotate"])
    func aFileWhereAFolderOfResultsBelongsEndsNoRun(annotate: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        try fixtures.add(2, in: "day", from: 2)
        try FileManager.default.createDirectory(at: fixtures.output, withIntermediateDirectories: true)
        try Data("kept".utf8).write(to: fixtures.output.appendingPathComponent("day"))
        try #"{"retry": {"attempts": 2, "backoff": "100ms"}}"#.write(
            to: fixtures.folder.appendingPathComponent("pipeline.json"), atomically: true, encoding: .utf8)
        let running = try start(fixtures, annotate)
        defer { running.process.terminate() }
        try running.wait { !running.process.isRunning }
        let ended = try running.wait()
        #expect(ended.status == 1, "\(ended.talk)")
        #expect(try Data(contentsOf: fixtures.output.appendingPathComponent("day")) == Data("kept".utf8))
        #expect(try fixtures.records().count == 2)
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test func aModelThatIsReplacedUnderARunIsNotUsedUnderTheOldOnesName() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(60)
        let model = fixtures.folder.appendingPathComponent("model.onnx")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: RunFixtures.model), to: model)
        try #"{"workers": {"count": 1, "recycle": 5}}"#.write(
            to: fixtures.folder.appendingPathComponent("pipeline.json"), atomically: true, encoding: .utf8)
        let running = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", model.path,
        ])
        try running.wait { try !fixtures.records().isEmpty }
        var other = try Data(contentsOf: model)
        // A field that no reader knows is a different file and the same network.
        other.append(contentsOf: [0xF8, 0x7F, 0x01])
        try other.write(to: model)
        let ended = try running.wait()
        #expect(ended.status == 2)
        #expect(ended.talk.contains("was replaced while Quiver ran"), "\(ended.talk)")
        #expect(Set(try fixtures.records().values.compactMap { $0.photo.models.first?.sha256 }).count == 1)
    }
}
