import Results
import Storage
import Synchronization

/// Bringing tables up to date that stand already, this run's or those that an earlier one has left.
extension ResultTables {
    func add(_ batch: TableChanges.Batch) async throws {
        if standing == nil { standing = try await former() }
        guard var standing else { return try await write() }
        self.standing = nil
        standing.outdated += batch.outdated
        standing.ended += batch.reviewed
        var batch = batch
        if batch.isElsewhere { try await find(&batch, beside: &standing) }
        // Half of the rows are out of date at the soonest: writing whole is paid for by as many photos as it writes.
        guard standing.outdated == 0 || standing.outdated * 2 < standing.rows.count else { return try await write() }
        if !standing.tables.allGrow {
            standing.lacking += batch.ended.count
        }
        var rest = batch.ended[...]
        while !rest.isEmpty {
            let ids = Set(rest.prefix(Self.pageSize))
            rest = rest.dropFirst(Self.pageSize)
            let page = try await read(JobFilter(ids: Array(ids)), after: nil)
            guard try await add(page, to: &standing) else { return try await write() }
        }
        if standing.lacking + standing.ended > 0 {
            // A data set's photos are copied: it is written whole more rarely than a file of lines.
            standing.saved += standing.tables.allGrow ? Self.rowsAnUpdate : Self.pageSize
            let isWorthIt = standing.lacking + standing.ended + standing.saved >= standing.rows.count
            guard !isWorthIt else { return try await write() }
        }
        self.standing = standing
        await keepMark()
    }

    /// Finds what other processes have changed, which tell no more than that they have: what ended, was put back or reviewed.
    private func find(_ batch: inout TableChanges.Batch, beside standing: inout Standing) async throws {
        let known = Set(batch.ended)
        var (held, changed, last): (Int, Int, JobID?) = (0, 0, nil)
        repeat {
            let page = try await versions(after: last)
            for version in page {
                switch standing.rows.hold(version) {
                case nil: if !known.contains(version.id) { batch.ended.append(version.id) }
                case true?: held += 1
                case false?: (held, changed) = (held + 1, changed + 1)
                }
            }
            last = page.last?.id
        } while last != nil
        // Rows whose jobs are not among those that have ended any more.
        standing.outdated = max(standing.outdated, standing.rows.count - held)
        if try await reviews() != standing.reviews { changed += 1 }
        standing.ended = max(standing.ended, changed)
    }

    /// Adds the photos of a page that the tables lack; false where a table is not as it was left.
    ///
    /// A photo that ended again keeps its row until the tables are written whole: no table lists it twice.
    private func add(_ page: [Ended], to standing: inout Standing) async throws -> Bool {
        let fresh = page.filter { standing.rows.hold(JobVersion($0.job)) == nil }
        standing.ended += page.count { standing.rows.hold(JobVersion($0.job)) == false }
        let added = tableRows(of: fresh, by: standing.classes)
        let tables = standing.tables
        let isAdded = try await placing { try tables.add(added) }
        guard isAdded else { return false }
        for ended in fresh { standing.rows.insert(JobVersion(ended.job)) }
        rowsWritten += added.count
        return true
    }

    /// The tables that an earlier run has left, with what has ended since; nil where they do not hold any more.
    private func former() async throws -> Standing? {
        let pipeline = parts.description
        let found = try await disk.perform { [parts] in
            TablesMark(in: parts.output.output).flatMap { mark in
                mark.tables(of: parts.formats, pipeline: pipeline, in: parts.output.output)
                    .map { (mark: mark, tables: Tables($0, of: parts.formats, selection: parts.selection)) }
            }
        }
        guard let found else { return nil }
        let photos = found.mark.photos
        let rows = try await rows(until: JobID(rawValue: photos.last))
        let reviews = try await reviews()
        guard rows.sum.count == photos.count, rows.sum.sum == photos.sum, photos.reviews ?? 0 == reviews else {
            return nil
        }
        var standing = Standing(tables: found.tables, rows: rows, reviews: reviews, classes: try await classes())
        var last = JobID(rawValue: photos.last)
        while true {
            let page = try await read(JobFilter(), after: last)
            guard let end = page.last?.job.id else { return standing }
            last = end
            guard try await add(page, to: &standing) else { return nil }
        }
    }
}

/// What the queue says of photos, to compare with what the tables hold.
extension ResultTables {
    /// How often reviews of findings and of scored photos were changed until now.
    func reviews() async throws -> Int {
        try await parts.queue.look {
            try $0.reviews.changesOfFindingReviews() + $0.scores.changesOfPhotoReviews()
        }
    }

    /// The classes of the detectors, with those that only reviews name.
    func classes() async throws -> [DetectorClasses] {
        let known = try await disk.perform { [parts] in parts.classes() }
        var further: [String: Set<String>] = [:]
        var last: String?
        repeat {
            let page = try await parts.queue.look { [last] in
                try $0.reviews.findingReviews(after: last, limit: Self.pageSize)
            }
            further.merge(known.further(in: page.compactMapValues(\.review))) { $0.union($1) }
            last = page.count < Self.pageSize ? nil : page.keys.max()
        } while last != nil
        return known.adding(further)
    }

    /// The next versions of what has ended, by number.
    private func versions(after last: JobID?) async throws -> [JobVersion] {
        try await parts.queue.look { [pipelines = parts.pipelines, last] transaction in
            let all = try pipelines.map {
                try transaction.jobs.versions(of: $0, after: last, limit: Self.versionsAtOnce)
            }
            guard all.count > 1 else { return all.first ?? [] }
            // Those behind the end of a full page are on the next one.
            return Array(all.joined().sorted { $0.id < $1.id }.prefix(Self.versionsAtOnce))
        }
    }

    /// The versions of what has ended, up to a number.
    func rows(until end: JobID?) async throws -> TableRows {
        var rows = TableRows()
        var last: JobID?
        while true {
            let page = try await versions(after: last)
            for version in page {
                if let end, version.id > end { return rows }
                rows.insert(version)
            }
            guard let next = page.last?.id else { return rows }
            last = next
        }
    }

    /// A job, the job whose result its row shows, that one's stored record, and the reviews of its photo: of its findings, and
    /// of its end.
    typealias Ended = (
        job: Job, shown: Job, result: [UInt8]?, isShown: Bool, review: FindingReview?, counted: CountedPhoto?
    )

    /// Jobs that wait, for photos that have a result of other settings.
    static var waitingReruns: JobFilter {
        var filter = JobFilter(states: [.waiting, .ready, .running, .blocked])
        filter.isRerun = true
        return filter
    }

    func read(_ filter: JobFilter, after last: JobID?) async throws -> [Ended] {
        var filter = filter
        filter.age = .any
        if filter.states.isEmpty { filter.states = [.done, .failed, .gone, .quarantined, .cancelled] }
        filter.pipelines = parts.pipelines
        let settled = filter
        return try await parts.queue.look { transaction in
            let jobs = transaction.jobs
            return try jobs.page(PageRequest(settled, after: last, limit: Self.pageSize)).map { job in
                let standing = try jobs.standing(for: job)
                let shown = standing ?? job
                return (
                    job: job, shown: shown, result: try jobs.result(of: shown.id),
                    isShown: try standing != nil || (job.state.isFinal && Self.isShown(job, jobs)),
                    review: try shown.content.flatMap {
                        try transaction.reviews.findingReview(ofContent: $0.description)?.review
                    }, counted: try Self.counted(shown, in: transaction)
                )
            }
        }
    }

    /// A photo as its end counts; a copy of another one has no end of its own, but that one's.
    private static func counted(_ job: Job, in transaction: QueueTransaction) throws -> CountedPhoto? {
        guard let content = job.content?.description else { return nil }
        let original = try job.original.flatMap { try transaction.jobs.job($0) }
        for one in [job, original].compactMap({ $0 }) {
            let file = EscapedName(one.place.file).text
            if let counted = try transaction.scores.countedPhoto(ofFile: file, content: content) { return counted }
        }
        return nil
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
}

/// Keeps the tables of a long run fresh: photos that have ended are in them a minute later.
///
/// While nothing ends, nothing happens.
struct TableUpdates: Sendable {
    let tables: ResultTables
    let changes: TableChanges
    let breaker: CircuitBreaker
    var every = Duration.seconds(60)
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// How soon tables are tried again that a full disk or the like has kept back.
    private static let retry = Duration.seconds(10)

    /// Runs until cancelled.
    func run() async throws {
        var (isOwed, isBehind) = (false, false)
        while true {
            let seen = changes.signal.count
            if !isOwed, !isBehind, changes.isEmpty { await changes.signal.wait(past: seen) }
            try await sleep(isOwed ? Self.retry : every)
            let writing = try await tables.update(tripping: breaker)
            if case .behind = writing { isBehind = true } else { isBehind = false }
            switch writing {
            case .written, .behind:
                if isOwed { await breaker.reset() }
                isOwed = false
            case .postponed: isOwed = true
            case .obstructed, .leftToNextRun: isOwed = false
            case .elsewhere:
                isOwed = false
                // The other process may end, and its duty is this one's then.
                isBehind = true
            }
        }
    }
}

/// What has happened to photos since the tables were last written.
final class TableChanges: Sendable {
    /// What the tables lack.
    struct Batch: Sendable {
        /// Jobs that have ended, in this order.
        var ended: [JobID] = []
        /// Rows that are out of date: their photo was put back, replaced or forgotten.
        var outdated = 0
        /// Photos whose reviews are others than their rows show.
        var reviewed = 0
        /// Other processes have changed something.
        var isElsewhere = false

        var isEmpty: Bool { ended.isEmpty && outdated == 0 && reviewed == 0 && !isElsewhere }
    }

    private let batch = Mutex(Batch())
    /// Is notified of each change.
    let signal = ChangeSignal()

    /// A job has ended.
    func end(_ job: JobID) {
        batch.withLock { $0.ended.append(job) }
        signal.notify()
    }

    /// Rows do not hold any more.
    func outdate(_ count: Int) {
        guard count > 0 else { return }
        batch.withLock { $0.outdated += count }
        signal.notify()
    }

    /// Reviews of photos have changed.
    func review(_ count: Int) {
        guard count > 0 else { return }
        batch.withLock { $0.reviewed += count }
        signal.notify()
    }

    /// Other processes that work the queue have changed something.
    func elsewhere() {
        batch.withLock { $0.isElsewhere = true }
        signal.notify()
    }

    var isEmpty: Bool { batch.withLock { $0.isEmpty } }

    /// Takes what there is; the caller writes it.
    func take() -> Batch {
        batch.withLock { batch in
            defer { batch = Batch() }
            return batch
        }
    }
}
