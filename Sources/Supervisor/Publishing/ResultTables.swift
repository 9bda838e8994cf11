import Control
import Results
import Storage
import SystemValues

/// Writes the run's tables, such as `results.csv`, from what the queue holds.
///
/// New photos are added to what stands there, also to what an earlier run has left, so that a row is written once however
/// many runs there are. Where the queue says otherwise than the tables, after a crash, a repetition or a correction, they
/// are written whole.
actor ResultTables {
    /// What a run's tables are made of.
    struct Parts: Sendable {
        let queue: QueueService
        let records: RecordBuilder
        let formats: [TableFormat]
        /// The classes that detectors know, also those that no photo showed; blocks.
        let classes: @Sendable () -> [DetectorClasses]
        /// The tables speak of photos that were worked with the present settings.
        let pipelines: [Fingerprint]
        /// Which photos have a row in which table, by their folders; nil where all have one in each.
        var selection: Selection?
        let output: OutputCheck
        let changes: TableChanges
        /// Whether this process is to write them, and not another one that works the same queue.
        var isMine: @Sendable () async throws -> Bool = { true }
        /// Leaves that to the next process that asks; nil where no other process works the queue.
        var resign: (@Sendable () async throws -> Void)?
        /// Whether the run has waited long enough for tables that are written whole: a service manager kills soon after.
        var isOverdue: @Sendable () -> Bool = { false }
        /// How long tables may be written whole in any case.
        var patience = Duration.seconds(20)
        let onEvent: @Sendable (RunEvent) -> Void

        /// What tables are made of, for their mark: with another text they are written whole.
        var description: String { selection?.description ?? pipelines.map(\.description).joined(separator: "+") }
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
        /// There was no time to write them whole: they stay as they were, and the next run writes them.
        case leftToNextRun
        /// Another process writes them.
        case elsewhere
    }

    /// The tables as they stand on the disk.
    struct Standing {
        let tables: Tables
        var rows: TableRows
        /// How often reviews had been changed when the rows were made.
        let reviews: Int
        /// The detectors' classes, with those that only reviews name.
        let classes: [DetectorClasses]
        /// Rows that do not hold any more.
        var outdated = 0
        /// Photos whose rows say how they ended the time before.
        var ended = 0
        /// Photos that tables lack which cannot grow.
        var lacking = 0
        /// What updates since have saved up for writing the tables whole, in rows.
        var saved = 0
    }

    private struct LeftToNextRun: Error {}
    private struct Elsewhere: Error {}

    /// Photos whose stored record cannot be read.
    private struct Unreadable {
        var count = 0
        var first = ""
    }

    let parts: Parts
    let disk = BlockingLane("quiver.tables")
    var standing: Standing?
    /// Photos whose rows were written, each as often as it was written.
    var rowsWritten = 0
    /// Updates that are left out because something stands in a table's place; more each time.
    private var leavesOut = (next: 0, all: 0)
    private var isOwed = false
    /// What the tables held when they were brought up to date last: which versions of jobs, and how often reviews had changed.
    var shown: (jobs: JobVersionSum, reviews: Int)?
    /// How often what the tables held was forgotten.
    private var forgotten = 0
    private var unreadable = Unreadable()
    private var toldUnreadable = 0

    static let pageSize = 500
    /// How many rows an update may cost at most, on the average, where rows have to be corrected.
    static let rowsAnUpdate = 10_000
    /// Versions are small: a million of them are read in a second.
    static let versionsAtOnce = 20_000

    init(_ parts: Parts) { self.parts = parts }

    private var isWanted: Bool { !parts.formats.isEmpty }
    private var isBehind: Bool { standing.map { $0.lacking + $0.ended > 0 } ?? false }

    /// Brings the tables up to date: adds what has ended, or writes them whole where too much of them is out of date.
    func update(tripping breaker: CircuitBreaker) async throws -> Writing {
        let batch = parts.changes.take()
        guard isWanted, !batch.isEmpty || isOwed || isBehind else { return .written }
        if leavesOut.next > 0 {
            leavesOut.next -= 1
            return .written
        }
        return try await attempt(tripping: breaker) {
            try await self.checkDuty()
            try await self.add(batch)
        }
    }

    /// What they held may not be so any more: for a while another process may have had the duty of writing them.
    func forget() {
        standing = nil
        isOwed = true
        forgotten += 1
    }

    private func checkDuty() async throws {
        guard try await parts.isMine() else { throw Elsewhere() }
    }

    /// Brings the tables up to date and sees that they hold what the queue holds.
    func complete(tripping breaker: CircuitBreaker) async throws -> Writing {
        guard isWanted else { return .written }
        let batch = parts.changes.take()
        return try await attempt(tripping: breaker) {
            try await self.checkDuty()
            try await self.add(batch)
            guard let standing = self.standing, standing.tables.allGrow,
                try await self.reviews() == standing.reviews,
                try await self.rows(until: nil).sum == standing.rows.sum,
                try await self.read(Self.waitingReruns, after: nil).isEmpty
            else { return try await self.write(isLast: true) }
            self.shown = (standing.rows.sum, standing.reviews)
        }
    }

    private func attempt(
        tripping breaker: CircuitBreaker, _ body: () async throws -> Void
    ) async throws -> Writing {
        let before = forgotten
        do {
            try await body()
            // Another process may have had the duty while they were written.
            if forgotten != before { standing = nil }
            isOwed = forgotten != before
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
        } catch is LeftToNextRun {
            isOwed = true
            return .leftToNextRun
        } catch is Elsewhere {
            // The process that takes the duty over begins with what lies there.
            forget()
            return .elsewhere
        } catch let error as JobQueueError where error.isPassing {
            standing = nil
            isOwed = true
            await breaker.trip(CircuitBreaker.Cause(error))
            return .postponed
        }
    }

    /// Keeps what the tables hold, for the next run; where that cannot be kept, it writes them whole.
    func keepMark() async {
        guard let standing, standing.ended == 0, standing.outdated == 0 else { return }
        let photos = TablesMark.Photos(
            last: standing.rows.last.rawValue, count: standing.rows.sum.count, sum: standing.rows.sum.sum,
            reviews: standing.reviews)
        try? await placing { [parts] in
            try standing.tables.mark(pipeline: parts.description, photos)?.write(in: parts.output.output)
        }
    }

    /// - Parameter isLast: Whether the run works no more photos: for those whose re-run still waits their result stands.
    func write(isLast: Bool = false) async throws {
        let begun = ContinuousClock.now
        standing = nil
        unreadable = Unreadable()
        // Reviews from here on may be in some rows only.
        let (reviews, classes) = (try await reviews(), try await classes())
        let tables = try await placing { [parts] in
            // A file that is not ours keeps its name: the table gets another one.
            return try Tables(
                parts.formats.map { format in
                    let place = OwnTable.place(format, in: parts.output.output)
                    return try format.make(TableFormat.Making(place: place, classes: classes))
                }, of: parts.formats, selection: parts.selection)
        }
        var rows = TableRows()
        var hasReruns = false
        for filter in isLast ? [JobFilter(), Self.waitingReruns] : [JobFilter()] {
            var last: JobID?
            while true {
                guard !parts.isOverdue() || .now - begun < parts.patience else { throw LeftToNextRun() }
                // One page is one short reading: a long one would hold up the queue's own work.
                let page = try await read(filter, after: last)
                guard let end = page.last?.job.id else { break }
                last = end
                let records = tableRows(of: page, by: classes)
                try await placing { try tables.append(records) }
                for ended in page where ended.job.state.isFinal { rows.insert(JobVersion(ended.job)) }
                hasReruns = hasReruns || page.contains { !$0.job.state.isFinal }
                rowsWritten += records.count
            }
        }
        try await checkDuty()
        try await placing { try tables.finish() }
        tellUnreadable()
        standing = Standing(tables: tables, rows: rows, reviews: reviews, classes: classes)
        shown = (rows.sum, reviews)
        // The row of a re-run that waits goes when it ends, so nothing can be added to these tables.
        if hasReruns { standing = nil } else { await keepMark() }
    }

    /// Runs a body that writes tables, unless the results' disk or share has gone.
    func placing<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await disk.perform { [output = parts.output] in try output.holding(anew: true, body) }
    }

    /// The records of jobs that have ended, with the reviews of their photos, but for those whose stored record cannot be
    /// read: nothing is made up for them.
    func tableRows(of page: [Ended], by classes: [DetectorClasses]) -> [TableRow] {
        page.filter(\.isShown).compactMap { ended, job, stored, _, review, counted in
            do {
                var record = try parts.records.record(for: job, stored: stored).counted { _, _ in counted }.record
                // What is stored is the line already, unless it was reviewed or an earlier version kept arrows apart.
                let isStored = review == nil && record.photo.targetDetection == nil
                if let review { record = record.reviewed(as: review, by: classes) }
                return TableRow(
                    record, place: job.output, isCurrent: job.isCurrent || ended.isCurrent,
                    stored: isStored ? stored : nil, photo: job.place.file(of: record.source))
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
}

extension ResultTables {
    /// The tables of a run; touched by the disk's thread only, one call after the other.
    final class Tables: @unchecked Sendable {
        private let tables: [any RecordTable]
        private let formats: [TableFormat]
        private let selection: Selection?

        init(_ tables: [any RecordTable], of formats: [TableFormat], selection: Selection?) {
            self.tables = tables
            self.formats = formats
            self.selection = selection
        }

        /// Those of the rows that belong into a table.
        private func rows(_ rows: [TableRow], in format: TableFormat) -> [TableRow] {
            guard let selection else { return rows }
            return rows.filter { selection.has($0.photo, format) }
        }

        /// What they hold; nil where one of them cannot grow.
        func mark(pipeline: String, _ photos: TablesMark.Photos) -> TablesMark? {
            TablesMark(Array(zip(formats, tables)), pipeline: pipeline, photos: photos)
        }

        /// Whether none of them has to be written whole to take another photo.
        var allGrow: Bool { tables.allSatisfy { $0 is any GrowingTable } }

        func append(_ rows: [TableRow]) throws {
            for (format, table) in zip(formats, tables) {
                for row in self.rows(rows, in: format) { try table.append(row) }
            }
        }

        func finish() throws { for table in tables { try table.finish() } }

        /// False where one of them is not as it was left.
        func add(_ rows: [TableRow]) throws -> Bool {
            for case (let format, let table as any GrowingTable) in zip(formats, tables)
            where try !table.add(self.rows(rows, in: format)) { return false }
            return true
        }
    }
}

/// Which jobs the tables hold, and as what each of them ended: half a digest a job, 4 MB for a million photos.
struct TableRows: Sendable {
    private var digests: [UInt32] = []
    /// What the tables hold, to compare with what the queue holds.
    private(set) var sum = JobVersionSum()
    /// The highest number.
    private(set) var last = JobID(rawValue: 0)

    var count: Int { sum.count }

    /// Whether the tables hold a job as it ended; nil where they do not hold it at all.
    func hold(_ version: JobVersion) -> Bool? {
        guard let place = place(of: version.id), place < digests.count, digests[place] != 0 else { return nil }
        return digests[place] == Self.half(version)
    }

    /// Notes a job that the tables did not hold.
    mutating func insert(_ version: JobVersion) {
        guard hold(version) == nil, let place = place(of: version.id) else { return }
        if place >= digests.count { digests += Array(repeating: 0, count: place + 1 - digests.count) }
        digests[place] = Self.half(version)
        sum.add(version)
        last = max(last, version.id)
    }

    /// Never 0, which stands for a job without a row.
    private static func half(_ version: JobVersion) -> UInt32 {
        max(1, UInt32(truncatingIfNeeded: version.digest))
    }

    private func place(of job: JobID) -> Int? { Int(exactly: job.rawValue).flatMap { $0 < 0 ? nil : $0 } }
}
