import Control
import Dispatch
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

extension SupervisorTests {
    /// A queue in memory with one photo, and a supervisor whose one worker is a shell script.
    struct Workshop {
        let temporary: TemporaryFolder
        let queue = QueueService(MemoryQueueStore())
        let job: JobID

        static let now: @Sendable () -> UnixMillis = { 1_000_000 }
        static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

        init() async throws {
            temporary = try TemporaryFolder()
            job = try await Self.add("a.jpg", to: queue, in: temporary)
        }

        /// Puts a real file into the queue.
        @discardableResult
        func add(_ name: String) async throws -> JobID { try await Self.add(name, to: queue, in: temporary) }

        private static func add(_ name: String, to queue: QueueService, in folder: TemporaryFolder) async throws
            -> JobID
        {
            try Data("photo \(name)".utf8).write(to: folder[name])
            var status = stat()
            try #require(stat(folder[name].path, &status) == 0)
            let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            let arrival = NewJob(
                place: Place(root: Array(folder.url.path.utf8), path: Array(name.utf8)),
                output: Array("\(name).json".utf8),
                stamp: FileIdentity(
                    device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                    mtimeNanoseconds: modified),
                content: Fingerprint(head: UInt64(status.st_ino), tail: (9, 9, 9)), pipeline: pipeline)
            return try #require(try await queue.enqueue([arrival], at: now()).first).job
        }

        /// Works the job with workers of the given script until it has ended; the script gets the plan's line first.
        ///
        /// - Parameter told: Hears what is said of pauses.
        func work(
            _ script: String, timeout: Duration = .seconds(600), program: FilePath = "/bin/sh",
            folders: PhotoFolders = PhotoFolders(), after: Settings.After = .keep,
            told: @escaping @Sendable (RunEvent) -> Void = { _ in },
            wall: @escaping @Sendable () -> UnixMillis = Clock.wall
        ) async throws -> Job {
            let clock = Mutex(Self.now())
            // A pause is over when somebody looks whether it is.
            let now: @Sendable () -> UnixMillis = {
                clock.withLock { time in
                    time += 2000
                    return time
                }
            }
            let output = FilePath(temporary.url.path).appending("out")
            let dispatcher = JobDispatcher(
                queue: queue, owner: Owner(host: "test", boot: "1", pid: 1, started: 1), pipelines: [Self.pipeline],
                end: .whenIdle, breaker: CircuitBreaker(now: now, onEvent: told), folders: folders, now: Self.now)
            let records = RecordBuilder(layout: OutputLayout(of: output), photoFiles: [RecordFile()], wall: wall)
            let publisher = Publisher(
                queue: queue, dispatcher: dispatcher, records: records,
                rules: Publisher.Rules(retries: 0, backoff: .zero, after: after),
                output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
                roots: RootCheck(roots: []), scores: nil, now: Self.now,
                onEvent: { _ in })
            var settings = Settings()
            settings.detectors[0].model = FilePath(RunFixtures.model)
            let slot = WorkerSlot(
                process: WorkerProcess(
                    executable: program, arguments: ["-c", script], patience: .milliseconds(200),
                    onTalk: { _, _ in }),
                pipelines: try FolderPipelines(settings),
                staging: StagingPlace(path: output.appending(".quiver-staging")),
                limits: WorkerSlot.Limits(photo: timeout, recycle: 10), dispatcher: dispatcher,
                finish: { await publisher.submit($0) })
            await dispatcher.intakeHasEnded()
            try await Supervisor(
                workers: WorkersService(
                    dispatcher: dispatcher, publisher: publisher, slots: [slot], grace: .seconds(1)),
                others: [LoopService { await folders.watch(onBack: { dispatcher.wake() }) }]
            ).run()
            return try #require(try await queue.job(job))
        }

        /// The record that lies in the output folder.
        func record() throws -> Record { try Record.decode(Data(contentsOf: temporary["out/a.jpg.json"])) }
    }
}
