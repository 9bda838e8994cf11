import Control
import Foundation
import Glibc
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
@testable import WorkerProtocol

/// Hosts that work one queue in memory, with the same photos and results; time passes as a test lets it.
struct SharedScene {
    static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    let temporary: TemporaryFolder
    let shared = SharedMemoryQueue()
    var output: FilePath { FilePath(temporary.url.path).appending("out") }

    init() throws {
        temporary = try TemporaryFolder()
        for folder in ["photos", "out"] {
            try FileManager.default.createDirectory(at: temporary[folder], withIntermediateDirectories: true)
        }
    }

    /// A host's way to the queue, where something else happens at one of its next transactions.
    final class Way: QueueStore {
        enum Moment: Sendable {
            case before, after
        }

        let store: SharedMemoryQueueStore
        private typealias Plan = (left: Int, moment: Moment, body: @Sendable () throws -> Void)
        private let plan = Mutex<Plan?>(nil)

        init(_ store: SharedMemoryQueueStore) { self.store = store }

        var shared: (any SharedQueue)? { store }

        func isDead(_ owner: Owner) -> Bool { store.isDead(owner) }

        func interrupt(_ moment: Moment, _ number: Int, _ body: @escaping @Sendable () throws -> Void) {
            plan.withLock { $0 = (number, moment, body) }
        }

        func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
            let now = plan.withLock { plan in
                plan?.left -= 1
                guard let found = plan, found.left == 0 else { return nil as Plan? }
                plan = nil
                return found
            }
            if let now, now.moment == .before { try now.body() }
            let answer = try store.transaction(body)
            if let now, now.moment == .after { try now.body() }
            return answer
        }
    }

    /// The parts of one host's supervisor; its publisher works one batch.
    struct Host: Sendable {
        let owner: Owner
        let way: Way
        let queue: QueueService
        let dispatcher: JobDispatcher
        let publisher: Publisher
        let sharing: SharedWork
        let running = RunningWorkers()
        let changes = TableChanges()
        let sheets = ChangeSignal()
        private let said = Said()

        private final class Said: Sendable {
            let all = Mutex<[String]>([])
        }

        var store: SharedMemoryQueueStore { way.store }

        /// What users were told.
        var warnings: [String] { said.all.withLock { $0 } }

        init(_ number: Int32, _ scene: SharedScene, of name: String, end: JobDispatcher.End, listens: Bool) {
            let owner = Owner(host: "host\(number)", boot: "b", pid: 7, started: 1, life: Int64(number))
            let way = Way(scene.shared.open(owner))
            let queue = QueueService(way)
            let (output, clock) = (scene.output, scene.shared)
            let now: @Sendable () -> UnixMillis = { clock.now }
            let roots = RunRoots([FilePath(scene.temporary[name].path)])
            let breaker = CircuitBreaker(
                now: now, rest: { _ in try await Task.sleep(for: .milliseconds(1)) }, onEvent: { _ in })
            let dispatcher = JobDispatcher(
                queue: queue, owner: owner, pipelines: [SharedScene.pipeline], end: end, breaker: breaker,
                lease: Lease(way.store), roots: roots, now: now)
            let records = RecordBuilder(
                layout: OutputLayout(of: output), photoFiles: [RecordFile()], wall: now)
            let check = OutputCheck(output: output, staging: output.appending(".quiver-staging"))
            let tell: @Sendable (RunEvent) -> Void = { [said] event in
                if case .warning(let text) = event { said.all.withLock { $0.append(text) } }
            }
            publisher = Publisher(
                queue: queue, dispatcher: dispatcher, records: records,
                rules: Publisher.Rules(retries: 0, backoff: .zero, after: .keep), output: check,
                roots: RootCheck(roots: []), scores: nil, now: now, onEvent: { _ in })
            sharing = SharedWork(
                SharedWork.Parts(
                    shared: way.store, store: way, name: "the queue", queue: queue, dispatcher: dispatcher,
                    running: running,
                    changes: changes, sheets: sheets, lost: publisher.lost,
                    backfill: RecordBackfill(queue: queue, records: records, warn: { _ in }),
                    work: { QueueMember.Work(workers: Int(number), version: "test") }, now: now, tell: tell,
                    sleep: { _ in try await Task.sleep(for: .milliseconds(5)) }))
            (self.owner, self.way, self.queue, self.dispatcher) = (owner, way, queue, dispatcher)
            if listens { sharing.begin() }
        }

        /// Stands still for longer than the lease, and goes on.
        func standStill(_ queue: SharedMemoryQueue) {
            store.freeze()
            queue.advance(by: .seconds(31))
            store.thaw()
        }

        /// A worker at a photo; returns what is raised when it is ended.
        func beginWorker(at job: JobID) -> Flag {
            let isEnded = Flag()
            running.set(running.begin { isEnded.raise() }, to: .photo(job))
            return isEnded
        }

        /// Publishes what became of a claim, and nothing after it.
        func publish(_ claim: Claim, _ ending: Completion.Ending) async throws {
            await publisher.submit(Completion(claim: claim, ending: ending))
            await publisher.close()
            try await publisher.run()
        }

        /// Works a photo in the queue alone, as far as it gets: the dead's jobs are freed, and one is claimed and ended.
        func workInQueue(_ queue: SharedMemoryQueue, ending record: Record?) throws {
            try store.transaction { transaction in
                _ = try transaction.jobs.reclaim(limit: 9, at: queue.now) { store.isDead($0) }
                let request = ClaimRequest(limit: 1, owner: owner, pipelines: [SharedScene.pipeline])
                let claims = try transaction.jobs.claim(request, at: queue.now)
                guard let record else { return }
                let ends = claims.map { (claim: $0.id, outcome: Outcome.done(Array(record.line.utf8))) }
                _ = try transaction.jobs.complete(ends, at: queue.now)
            }
        }
    }

    /// - Parameter name: The photo or folder that its run was told of.
    func host(
        _ number: Int32, of name: String = "photos", end: JobDispatcher.End = .never, listens: Bool = true
    ) -> Host {
        Host(number, self, of: name, end: end, listens: listens)
    }

    /// Puts a real file into the queue, as intake of a host does.
    @discardableResult
    func add(_ name: String, by host: Host, in root: String = "photos") async throws -> JobID {
        let file = temporary[root].appendingPathComponent(name)
        try FileManager.default.createDirectory(at: temporary[root], withIntermediateDirectories: true)
        try Data("photo \(root) \(name)".utf8).write(to: file)
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        let arrival = NewJob(
            place: Place(root: Array(temporary[root].path.utf8), path: Array(name.utf8)),
            output: Array("\(name).json".utf8),
            stamp: FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                mtimeNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)),
            content: Fingerprint(head: UInt64(status.st_ino), tail: (9, 9, 9)), pipeline: Self.pipeline)
        return try #require(try await host.queue.enqueue([arrival], at: shared.now).first).job
    }

    /// The record of a photo that another host has worked.
    func record(of claim: Claim, attempts: Int) -> Record {
        Record(
            timestamp: Timestamp(milliseconds: 77),
            source: Record.Source(
                path: claim.place.file, bytes: Int(claim.stamp.size), sha256: claim.content.description),
            state: .done, error: nil, attempts: attempts)
    }

    /// The record that lies among the results; nil where none does.
    func record(_ name: String) throws -> Record? {
        let file = temporary["out/\(name).json"]
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try Record.decode(Data(contentsOf: file))
    }
}
