import Control
import Foundation
import Results
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// A photo that is cancelled while a worker has it, or while its files are being placed.
@Suite(.timeLimit(.minutes(30))) struct CancelTests {
    /// A queue in memory that cancels everything before its `n`th transaction from now on.
    private final class CancellingStore: QueueStore {
        private let store = MemoryQueueStore()
        private let left = Mutex<Int?>(nil)

        func isDead(_ owner: Owner) -> Bool { store.isDead(owner) }

        func cancel(before number: Int) { left.withLock { $0 = number } }

        func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
            let isNow = left.withLock { left in
                left = left.map { $0 - 1 }
                return left == 0
            }
            if isNow {
                _ = try store.transaction { try $0.jobs.change(.cancel(JobFilter()), limit: 100, at: 5) }
            }
            return try store.transaction(body)
        }
    }

    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private static let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)

    private let temporary: TemporaryFolder
    private let store = CancellingStore()
    private let queue: QueueService
    private let output: FilePath
    private let dispatcher: JobDispatcher
    private let records: RecordBuilder
    /// Is notified of messages.
    private let added = ChangeSignal()

    init() async throws {
        temporary = try TemporaryFolder()
        queue = QueueService(store)
        let output = FilePath(temporary.url.path).appending("out")
        self.output = output
        dispatcher = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .never,
            breaker: CircuitBreaker(now: { 10 }, onEvent: { _ in }), now: { 10 })
        records = RecordBuilder(layout: OutputLayout(of: output), photoFiles: [RecordFile()])
        try Data("a photo".utf8).write(to: temporary["a.jpg"])
        var status = stat()
        try #require(stat(temporary["a.jpg"].path, &status) == 0)
        let arrival = NewJob(
            place: Place(root: Array(temporary.url.path.utf8), path: Array("a.jpg".utf8)),
            output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                mtimeNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)),
            content: Fingerprint(head: 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        _ = try await queue.enqueue([arrival], at: 1)
    }

    private func publisher(scores: FolderScores? = nil) -> Publisher {
        let place = FilePath(temporary["out/a.jpg.json"].path)
        let telling = Publisher.Telling(
            messages: { end in
                // A receiver finds the record.
                let isThere = FileManager.default.fileExists(atPath: place.string)
                return [
                    NewMessage(
                        hook: "hook", subject: .photo(end.claim.id), event: isThere ? "there" : "missing",
                        body: Array("{}".utf8))
                ]
            }, added: added)
        return Publisher(
            queue: queue, dispatcher: dispatcher, records: records,
            rules: Publisher.Rules(retries: 0, backoff: .zero, crashes: 1, after: .keep),
            output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
            roots: RootCheck(roots: []), scores: scores, telling: telling, now: { 10 }, onEvent: { _ in })
    }

    /// What hooks are told of.
    private func told() async throws -> [OutboxMessage] { try await queue.look { try $0.outbox.page(OutboxPage()) } }

    /// One transaction asks which claims hold; the next settles, after the files are in their places.
    @Test(arguments: [1, 2])
    func aCancelDuringPublishingLeavesTheRecordOfACancelledPhoto(before transaction: Int) async throws {
        let claim = try #require(
            try await queue.claim(ClaimRequest(limit: 1, owner: Self.owner, pipelines: [Self.pipeline]), at: 2).first)
        let staged = try AtomicFile.stage(Array("picture".utf8), for: output.appending("staged.jpg"))
        var answer = AnswerLine(claim: claim.id.description, ending: .done)
        answer.files.annotated = RawPathText(staged)
        let publisher = publisher()
        await publisher.submit(Completion(claim: claim, ending: .answered(answer)))
        await publisher.close()
        store.cancel(before: transaction)
        try await publisher.run()
        #expect(try await queue.job(claim.job)?.state == .cancelled)
        let left = try FileManager.default.contentsOfDirectory(atPath: output.string).filter { $0.contains("jpg") }
        if transaction == 1 {
            // Whoever cancels writes the record; nothing of the answer may be there.
            #expect(left.isEmpty)
        } else {
            #expect(left == ["a.jpg.json"])
            let record = try Record.decode(Data(contentsOf: temporary["out/a.jpg.json"]))
            #expect(record.state == .cancelled && record.outputs == nil)
        }
        #expect(try await told() == [], "no hook is told of a result that does not count")
        #expect(added.count == 0)
    }

    /// In the transaction that ends it, and once its record is on the disk.
    @Test func hooksAreToldOfAPhotoThatIsDone() async throws {
        let claim = try await work(Self.pipeline) { try answer(to: $0) }
        let told = try await told()
        #expect(told.map(\.subject) == [.photo(claim.id)] && told.map(\.event) == ["there"])
        #expect(told.map(\.made) == [10] && added.count == 1)
    }

    @Test func hooksAreToldOfAPhotoThatFailedForGood() async throws {
        let claim = try await work(Self.pipeline) { _ in .crashed(code: "worker-crashed", "it died") }
        #expect(try await queue.job(claim.job)?.state == .quarantined)
        #expect(try await told().map(\.subject) == [.photo(claim.id)])
    }

    @Test func noHookIsToldOfAPhotoThatWillBeTriedAgain() async throws {
        let claim = try await work(Self.pipeline) { _ in .released }
        #expect(try await queue.job(claim.job)?.state == .ready)
        #expect(try await told() == [])
    }

    /// The queue alone keeps what could not be written.
    @Test func noHookIsToldOfAResultThatIsNotOnTheDisk() async throws {
        let claim = try #require(
            try await queue.claim(ClaimRequest(limit: 1, owner: Self.owner, pipelines: [Self.pipeline]), at: 2).first)
        let end = records.end(
            of: Completion(claim: claim, ending: .crashed(code: "worker-crashed", "it died")),
            rules: Publisher.Rules(retries: 0, backoff: .zero, crashes: 1, after: .keep), at: 10)
        let message = NewMessage(hook: "h", subject: .photo(claim.id), event: "photo", body: [])
        #expect(end.record != nil)
        #expect(end.telling { _ in [message] }.messages == [message])
        #expect(end.withoutFiles().telling { _ in [message] }.messages == [])
        #expect(end.givenBack.telling { _ in [message] }.messages == [])
    }

    /// Claims the photo for a pipeline, and publishes what became of it.
    private func work(
        _ pipeline: Fingerprint, cancelling number: Int? = nil, _ ending: (Claim) throws -> Completion.Ending
    )
        async throws -> Claim
    {
        let claim = try #require(
            try await queue.claim(ClaimRequest(limit: 1, owner: Self.owner, pipelines: [pipeline]), at: 2).first)
        let publisher = publisher(scores: { _ in ScoreReadings(counting: Counting()) })
        await publisher.submit(Completion(claim: claim, ending: try ending(claim)))
        await publisher.close()
        if let number { store.cancel(before: number) }
        try await publisher.run()
        return claim
    }

    /// An answer with a picture.
    private func answer(to claim: Claim) throws -> Completion.Ending {
        let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: claim.content.description)
        var answer = AnswerLine(claim: claim.id.description, ending: .done)
        answer.files.annotated = RawPathText(try AtomicFile.stage(picture, for: output.appending("staged.jpg")))
        return .answered(answer)
    }

    /// The photo is done, and worked again with other settings.
    @Test(arguments: ["crashed", "gone", "cancelled before", "cancelled after its files were placed"])
    func aRerunWithoutAResultLeavesTheFormerOne(end: String) async throws {
        let done = try await work(Self.pipeline) { try answer(to: $0) }
        let first = try Data(contentsOf: temporary["out/a.jpg.json"])
        let job = try #require(try await queue.job(done.job))
        let other = Fingerprint(head: 2, tail: (2, 3, 4))
        let arrival = NewJob(
            place: job.place, output: job.output, stamp: job.stamp, content: job.content, pipeline: other)
        #expect(try await queue.enqueue([arrival], at: 3).first?.verdict == .replaced)
        switch end {
        case "crashed": _ = try await work(other) { _ in .crashed(code: "worker-crashed", "it died") }
        case "gone":
            try FileManager.default.removeItem(at: temporary["a.jpg"])
            _ = try await work(other) { .answered(AnswerLine(claim: $0.id.description, ending: .gone)) }
        case "cancelled before":
            _ = try await queue.change(.cancel(JobFilter()), at: 4)
        default: _ = try await work(other, cancelling: 2) { try answer(to: $0) }
        }
        #expect(try await queue.job(done.job)?.isCurrent == true)
        #expect(try await queue.overview().counts == [.done: 1])
        #expect(try Record.decode(Data(contentsOf: temporary["out/a.jpg.json"])) == Record.decode(first))
        #expect(FileManager.default.fileExists(atPath: temporary["out/a.jpg.annotated.jpg"].path))
        let sessions = try await queue.look { try $0.scores.allSessions() }
        let trouble = sessions.flatMap(\.rounds).flatMap(\.ends).compactMap(\.trouble)
        #expect(trouble.isEmpty, "the score of before stands")
        #expect(try await told().map(\.subject) == [.photo(done.id)], "what was told of before stands")
    }

    @Test func cancellingARunningPhotoEndsItsWorker() async throws {
        let running = RunningWorkers()
        let publisher = publisher()
        var settings = Settings()
        settings.detectors[0].model = FilePath(RunFixtures.model)
        let started = temporary["started"].path
        let slot = WorkerSlot(
            process: WorkerProcess(
                executable: "/bin/sh",
                arguments: [
                    "-c",
                    "read plan; echo '{\"greeting\":\"quiver worker\"}'; read job; echo @load; echo >'\(started)'; exec sleep 600",
                ], patience: .milliseconds(200), onTalk: { _, _ in }),
            pipelines: try FolderPipelines(settings), staging: StagingPlace(path: output.appending(".quiver-staging")),
            limits: WorkerSlot.Limits(photo: .seconds(600), recycle: 10), dispatcher: dispatcher, running: running,
            finish: { await publisher.submit($0) })
        let handler = CommandHandler(
            queue: queue, backfill: RecordBackfill(queue: queue, records: records, warn: { _ in }),
            endWorkers: { running.endWork(on: $0) }, pipeline: nil, now: { 11 },
            status: { nil })
        let supervisor = Supervisor(
            workers: WorkersService(
                dispatcher: dispatcher, publisher: publisher, slots: [slot], running: running, grace: .seconds(600)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await supervisor.run() }
            while !FileManager.default.fileExists(atPath: started) { try await Task.sleep(for: .milliseconds(10)) }
            #expect(await handler.answer(.cancel(JobChoice(states: ["running"]))) == .changed(1))
            // Ends only when the slot does, which waits for its worker.
            await dispatcher.stop()
            try await group.waitForAll()
        }
        let record = try Record.decode(Data(contentsOf: temporary["out/a.jpg.json"]))
        #expect(record.state == .cancelled)
    }

    @Test func aStopDoesNotWaitForAWorkerThatHasNotBegun() async throws {
        let running = RunningWorkers()
        let first = Flag()
        let late = Flag()
        let number = running.begin { first.raise() }
        running.endStarting()
        #expect(first.isRaised && running.end(number))
        #expect(running.end(running.begin { late.raise() }))
        #expect(late.isRaised)
    }

    @Test func aWorkerAtAnotherPhotoIsLeftAlone() {
        let running = RunningWorkers()
        let killed = Flag()
        let number = running.begin { killed.raise() }
        running.set(number, to: .photo(JobID(rawValue: 3)))
        running.endWork(on: [JobID(rawValue: 2)])
        running.endStarting()
        #expect(!killed.isRaised && !running.end(number))
    }
}
