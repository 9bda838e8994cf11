import Dispatch
import JobQueue
import QueueStorage
import Results
import SystemPackage

/// Writes the run's tables, `results.csv` and `results.jsonl`, from what the queue holds.
///
/// At the end, and at first, they are written whole from the database, so that they are right after a crash, a repetition or
/// a correction. In between new photos are added, so that a run of any length writes each row a few times and no more.
actor ResultTables {
    /// What a run's tables are made of.
    struct Parts: Sendable {
        let queue: QueueService
        let records: RecordMaker
        let csv: FilePath?
        let jsonLines: FilePath?
        /// The tables speak of photos that were worked with the present settings.
        let pipeline: Fingerprint
        let output: OutputCheck
        let changes: TableChanges
        let onEvent: @Sendable (RunEvent) -> Void
    }

    /// How an attempt to write ended.
    enum Writing: Sendable {
        case written
        /// Every photo needs what stands in the way; it was reported.
        case postponed
        /// Something stands in the place of a table, and nothing else is wrong.
        case obstructed(ResultsError)
    }

    /// The tables as they stand on the disk.
    private struct Standing {
        var files: [GrownFile]
        var rows: JobSet
        /// Rows that do not hold any more.
        var outdated = 0
    }

    /// Photos whose stored record cannot be read.
    private struct Unreadable {
        var count = 0
        var first = ""
    }

    /// A photo's record, and as it stands in the lines.
    private typealias Row = (record: Record, line: [UInt8])

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

    private var isWanted: Bool { parts.csv != nil || parts.jsonLines != nil }

    /// Brings the tables up to date: adds what has ended, or writes them whole where too much of them is out of date.
    func update(reporting outage: Outage) async throws -> Writing {
        let batch = parts.changes.take()
        guard isWanted, !batch.isEmpty || isOwed else { return .written }
        if leavesOut.next > 0 {
            leavesOut.next -= 1
            return .written
        }
        return try await attempt(reporting: outage) { try await self.add(batch) }
    }

    /// Writes the tables whole.
    func writeWhole(reporting outage: Outage) async throws -> Writing {
        guard isWanted else { return .written }
        _ = parts.changes.take()
        return try await attempt(reporting: outage) { try await self.write() }
    }

    private func attempt(
        reporting outage: Outage, _ body: () async throws -> Void
    ) async throws -> Writing {
        do {
            try await body()
            isOwed = false
            leavesOut = (0, 0)
            return .written
        } catch let error as ResultsError where error.fault == .environment {
            standing = nil
            isOwed = true
            if let trouble = try await disk.perform({ [output = parts.output] in output.trouble(behind: error) }) {
                await outage.report(trouble)
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
            await outage.report(Outage.Trouble(error))
            return .postponed
        }
    }

    private func add(_ batch: TableChanges.Batch) async throws {
        guard var standing else { return try await write() }
        self.standing = nil
        standing.outdated += batch.outdated + batch.ended.count { standing.rows.contains($0) }
        // Half of the rows are out of date at the soonest: writing whole is paid for by as many photos as it writes.
        guard standing.outdated == 0 || standing.outdated * 2 < standing.rows.count else { return try await write() }
        var rest = batch.ended[...]
        while !rest.isEmpty {
            let ids = Set(rest.prefix(Self.pageSize))
            rest = rest.dropFirst(Self.pageSize)
            let page = try await read(JobFilter(ids: Array(ids)), after: nil)
            let added = tableRows(of: page)
            let texts = text(of: added)
            let files = standing.files
            let grown = try await disk.perform { () throws -> [GrownFile]? in
                var grown = files
                for index in grown.indices where try !grown[index].append(texts[index]) {
                    return nil
                }
                return grown
            }
            guard let grown else { return try await write() }
            standing.files = grown
            for ended in page where ended.isShown { standing.rows.insert(ended.job.id) }
            rowsWritten += added.count
        }
        self.standing = standing
    }

    private func write() async throws {
        standing = nil
        unreadable = Unreadable()
        // A file that is not ours keeps its name: the table gets another one.
        let (csv, jsonLines) = try await disk.perform { [parts] in
            (parts.csv.map(OwnTable.place), parts.jsonLines.map(OwnTable.place))
        }
        let tables = try await disk.perform { try Tables(csv: csv, jsonLines: jsonLines) }
        var rows = JobSet()
        var last: JobID?
        while true {
            // One page is one short reading: a long one would hold up the queue's own work.
            let page = try await read(JobFilter(), after: last)
            guard let end = page.last?.job.id else { break }
            last = end
            let records = tableRows(of: page)
            try await disk.perform { for row in records { try tables.append(row) } }
            for ended in page where ended.isShown { rows.insert(ended.job.id) }
            rowsWritten += records.count
        }
        let files = try await disk.perform { () throws -> [GrownFile] in
            try tables.finish()
            return [csv, jsonLines].compactMap { $0 }.compactMap { GrownFile($0) }
        }
        tellUnreadable()
        if files.count == [csv, jsonLines].compactMap({ $0 }).count { standing = Standing(files: files, rows: rows) }
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

    /// What each table gets of a page, in the order of the tables.
    private func text(of rows: [Row]) -> [[UInt8]] {
        var texts: [[UInt8]] = []
        if parts.csv != nil { texts.append(rows.flatMap { CSVTable.lines(of: $0.record) }) }
        if parts.jsonLines != nil { texts.append(rows.flatMap { $0.line + [0x0A] }) }
        return texts
    }

    /// The records of jobs that have ended, but for those whose stored record cannot be read: nothing is made up for them.
    private func tableRows(of page: [Ended]) -> [Row] {
        page.filter(\.isShown).compactMap { job, stored, _ in
            do {
                let record = try parts.records.record(for: job, stored: stored)
                // What is stored is the line already.
                return (record, stored ?? Array(record.line.utf8))
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

    /// The tables under way; touched by the disk's thread only, one call after the other.
    private final class Tables: @unchecked Sendable {
        private let csv: CSVTable?
        private let jsonLines: JSONLines?

        init(csv: FilePath?, jsonLines: FilePath?) throws {
            self.csv = try csv.map { try CSVTable(at: $0) }
            self.jsonLines = try jsonLines.map { try JSONLines(at: $0) }
        }

        func append(_ row: Row) throws {
            try csv?.append(row.record)
            try jsonLines?.append(line: row.line)
        }

        func finish() throws {
            try csv?.finish()
            try jsonLines?.finish()
        }
    }
}
