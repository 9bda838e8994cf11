import Control
import Foundation
import Glibc
import Results
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake
@testable import Supervisor

/// Twelve photos of two folders are registered, worked, met again, replaced, cancelled and deleted, over a queue of which
/// each transaction fails once: nothing is lost, doubled or deleted, and each photo has its record under a name of its own.
@Suite(.timeLimit(.minutes(30))) struct FaultyFeedingTests {
    @Test(arguments: FaultyQueueStore.Moment.allCases)
    func nothingIsLostDoubledOrDeletedWhicheverTransactionFails(at moment: FaultyQueueStore.Moment) async throws {
        let whole = try await feed(over: FaultyQueueStore(MemoryQueueStore(), failing: 1_000_000, at: .begin))
        #expect(!whole.hasFailed && whole.troubles.isEmpty, "\(whole.troubles)")
        // A photo that was replaced is in the history of its folder.
        #expect(whole.jobs.count == 2 * (FaultyFeeding.count + 1) && whole.files.count == 2 * FaultyFeeding.count)
        var (number, hasFailed) = (0, true)
        while hasFailed {
            number += 1
            let store = FaultyQueueStore(MemoryQueueStore(), failing: number, at: moment)
            var left = try await feed(over: store)
            hasFailed = left.hasFailed
            left.hasFailed = false
            #expect(left == whole, "transaction \(number)")
        }
        #expect(number > 4 * FaultyFeeding.count)
    }

    /// What is left when all is done; the same whatever has failed.
    private struct Left: Equatable {
        var hasFailed: Bool
        /// Every job, history too.
        var jobs: [String]
        /// The state that each file of a record says, by the file's name.
        var files: [String: Record.State]
        /// What the run has counted, folder by folder.
        var counts: [[Int]]
        /// What is not as it should be whatever has happened.
        var troubles: [String]
    }

    private func feed(over store: FaultyQueueStore) async throws -> Left {
        let temporary = try TemporaryFolder()
        let said = FaultyFeeding.Said()
        let breaker = CircuitBreaker(now: said.now, rest: { said.pass($0) }, onEvent: said.take)
        let queue = QueueService(store, patience: breaker)
        var counts: [[Int]] = []
        for name in ["a", "b"] {
            let feeding = try FaultyFeeding(name, in: temporary, queue: queue, breaker: breaker, said: said)
            try await feeding.live()
            let tally = feeding.bridge.tally
            counts.append([tally.new, tally.knownDone, tally.previouslyFailed, tally.replaced, tally.restored])
        }
        // What is looked at now counts as transactions too.
        let hasFailed = store.hasFailed
        let found = try records(in: temporary["out"])
        var troubles = said.warnings
        var everything = JobFilter()
        everything.age = .any
        let jobs = try await queue.page(PageRequest(everything, limit: 1000))
        for job in jobs where job.isCurrent {
            let name = String(decoding: job.output, as: UTF8.self)
            let stored = try await queue.result(of: job.id).map { try Record.decode($0) }
            if stored == nil || stored != found[name] { troubles.append("\(name) is not what the queue holds") }
            if stored?.source.filePath != job.place.file { troubles.append("\(name) is another photo's") }
        }
        return Left(
            hasFailed: hasFailed,
            jobs: jobs.map { job in
                let root = job.place.root.suffix(1) + [UInt8(ascii: "/")] + job.place.path
                return "\(String(decoding: root, as: UTF8.self)) \(job.state) \(job.isCurrent) "
                    + "\(job.progress.attempts) \(String(decoding: job.output, as: UTF8.self))"
            }.sorted(), files: found.mapValues(\.state), counts: counts, troubles: troubles)
    }

    /// The records below a folder by their names; a file of another kind shows as an error.
    private func records(in output: URL) throws -> [String: Record] {
        let names = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        return try names.reduce(into: [:]) { records, name in
            let file = output.appendingPathComponent(name)
            guard try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else { return }
            records[name] = try Record.decode(Data(contentsOf: file))
        }
    }
}

/// The way of six photos of one folder, with all that happens to photos beside their work.
private struct FaultyFeeding {
    static let count = 6
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    let bridge: IntakeBridge
    private let name: String
    private let temporary: TemporaryFolder
    private let queue: QueueService
    private let said: Said
    private let backfill: RecordBackfill
    private let vanished: VanishedPhotos
    /// Where intake's calls block, as in a run.
    private let lane = BlockingLane("intake")

    /// Warnings, and a clock that only pauses move.
    final class Said: Sendable {
        private let told = Mutex<[String]>([])
        private let time = Mutex<UnixMillis>(1_000_000)

        var warnings: [String] { told.withLock { $0 } }
        func now() -> UnixMillis { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += UnixMillis(duration / .milliseconds(1)) } }
        func take(_ event: RunEvent) { if case .warning(let text) = event { told.withLock { $0.append(text) } } }
    }

    init(
        _ name: String, in temporary: TemporaryFolder, queue: QueueService, breaker: CircuitBreaker, said: Said
    ) throws {
        for folder in [name, "out"] {
            try FileManager.default.createDirectory(at: temporary[folder], withIntermediateDirectories: true)
        }
        let (root, output) = (FilePath(temporary[name].path), FilePath(temporary["out"].path))
        // Each folder is a run's only one: the second meets the names of the first.
        let layout = try OutputLayout(output: output, roots: [OutputLayout.Root(root, isFolder: true)])
        let records = RecordBuilder(layout: layout, photoFiles: [RecordFile()], wall: { 7000 })
        let backfill = RecordBackfill(
            queue: queue, records: records,
            within: .init(
                output: OutputCheck(output: output, staging: output.appending(".quiver-staging")), breaker: breaker),
            warn: { said.take(.warning($0)) })
        let roots = RootCheck(roots: [root])
        let folders = PhotoFolders(roots: roots, now: said.now, onEvent: said.take)
        bridge = IntakeBridge(
            queue: queue, pipeline: { _ in Self.pipeline },
            dispatcher: JobDispatcher(
                queue: queue, owner: Owner.current(), pipelines: [Self.pipeline], end: .never, breaker: breaker,
                folders: folders, now: said.now),
            moves: { _ in false }, roots: roots, log: .silent,
            moved: MovedPhotos(queue: queue, records: records, disk: BlockingLane("moved")), backfill: backfill,
            changes: TableChanges(), names: { records.choice.record(for: $0) }, now: said.now, onEvent: said.take)
        vanished = VanishedPhotos(
            queue: queue, folders: folders, named: RunRoots([root]), pipelines: [Self.pipeline], backfill: backfill,
            now: said.now)
        (self.name, self.temporary, self.queue, self.said, self.backfill) = (name, temporary, queue, said, backfill)
    }

    /// Everything that may happen to photos but their pictures.
    func live() async throws {
        for number in 0..<Self.count { try write(number, "a photo") }
        // The last one of the second folder is a copy.
        try Data("the same content in both folders".utf8).write(to: file(Self.count - 1))
        try await meet(0..<Self.count)
        try await work(changing: [0, 1])
        try FileManager.default.removeItem(at: file(0))
        // One has gone, and the other waits.
        #expect(try await vanished.end() == 1)
        _ = try await queue.change(.cancel(JobFilter(states: [.waiting])), at: said.now())
        try await backfill.writeMissing()
        // Their files are written when they are met again.
        try await meet(1..<Self.count)
        try write(0, "a photo that came back")
        try write(3, "another photo")
        try await meet(0..<Self.count)
        try await work(changing: [])
        for number in [0, 3] { try FileManager.default.removeItem(at: try await record(of: number)) }
        try await meet(0..<Self.count)
    }

    private func file(_ number: Int) -> URL { temporary["\(name)/\(number).jpg"] }

    private func write(_ number: Int, _ what: String) throws {
        try Data("\(what): \(name), \(number)".utf8).write(to: file(number))
    }

    private func record(of number: Int) async throws -> URL {
        let known = try await queue.knownFiles(at: [Place(try candidate(number))])
        let output = try #require(known.first??.output)
        return temporary["out/\(String(decoding: output, as: UTF8.self))"]
    }

    /// What intake does with the files that it finds.
    private func meet(_ numbers: Range<Int>) async throws {
        let (handlers, found) = (bridge.ports, try numbers.map(candidate))
        let known = try await lane.perform { try handlers.isKnown(found) }
        let unknown = zip(found, known).filter { !$0.1 }.map(\.0)
        let (unreadable, whole) = (
            unknown.filter { $0.relative == Self.unreadable }, unknown.filter { $0.relative != Self.unreadable }
        )
        let arrivals = try whole.map {
            $0.whole(sha256: SHA256.hash(Array(try Data(contentsOf: URL(fileURLWithPath: $0.path.string)))))
        }
        try await lane.perform {
            if !arrivals.isEmpty { try handlers.take(arrivals) }
            if !unreadable.isEmpty {
                try handlers.block(
                    unreadable.map { UnreadableFile(file: $0, error: IntakeError(.permission, "may not be read")) })
            }
        }
    }

    /// A photo whose content is never known.
    private static let unreadable = Array("2.jpg".utf8)

    private func candidate(_ number: Int) throws -> Arrival {
        let path = file(number).path
        var status = stat()
        try #require(stat(path, &status) == 0)
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
        return Arrival(
            at: RootedPath(root: 0, relative: Array("\(number).jpg".utf8)), path: FilePath(path),
            identity: FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                mtimeNanoseconds: nanoseconds(status.st_mtim), ctimeNanoseconds: nanoseconds(status.st_ctim)))
    }

    /// Ends every job that is ready, and leaves the files of the records to those who meet the photos again.
    ///
    /// - Parameter changing: Photos that were changed under the worker's hands.
    private func work(changing changed: Set<Int>) async throws {
        let changed = Set(changed.map { Array("\($0).jpg".utf8) })
        let request = ClaimRequest(limit: 4, owner: Owner.current(), pipelines: [Self.pipeline])
        while true {
            let claims = try await queue.claim(request, at: said.now())
            guard !claims.isEmpty else { return }
            let endings = claims.map { claim in
                (claim: claim.id, outcome: changed.contains(claim.place.path) ? .changed : Self.end(of: claim))
            }
            #expect(!(try await queue.complete(endings, at: said.now())).contains(.lost))
        }
    }

    private static func end(of claim: Claim) -> Outcome {
        let isReadable = claim.place.path != unreadable
        let failure = Record.Failure(code: "unreadable", message: "It may not be read.", fault: .environment)
        let record = Record(
            timestamp: Timestamp(milliseconds: 7000),
            source: Record.Source(
                path: claim.place.file, bytes: Int(claim.stamp.size),
                sha256: isReadable ? claim.content.description : nil, duplicateOf: claim.duplicate?.place.file),
            state: isReadable ? .done : .failed, error: isReadable ? nil : failure, attempts: claim.progress.attempts)
        let line = Array(record.line.utf8)
        return isReadable ? .done(line) : .failed(JobFailure(failure), result: line)
    }
}
