import Control
import Foundation
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Settings
@testable import Supervisor

/// Forgetting a million photos holds up nothing: step by step, each of them kept.
@Suite struct PruneTests {
    private func photo(_ number: UInt64) -> NewJob {
        NewJob(
            place: Place(root: [47], path: Array("\(number).jpg".utf8)), output: [],
            stamp: FileIdentity(device: 1, inode: number, size: 1, mtimeNanoseconds: 1),
            content: Fingerprint(head: number, tail: (0, 0, 0)), pipeline: Fingerprint(head: 0, tail: (0, 0, 0)))
    }

    @Test func stepsAreSmallerWhereTheyTakeTooLong() {
        var batch = PruneBatch()
        #expect(batch.size == 10_000)
        batch.note(.seconds(2))
        batch.note(.milliseconds(1))
        batch.note(.seconds(2))
        #expect(batch.size == 10_000, "one alone says nothing")
        batch.note(.seconds(2))
        #expect(batch.size == 1000)
        batch.note(.milliseconds(1))
        #expect(batch.size == 1000)
    }

    @Test func aStepThatWasGivenUpIsTriedAgainForAWhile() {
        var batch = PruneBatch()
        let tries = (1...9).map { _ in batch.noteTimeout() }
        #expect(tries.prefix(6).allSatisfy { $0 } && !tries[6])
        #expect(batch.size == 1000)
    }

    @Test func oneRequestForgetsAtMostSoMany() async throws {
        let queue = QueueService(MemoryQueueStore())
        _ = try await queue.enqueue((1...5).map { photo($0) }, at: 1)
        _ = try await queue.change(.cancel(JobFilter()), at: 2)
        let handler = CommandHandler(queue: queue, backfill: nil, pipeline: nil, now: { 3 }, status: { nil })
        let choice = JobChoice(states: ["cancelled"])
        #expect(await handler.answer(.prune(choice, limit: 2)) == .changed(2))
        #expect(try await queue.overview()[.cancelled] == 3)
        #expect(await handler.answer(.prune(choice, limit: 4)) == .changed(3))
        for limit in [0, -1, PruneBatch.most + 1] {
            guard case .error(let error) = await handler.answer(.prune(choice, limit: limit)) else {
                Issue.record("\(limit) was taken")
                continue
            }
            #expect(error.code == "badRequest")
        }
    }

    /// The whole program: a photo that lies where it lay is not processed again, by whichever next run.
    @Test func aForgottenPhotoThatLiesThereIsNotProcessedAgain() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        #expect(try fixtures.run().status == 1)
        let before = try fixtures.records()["00000.jpg"]
        let prune = { (more: [String]) in
            try fixtures.program.start(["jobs", "prune", "--queue", fixtures.queue.path] + more).wait().output
        }
        #expect(try prune(["--state", "done", "--state", "failed"]).contains("3 forgotten"))
        #expect(try fixtures.counts().allSatisfy { $0.value == 0 })
        let again = try fixtures.run()
        #expect(again.status == 1, "it still knows that one failed: \(again.output)")
        #expect(try fixtures.counts().allSatisfy { $0.value == 0 })
        #expect(try fixtures.records()["00000.jpg"] == before)
        // Other content under the name is a photo of its own.
        try RunFixtures.photo(7).write(to: fixtures.photos.appendingPathComponent("00001.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("00001.jpg"))
        _ = try fixtures.run()
        #expect(try fixtures.counts().filter { $0.value > 0 } == ["done": 1])
        // What is forgotten for good is new.
        #expect(try prune(["--state", "done", "--again"]).contains("1 forgotten"))
        _ = try fixtures.run()
        #expect(try fixtures.counts().filter { $0.value > 0 } == ["done": 1])
        #expect(try fixtures.records()["00000.jpg"] == before)
    }

    @Test func aPhotoThatWasMovedAwayLeavesNothing() async throws {
        let queue = QueueService(MemoryQueueStore())
        _ = try await queue.enqueue((1...2).map { photo($0) }, at: 1)
        let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        let claims = try await queue.claim(
            ClaimRequest(limit: 2, owner: owner, pipelines: [Fingerprint(head: 0, tail: (0, 0, 0))]), at: 1)
        let records = [#"{"source":{"path":"/1.jpg","movedTo":"/done/1.jpg"}}"#, #"{"text":"\"movedTo\":"}"#]
        _ = try await queue.complete(zip(claims, records).map { ($0.id, .done(Array($1.utf8))) }, at: 2)
        let handler = CommandHandler(queue: queue, backfill: nil, pipeline: nil, now: { 3 }, status: { nil })
        #expect(await handler.answer(.prune(JobChoice(states: ["done"]))) == .changed(2))
        let left = try await queue.look { try $0.jobs.forgotten(after: nil, limit: 9) }
        #expect(left.map(\.job) == [claims[1].job])
    }

    /// What is left of a forgotten photo goes with its file, and not with a folder that is away.
    @Test func whatIsLeftOfAPhotoGoesWithItsFile() async throws {
        let temporary = try TemporaryFolder()
        let root = FilePath(temporary.url.resolvingSymlinksInPath().path)
        let queue = QueueService(MemoryQueueStore())
        let place = { (folder: FilePath, name: String) in Place(root: folder.rawBytes, path: Array(name.utf8)) }
        let arrivals = [(root, "kept.jpg"), (root, "gone.jpg"), (root.appending("away"), "x.jpg"), ("/other", "y.jpg")]
            .enumerated().map { number, file in
                var arrival = photo(UInt64(number))
                arrival.place = place(file.0, file.1)
                return arrival
            }
        try Data().write(to: temporary["kept.jpg"])
        _ = try await queue.enqueue(arrivals, at: 1)
        _ = try await queue.change(.cancel(JobFilter()), at: 2)
        _ = try await queue.change(.prune(JobFilter()), at: 3)
        let forgotten = ForgottenPhotos(
            queue: queue, folders: PhotoFolders(roots: RootCheck(roots: [root])),
            named: RunRoots([root, root.appending("away")]))
        #expect(try await forgotten.sweep() == 1)
        let left = try await queue.look { try $0.jobs.forgotten(after: nil, limit: 9) }
        #expect(left.map { String(decoding: $0.place.path, as: UTF8.self) } == ["kept.jpg", "x.jpg", "y.jpg"])
        #expect(try await forgotten.sweep() == 0)
    }

    @Test func manyAreForgottenInSteps() async throws {
        let temporary = try TemporaryFolder()
        var settings = Settings()
        settings.queue = .usual(in: FilePath(temporary.url.resolvingSymlinksInPath().path))
        do {
            let store = try QueueBackends.open(settings.queue, owner: .current())
            try store.transaction { transaction in
                _ = try transaction.jobs.enqueue((1...20_500).map { photo($0) }, at: 1)
                _ = try transaction.jobs.change(.cancel(JobFilter()), limit: 20_500, at: 2)
                _ = try transaction.jobs.enqueue([photo(30_000)], at: 3)
            }
        }
        let control = try QueueControl(settings)
        var told: [Int] = []
        let count = try await control.prune(JobChoice(states: ["cancelled"]), endedBefore: nil) { told.append($0) }
        #expect(count == 20_500)
        #expect(told.starts(with: [10_000, 20_000]), "\(told)")
        #expect(try control.read { try $0.overview() }.counts == [.ready: 1])
    }
}
