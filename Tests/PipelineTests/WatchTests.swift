import Control
import Foundation
import Results
import SystemPackage
import SystemValues
import TestSupport
import Testing

@Suite struct WatchTests {
    private func watch(_ fixtures: RunFixtures, rescan: String = "5m") throws -> RunningQuiver {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"watch": [{"path": "photos", "settle": "200ms"}], "output": {"path": "out"}, "queue": "out/quiver.sqlite",
             "intake": {"rescan": "\(rescan)"}, "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: config)
        return try fixtures.program.start(["watch", "--config", config.path])
    }

    private func stop(_ running: RunningQuiver) throws {
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }

    @Test func photosAreWorkedHoweverTheyArrive() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let running = try watch(fixtures)
        try running.wait { try fixtures.records().count == 1 }

        // Written straight into the folder, into new folders inside new folders, and moved in as a tree.
        try fixtures.add(3, from: 1)
        try fixtures.add(2, in: "new/deeper", from: 4)
        let outside = fixtures.folder.appendingPathComponent("outside/tree")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        for number in 6..<9 {
            try RunFixtures.photo(number).write(to: outside.appendingPathComponent("\(number).jpg"))
        }
        try FileManager.default.moveItem(
            at: outside, to: fixtures.photos.appendingPathComponent("moved"))
        try running.wait { try fixtures.records().count == 9 }
        try stop(running)
        #expect(try fixtures.records().values.allSatisfy { $0.state == .done && $0.attempts == 1 })
    }

    @Test func aFolderThatIsNotThereAtTheStartIsWaitedForAndTheOthersAreWatched() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let late = fixtures.folder.appendingPathComponent("late")
        let running = try fixtures.program.start([
            "watch", late.path, fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ])
        try running.wait { try fixtures.records().count == 1 }
        try fixtures.add(1, in: "../late", from: 7)
        try running.wait { try fixtures.records().count == 2 }
        running.process.terminate()
        let ended = try running.wait()
        #expect(ended.status == 0)
        #expect(ended.talk.components(separatedBy: "is not there: make the folder or mount its share").count == 2)
        #expect(try Set(fixtures.records().keys) == ["photos/00000.jpg", "late/00007.jpg"])
    }

    @Test func aFileThatIsCopiedSlowlyIsWorkedOnceAndWhole() throws {
        let fixtures = try RunFixtures()
        let running = try watch(fixtures)
        let photo = try RunFixtures.photo(1)
        let target = fixtures.photos.appendingPathComponent("slow.jpg")
        try Data().write(to: target)
        let handle = try FileHandle(forWritingTo: target)
        for part in 0..<8 {
            let size = photo.count / 8 + 1
            try handle.write(contentsOf: photo.dropFirst(part * size).prefix(size))
            // The pause is what is tested: the file is incomplete and at rest for longer than the settle time.
            poll(nil, 0, 300)
        }
        try handle.close()
        try running.wait { try !fixtures.records().isEmpty }
        try stop(running)
        let record = try #require(try fixtures.records()["slow.jpg"])
        #expect(record.state == .done && record.attempts == 1)
        #expect(record.source.bytes == photo.count)
    }

    @Test func manyAtOnceAreEachWorkedExactlyOnce() throws {
        let fixtures = try RunFixtures()
        let count = 300
        let running = try watch(fixtures)
        try fixtures.add(count)
        try running.wait { try fixtures.records().count == count }
        try stop(running)
        #expect(try fixtures.records().values.allSatisfy { $0.state == .done && $0.attempts == 1 })
    }

    /// No event tells of a time that was set: the worker finds out, and the photo is taken again without a search.
    @Test func aPhotoWhoseTimeIsSetAfterItWasTakenIsWorkedSoon() throws {
        let fixtures = try RunFixtures()
        let queue = QueueLocation.file(FilePath(fixtures.queue.path))
        try fixtures.add(1)
        let running = try watch(fixtures, rescan: "24h")
        try running.wait { try fixtures.records().count == 1 }
        _ = try #require(try ControlClient.ask(.pause, queue: queue))
        let photo = try fixtures.add(1, from: 1)[0]
        try running.wait { try fixtures.counts()["ready"] == 1 }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: photo.path)
        _ = try #require(try ControlClient.ask(.resume, queue: queue))
        try running.wait { try fixtures.records()["00001.jpg"]?.state == .done }
        try stop(running)
        #expect(try fixtures.records()["00001.jpg"]?.attempts == 1)
    }

    @Test func aPhotoThatGoesWhileItIsWaitedForIsGone() throws {
        let fixtures = try RunFixtures()
        let queue = QueueLocation.file(FilePath(fixtures.queue.path))
        try fixtures.add(1)
        let running = try watch(fixtures, rescan: "1s")
        try running.wait { try fixtures.records().count == 1 }
        _ = try #require(try ControlClient.ask(.pause, queue: queue))
        let photo = try fixtures.add(1, from: 1)[0]
        try running.wait { try fixtures.counts()["ready"] == 1 }
        // No photo, and yet the name is not free: the job waits for what will come there.
        try FileManager.default.removeItem(at: photo)
        #expect(mkfifo(photo.path, 0o600) == 0)
        _ = try #require(try ControlClient.ask(.resume, queue: queue))
        try running.wait { try fixtures.counts()["waiting"] == 1 }
        try FileManager.default.removeItem(at: photo)
        try running.wait { try fixtures.records()["00001.jpg"]?.state == .gone }
        try stop(running)
    }

    @Test func aPhotoThatIsReplacedIsWorkedAgain() throws {
        let fixtures = try RunFixtures()
        let photo = try fixtures.add(1)[0]
        let running = try watch(fixtures)
        try running.wait { try fixtures.records().count == 1 }
        let first = try #require(try fixtures.records()["00000.jpg"]).source.sha256
        try RunFixtures.photo(77).write(to: photo)
        // The earlier photo keeps its record, and the new one of its name gets one of its own.
        try running.wait { try fixtures.records()["00000-2.jpg"] != nil }
        try stop(running)
        let records = try fixtures.records()
        #expect(records["00000.jpg"]?.source.sha256 == first && records["00000-2.jpg"]?.source.sha256 != first)
    }
}
