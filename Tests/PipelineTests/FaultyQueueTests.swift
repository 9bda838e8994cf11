import Control
import Findings
import Foundation
import Results
import Scoring
import Storage
import StorageSQLite
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// Twelve photos, annotated and scored, over a queue of which each transaction fails once: nothing is lost or doubled.
@Suite(.timeLimit(.minutes(30))) struct FaultyQueueTests {
    @Test(arguments: FaultyQueueStore.Moment.allCases, [1, 3])
    func nothingIsLostWhicheverTransactionFails(at moment: FaultyQueueStore.Moment, faults: Int) async throws {
        let book = try await undisturbed()
        var (number, hasFailed) = (0, true)
        while hasFailed {
            number += 1
            let store = FaultyQueueStore(MemoryQueueStore(), failing: number, count: faults, at: moment)
            let left = try await work(over: store, "transaction \(number)")
            #expect(left.book == book, "transaction \(number)")
            hasFailed = left.hasFailed
        }
        #expect(number > FaultyRun.count / 2)
    }

    @Test(arguments: FaultyQueueStore.Moment.allCases)
    func theSameOnADisk(at moment: FaultyQueueStore.Moment) async throws {
        let book = try await undisturbed()
        var (number, hasFailed) = (0, true)
        while hasFailed {
            number += 1
            let temporary = try TemporaryFolder()
            let sqlite = try SQLiteQueueStore(
                path: temporary["quiver.sqlite"].path, owner: FaultyRun.owner, at: 1)
            let store = FaultyQueueStore(sqlite, failing: number, at: moment)
            let left = try await work(over: store, "transaction \(number)")
            #expect(left.book == book, "transaction \(number)")
            hasFailed = left.hasFailed
        }
    }

    /// The score book of a run without a fault.
    private func undisturbed() async throws -> [Session] {
        let store = FaultyQueueStore(MemoryQueueStore(), failing: 1_000_000, at: .begin)
        let left = try await work(over: store, "without a fault")
        #expect(!left.hasFailed && left.book.count == 1)
        return left.book
    }

    /// Works all photos, looks at everything that is left, and says whether a transaction has failed and what the score book holds.
    private func work(over store: FaultyQueueStore, _ what: Comment) async throws -> (hasFailed: Bool, book: [Session])
    {
        let run = try FaultyRun(store)
        try await run.work()
        // What is looked at now counts as transactions too.
        let hasFailed = store.hasFailed
        var everything = JobFilter()
        everything.age = .any
        let all = everything
        let jobs = try await run.queue.page(PageRequest(all, limit: 100))
        #expect(jobs.count == FaultyRun.count && jobs.allSatisfy { $0.state == .done && $0.isCurrent }, what)
        #expect(jobs.allSatisfy { $0.progress.attempts == 1 && $0.progress.retries == 0 }, what)
        for job in jobs {
            let line = try #require(try await run.queue.result(of: job.id), what)
            let stored = try Record.decode(line)
            let written = try Record.decode(
                Data(contentsOf: run.temporary["out/\(String(decoding: job.output, as: UTF8.self))"]))
            #expect(stored == written && written.state == .done && written.photo.arrows.count == 1, what)
            let picture = try #require(written.outputs?.annotated, what)
            #expect(FileManager.default.fileExists(atPath: run.temporary["out/\(picture)"].path), what)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: run.temporary["out"].path)
        #expect(files.filter { !$0.hasPrefix(".") }.count == 2 * FaultyRun.count, what)
        #expect(!files.contains { $0.hasSuffix(".tmp") }, what)
        let ended = run.said.withLock {
            $0.compactMap { if case .ended(let record) = $0 { record.source.path } else { nil } }
        }
        #expect(ended.count == FaultyRun.count && Set(ended).count == FaultyRun.count, what)
        #expect(!run.said.withLock { $0.contains { if case .warning = $0 { true } else { false } } }, what)
        let told = try await run.queue.look { try $0.outbox.page(OutboxPage()) }
        for hook in ["x", "y"] {
            let subjects = told.filter { $0.hook == hook }.compactMap(\.subject.job)
            #expect(subjects.count == FaultyRun.count && Set(subjects) == Set(jobs.map(\.id)), what)
        }
        let sessions = try await run.queue.look { try $0.scores.allSessions() }
        return (hasFailed, sessions)
    }
}

/// A run whose workers answer at once, each photo with a picture and an arrow; two photos are copies of others.
private struct FaultyRun {
    /// In three batches; with more of them it takes the square of the time, and shows the same.
    static let count = 12
    static let owner = Owner.current()
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    let temporary: TemporaryFolder
    let queue: QueueService
    let said = Said()
    private let dispatcher: JobDispatcher
    private let publisher: Publisher
    private let output: FilePath

    /// Events, and a clock that only pauses move.
    final class Said: Sendable {
        private let events = Mutex<[RunEvent]>([])
        let time = Mutex<UnixMillis>(1_000_000)

        func withLock<T>(_ body: ([RunEvent]) -> T) -> T { events.withLock { body($0) } }
        func take(_ event: RunEvent) { events.withLock { $0.append(event) } }
        func now() -> UnixMillis { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += UnixMillis(duration / .milliseconds(1)) } }
    }

    init(_ store: any QueueStore) throws {
        temporary = try TemporaryFolder()
        let output = FilePath(temporary.url.path).appending("out")
        self.output = output
        let said = said
        let breaker = CircuitBreaker(now: said.now, rest: { said.pass($0) }, onEvent: said.take)
        queue = QueueService(store, patience: breaker)
        dispatcher = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .whenIdle, breaker: breaker,
            now: said.now,
            sleep: { said.pass($0) })
        let records = RecordBuilder(layout: OutputLayout(of: output), photoFiles: [RecordFile()])
        publisher = Publisher(
            queue: queue, dispatcher: dispatcher, records: records,
            rules: Publisher.Rules(retries: 2, backoff: .seconds(1), after: .keep),
            output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
            roots: RootCheck(roots: []), scores: { _ in ScoreReadings(counting: Counting()) },
            telling: Publisher.Telling(
                messages: { end in
                    ["x", "y"].map {
                        NewMessage(hook: $0, subject: .photo(end.claim.id), event: "photo", body: Array("{}".utf8))
                    }
                }, added: ChangeSignal()), now: said.now,
            onEvent: said.take)
    }

    func work() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await publisher.run() }
            group.addTask {
                try await withThrowingTaskGroup(of: Void.self) { slots in
                    for _ in 0..<2 { slots.addTask { try await serve() } }
                    try await slots.waitForAll()
                }
                await publisher.close()
            }
            for first in stride(from: 0, to: Self.count, by: 4) {
                _ = try await queue.enqueue((first..<first + 4).map(photo), at: said.now())
                dispatcher.wake()
            }
            await dispatcher.intakeHasEnded()
            try await group.waitForAll()
        }
    }

    private func photo(_ number: Int) -> NewJob {
        // The last two have the content of the first two.
        let content = UInt64(number % (Self.count - 2) + 1)
        return NewJob(
            place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
            output: Array("\(number).jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: content, tail: (9, 9, 9)), pipeline: Self.pipeline)
    }

    private func serve() async throws {
        while let claim = try await dispatcher.next() {
            if let echo = claim.duplicate {
                await publisher.submit(Completion(claim: claim, ending: .duplicate(echo)))
                continue
            }
            let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: claim.content.description)
            var answer = AnswerLine(claim: claim.id.description, ending: .done)
            answer.files.annotated = RawPathText(
                try AtomicFile.stage(picture, for: output.appending(".quiver-staging/picture.jpg")))
            answer.photo.arrows = [Self.arrow]
            await publisher.submit(Completion(claim: claim, ending: .answered(answer)))
        }
    }

    private static let arrow = DetectedArrow(
        id: 1, face: 0, normalizedX: 0.1, normalizedY: 0, pixelX: 100, pixelY: 200, distanceFromCenter: 0.1,
        clockPositionDeg: 90, confidence: 1, boundingBox: Box(x: 1, y: 2, width: 3, height: 4), kind: .arrow,
        nock: nil, score: 9, isX: false, distanceMm: 61, distanceToLine: 0, reviewReasons: [], source: .model)
}
