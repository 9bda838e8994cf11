import Findings
import Foundation
import Results
import Scoring
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

/// Tables over the queue in memory, and photos that end in it.
struct TablesRun {
    let temporary: TemporaryFolder
    let queue: QueueService
    let changes = TableChanges()
    let tables: ResultTables
    let said: Words
    let breaker = CircuitBreaker(now: { 1000 }, onEvent: { _ in })

    static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    final class Words: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - before: The run whose queue and folder this one goes on with.
    ///   - isOverdue: Whether it was told to stop long ago.
    ///   - queue: This process's own way to the queue, where several work it.
    ///   - isMine: Whether this process is to write the tables.
    ///   - resign: Leaves that to others.
    ///   - pipelines: What the photos of the run's folders are processed with.
    ///   - selection: Which photos have a row in which table.
    init(
        _ formats: [OutputFormat] = [.csv, .jsonl], after before: TablesRun? = nil, isOverdue: Bool = false,
        queue own: QueueService? = nil, isMine: @escaping @Sendable () async throws -> Bool = { true },
        resign: (@Sendable () async throws -> Void)? = nil, pipelines: [Fingerprint] = [pipeline],
        selection: ResultTables.Selection? = nil
    ) throws {
        temporary = try before?.temporary ?? TemporaryFolder()
        queue = own ?? before?.queue ?? QueueService(MemoryQueueStore())
        let output = FilePath(temporary.url.path)
        let said = Words()
        self.said = said
        tables = ResultTables(
            ResultTables.Parts(
                queue: queue,
                records: RecordBuilder(layout: OutputLayout(of: output), photoFiles: []),
                formats: formats.compactMap(\.table), classes: { [] }, pipelines: pipelines,
                selection: selection, output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
                changes: changes, isMine: isMine, resign: resign, isOverdue: { isOverdue }, patience: .zero,
                onEvent: { event in
                    if case .warning(let text) = event { said.all.withLock { $0.append(text) } }
                }))
    }

    /// Works photos with these numbers; a stored record of nil is what cannot be read.
    func end(
        _ numbers: Range<Int>, stored: [UInt8]? = nil, with pipeline: Fingerprint = pipeline,
        isDone: @escaping (Int) -> Bool = { _ in true }
    ) async throws {
        _ = try await add(numbers, with: pipeline)
        try await work(numbers.count, stored: stored, with: pipeline, isDone: isDone)
    }

    private func work(
        _ count: Int, stored: [UInt8]? = nil, with pipeline: Fingerprint = pipeline,
        isDone: (Int) -> Bool = { _ in true }
    ) async throws {
        let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
        let claims = try await queue.claim(
            ClaimRequest(limit: count, owner: owner, pipelines: [pipeline]), at: 1)
        let endings = claims.map { claim -> (claim: ClaimID, outcome: Outcome) in
            let isDone = isDone(Int(claim.job.rawValue) - 1)
            let record = Record(
                timestamp: Timestamp(milliseconds: 1),
                source: Record.Source(path: claim.place.file, bytes: 3, sha256: nil),
                state: isDone ? .done : .failed, error: nil, attempts: 1)
            let line = stored ?? Array(record.line.utf8)
            let failure = JobFailure(code: "truncated", message: "it ends in the middle", fault: .input)
            return (claim.id, isDone ? .done(line) : .failed(failure, result: line))
        }
        // One transaction: each costs the queue in memory a copy of all that it holds.
        _ = try await queue.complete(endings, at: 2)
        for claim in claims { changes.end(claim.job) }
    }

    /// Puts photos with these numbers into the queue.
    func add(_ numbers: Range<Int>, with pipeline: Fingerprint = pipeline) async throws -> [JobID] {
        let arrivals = numbers.map { number in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).jpg.json".utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)), pipeline: pipeline)
        }
        return try await queue.enqueue(arrivals, at: 1).map(\.job)
    }

    /// The photos of both tables, which must be the same.
    func photos(in table: String = "results.csv") throws -> [String] {
        let csv = try String(contentsOf: temporary[table], encoding: .utf8).split(separator: "\r\n")
        let lines = try String(contentsOf: temporary["results.jsonl"], encoding: .utf8).split(separator: "\n")
        let records = try lines.map { try Record.decode(Array($0.utf8)).source.path }
        let cells = csv.dropFirst().map { String($0.prefix { $0 != "," }) }
        #expect(records == cells)
        return records
    }

    /// Puts failed photos with these numbers back and works them well.
    func retry(_ numbers: Range<Int>) async throws {
        let ids = numbers.map { JobID(rawValue: Int64($0) + 1) }
        _ = try await queue.change(.retry(JobFilter(ids: ids), pipeline: nil), limit: ids.count, at: 3)
        try await work(numbers.count)
    }

    func complete() async throws { _ = try await tables.complete(tripping: breaker) }

    func close() async throws { _ = try await tables.close(tripping: breaker) }

    func update() async throws { _ = try await tables.update(tripping: breaker) }
}
