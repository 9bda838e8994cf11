import Control
import Dispatch
import JobQueue
import QueueStorage
import Results
import SystemPackage

/// Writes the run's tables, such as `results.csv`, from what the queue holds.
///
/// At the end, and at first, they are written whole from the database, so that they are right after a crash, a repetition or
/// a correction. In between new photos are added, so that a run of any length writes each row a few times and no more.
actor ResultTables {
    /// What a run's tables are made of.
    struct Parts: Sendable {
        let queue: QueueService
        let records: RecordBuilder
        let formats: [TableFormat]
        /// The classes that detectors know, also those that no photo showed; blocks.
        let classes: @Sendable () -> [DetectorClasses]
        /// The tables speak of photos that were worked with the present settings.
        let pipeline: Fingerprint
        let output: OutputCheck
        let changes: TableChanges
        let onEvent: @Sendable (RunEvent) -> Void
    }

    /// How an attempt to write ended.
    enum Writing: Sendable {
        case written
        /// The tables that can grow have every photo; another one is worth writing whole when it lacks more.
        case behind
        /// Every photo needs what stands in the way; it was reported.
        case postponed
        /// Something stands in the place of a table, and nothing else is wrong.
        case obstructed(ResultsError)
    }

    /// The tables as they stand on the disk.
    private struct Standing {
        let tables: Tables
        var rows: JobSet
        /// Rows that do not hold any more.
        var outdated = 0
        /// Photos that tables lack which cannot grow, and what updates since have saved up for writing those whole.
        var lacking = (photos: 0, saved: 0)
    }

    /// Photos whose stored record cannot be read.
    private struct Unreadable {
        var count = 0
        var first = ""
    }

    private let parts: Parts
    private let disk = DispatchQueue(label: "quiver.tables")
    private var standing: Standing?
    /// Photos whose rows were written, each as often as it was written.
    private(set) var rowsWritten = 0
    /// Updates that are left out because something stands in a table's place; more each time.
    private var leavesOut = (next: 0, all: 0)
    private var isOwed = false
    private var unreadable = Unreadable()
    private var toldUnreadable = 0

    private static let pageSize = 500

    init(_ parts: Parts) { self.parts = parts }

    private var isWanted: Bool { !parts.formats.isEmpty }
    private var isBehind: Bool { (standing?.lacking.photos ?? 0) > 0 }

    /// Brings the tables up to date: adds what has ended, or writes them whole where too much of them is out of date.
    func update(tripping breaker: CircuitBreaker) async throws -> Writing {
        let batch = parts.changes.take()
        guard isWanted, !batch.isEmpty || isOwed || isBehind else { return .written }
        if leavesOut.next > 0 {
            leavesOut.next -= 1
            return .written
        }
        return try await attempt(tripping: breaker) { try await self.add(batch) }
    }

    /// Writes the tables whole.
    func writeWhole(tripping breaker: CircuitBreaker) async throws -> Writing {
        guard isWanted else { return .written }
        _ = parts.changes.take()
        return try await attempt(tripping: breaker) { try await self.write() }
    }

    private func attempt(
        tripping breaker: CircuitBreaker, _ body: () async throws -> Void
    ) async throws -> Writing {
        do {
            try await body()
            isOwed = false
            leavesOut = (0, 0)
            return isBehind ? .behind : .written
        } catch let error as ResultsError where error.fault == .environment {
            standing = nil
            isOwed = true
            if let trouble = try await disk.perform({ [output = parts.output] in output.trouble(behind: error) }) {
                await breaker.trip(trouble)
                return .postponed
            }
            if leavesOut.all == 0 { parts.onEvent(.warning("\(error); records are written as always")) }
            // Each attempt writes all rows: no more of them than there are photos.
            leavesOut.all = min(leavesOut.all * 2 + 1, 1000)
            leavesOut.next = leavesOut.all
            return .obstructed(error)
        } catch let error as JobQueueError where error.isPassing {
            standing = nil
            isOwed = true
            await breaker.trip(CircuitBreaker.Cause(error))
            return .postponed
        }
    }

    private func add(_ batch: TableChanges.Batch) async throws {
        guard var standing else { return try await write() }
        self.standing = nil
        standing.outdated += batch.outdated + batch.ended.count { standing.rows.contains($0) }
        // Half of the rows are out of date at the soonest: writing whole is paid for by as many photos as it writes.
        guard standing.outdated == 0 || standing.outdated * 2 < standing.rows.count else { return try await write() }
        if !standing.tables.allGrow {
            standing.lacking.photos += batch.ended.count
            standing.lacking.saved += Self.pageSize
            // A page's rows an update at most, however long the run: new photos pay for themselves.
            let isWorthIt = standing.lacking.photos + standing.lacking.saved >= standing.rows.count
            guard standing.lacking.photos == 0 || !isWorthIt else { return try await write() }
        }
        var rest = batch.ended[...]
        while !rest.isEmpty {
            let ids = Set(rest.prefix(Self.pageSize))
            rest = rest.dropFirst(Self.pageSize)
            let page = try await read(JobFilter(ids: Array(ids)), after: nil)
            let added = tableRows(of: page)
            let tables = standing.tables
            guard try await disk.perform({ try tables.add(added) }) else { return try await write() }
            for ended in page where ended.isShown { standing.rows.insert(ended.job.id) }
            rowsWritten += added.count
        }
        self.standing = standing
    }

    private func write() async throws {
        standing = nil
        unreadable = Unreadable()
        let tables = try await disk.perform { [parts] in
            let classes = parts.classes()
            // A file that is not ours keeps its name: the table gets another one.
            return try Tables(
                parts.formats.map { format in
                    let place = OwnTable.place(format, in: parts.output.output)
                    return try format.make(TableFormat.Making(place: place, classes: classes))
                })
        }
        var rows = JobSet()
        var last: JobID?
        while true {
            // One page is one short reading: a long one would hold up the queue's own work.
            let page = try await read(JobFilter(), after: last)
            guard let end = page.last?.job.id else { break }
            last = end
            let records = tableRows(of: page)
            try await disk.perform { try tables.append(records) }
            for ended in page where ended.isShown { rows.insert(ended.job.id) }
            rowsWritten += records.count
        }
        try await disk.perform { try tables.finish() }
        tellUnreadable()
        standing = Standing(tables: tables, rows: rows)
    }

    /// A job that has ended, with its stored record.
    private typealias Ended = (job: Job, result: [UInt8]?, isShown: Bool)

    private func read(_ filter: JobFilter, after last: JobID?) async throws -> [Ended] {
        var filter = filter
        filter.age = .any
        filter.states = [.done, .failed, .gone, .quarantined, .cancelled]
        filter.pipeline = parts.pipeline
        let settled = filter
        return try await parts.queue.perform { transaction in
            let jobs = transaction.jobs
            return try jobs.page(PageRequest(settled, after: last, limit: Self.pageSize))
                .map { (job: $0, result: try jobs.result(of: $0.id), isShown: try Self.isShown($0, jobs)) }
        }
    }

    /// The records of jobs that have ended, but for those whose stored record cannot be read: nothing is made up for them.
    private func tableRows(of page: [Ended]) -> [TableRow] {
        page.filter(\.isShown).compactMap { job, stored, _ in
            do {
                let record = try parts.records.record(for: job, stored: stored)
                // What is stored is the line already.
                return TableRow(record, place: job.output, isCurrent: job.isCurrent, stored: stored)
            } catch {
                if unreadable.count == 0 { unreadable.first = "\(error)" }
                unreadable.count += 1
                return nil
            }
        }
    }

    private func tellUnreadable() {
        defer { toldUnreadable = unreadable.count }
        guard unreadable.count > 0, unreadable.count != toldUnreadable else { return }
        let photos = unreadable.count == 1 ? "1 photo" : "\(unreadable.count) photos"
        let sentence = "the tables leave out \(photos) whose stored record cannot be read; \(unreadable.first)"
        parts.onEvent(.warning(sentence))
    }

    /// Whether a job has a row: each place's current photo, and the earlier ones of the same name that have a result.
    private static func isShown(_ job: Job, _ jobs: any JobReading) throws -> Bool {
        if job.isCurrent { return true }
        // A photo without a result is only worth its row where it is kept in a folder of its own.
        let isKept = try job.state == .done || jobs.result(of: job.id).map(Self.isMoved) ?? false
        guard isKept, job.failure?.code != "replaced",
            let current = try jobs.knownFiles(at: [job.place])[0], current.content != job.content
        else { return false }
        // A photo that came back to its name shares the answer of its first time, and has its row.
        guard let original = try job.original.flatMap({ try jobs.job($0) }) else { return true }
        return original.place != job.place
    }

    private static func isMoved(_ result: [UInt8]) -> Bool {
        (try? Record.decode(result))?.source.movedTo != nil
    }

    /// The tables of a run; touched by the disk's thread only, one call after the other.
    private final class Tables: @unchecked Sendable {
        private let tables: [any RecordTable]

        init(_ tables: [any RecordTable]) { self.tables = tables }

        /// Whether none of them has to be written whole to take another photo.
        var allGrow: Bool { tables.allSatisfy { $0 is any GrowingTable } }

        func append(_ rows: [TableRow]) throws {
            for row in rows { for table in tables { try table.append(row) } }
        }

        func finish() throws { for table in tables { try table.finish() } }

        /// False where one of them is not as it was left.
        func add(_ rows: [TableRow]) throws -> Bool {
            for case let table as any GrowingTable in tables where try !table.add(rows) { return false }
            return true
        }
    }
}
