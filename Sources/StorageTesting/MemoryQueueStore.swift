import Scoring
import Storage
import Synchronization

/// Jobs, scores and reviews that live as long as the process: for tests, and as the plainest reading of the rules.
public final class MemoryQueueStore: QueueStore {
    private let rows = Mutex(MemoryRows())

    /// An empty queue with an empty score book.
    public init() {}

    /// Runs `body` as one transaction: when it throws, nothing has happened.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        try rows.withLock { rows in
            let open = OpenRows(rows)
            let answer = try body(QueueTransaction(jobs: open, scores: open, reviews: open))
            rows = open.rows
            return answer
        }
    }

    /// Whether an owner's process has ended, as far as this machine can tell.
    public func isDead(_ owner: Owner) -> Bool { !owner.isAlive }
}

/// Everything the queue holds: a value, so that a transaction is undone by forgetting it.
struct MemoryRows: Sendable {
    /// By number.
    var jobs: [Job] = []
    var results: [JobID: [UInt8]] = [:]
    var lastID: Int64 = 0
    var commit: Int64?
    var isPaused = false
    let identity = Fingerprint(
        head: .random(in: 0...(.max)), tail: (.random(in: 0...(.max)), .random(in: 0...(.max)), .random(in: 0...(.max)))
    )

    var sessions: [String: SessionRow] = [:]
    var photos: [String: PhotoRow] = [:]
    var arrows: [String: [ArrowRow]] = [:]
    var parked: [ParkedPhoto] = []
    var sheetMarks: [SheetMark] = []

    /// By the photo's content.
    var reviews: [String: StoredFindingReview] = [:]

    func position(of id: JobID) -> Int? {
        var (low, high) = (jobs.startIndex, jobs.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if jobs[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < jobs.endIndex && jobs[low].id == id ? low : nil
    }
}

/// The rows while a transaction runs.
final class OpenRows {
    var rows: MemoryRows

    init(_ rows: MemoryRows) { self.rows = rows }
}

extension OpenRows: JobTable {
    func job(_ id: JobID) -> Job? {
        rows.position(of: id).map { rows.jobs[$0] }
    }

    func result(of id: JobID) -> [UInt8]? {
        rows.results[id]
    }

    func page(_ request: PageRequest) -> [Job] {
        let ordered = request.newestFirst ? rows.jobs.reversed() : rows.jobs
        let rest = ordered.filter { job in
            guard let after = request.after else { return true }
            return request.newestFirst ? job.id < after : job.id > after
        }
        return Array(rest.lazy.filter(request.filter.matches).prefix(request.limit))
    }

    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) -> [JobVersion] {
        rows.jobs.filter { job in job.pipeline == pipeline && job.state.isFinal && after.map { job.id > $0 } ?? true }
            .prefix(limit).map(JobVersion.init)
    }

    func identity() -> Fingerprint { rows.identity }

    func roots() -> [[UInt8]] {
        Set(rows.jobs.map(\.place.root)).sorted { $0.lexicographicallyPrecedes($1) }
    }

    func overview() -> Overview {
        let current = rows.jobs.filter(\.isCurrent)
        return Overview(
            counts: Dictionary(current.map { ($0.state, 1) }, uniquingKeysWith: +),
            history: rows.jobs.count - current.count,
            nextDue: rows.jobs.filter { $0.state == .blocked }.map(\.progress.due).min())
    }

    func current(at place: Place) -> Job? {
        rows.jobs.last { $0.isCurrent && $0.place == place }
    }

    func candidates(content: Fingerprint, pipeline: Fingerprint) -> [Job] {
        rows.jobs.filter { $0.content == content && $0.pipeline == pipeline && $0.original == nil }
    }

    func followers(of original: JobID) -> [Job] {
        rows.jobs.filter { $0.original == original && ($0.state == .ready || $0.state == .blocked) }
    }

    func insert(_ job: Job) -> JobID {
        rows.lastID += 1
        var numbered = job
        numbered.id = JobID(rawValue: rows.lastID)
        rows.jobs.append(numbered)
        return numbered.id
    }

    func updateProgress(_ job: Job, from old: Job) {
        update(job, from: old)
    }

    func update(_ job: Job, from old: Job) {
        if let position = rows.position(of: job.id) { rows.jobs[position] = job }
    }

    func remove(_ job: Job) {
        rows.jobs.removeAll { $0.id == job.id }
        rows.results[job.id] = nil
    }

    func saveResult(_ result: [UInt8]?, of id: JobID) {
        rows.results[id] = result
    }

    func lastCommit() -> Int64? { rows.commit }

    func note(commit number: Int64) { rows.commit = number }

    func isPaused() -> Bool { rows.isPaused }

    func pause(_ isPaused: Bool) { rows.isPaused = isPaused }

    func promoteDue(at now: UnixMillis) {
        for position in rows.jobs.indices {
            if let ready = rows.jobs[position].progress.after(.woke, at: now) {
                rows.jobs[position].progress = ready
            }
        }
    }

    func claimRows(
        _ limit: Int, of pipeline: Fingerprint, outside folders: Set<FolderPlace>, for owner: Owner, at now: UnixMillis
    ) -> [Job] {
        let line = rows.jobs.filter { $0.state == .ready && !$0.waitsForOriginal && $0.pipeline == pipeline }
            .filter { job in !folders.contains { $0.holds(job.place) } }
            .sorted { ($0.priority, $0.progress.due, $0.id) < ($1.priority, $1.progress.due, $1.id) }
        return line.prefix(limit).compactMap { job in
            guard let position = rows.position(of: job.id), let running = job.progress.after(.claimed, at: now)
            else { return nil }
            rows.jobs[position].progress = running
            rows.jobs[position].claimNumber += 1
            rows.jobs[position].owner = owner
            rows.jobs[position].claimed = now
            return rows.jobs[position]
        }
    }

    func owners() -> [Owner] {
        Array(Set(rows.jobs.compactMap(\.owner)))
    }

    func running(of owner: Owner) -> [Job] {
        rows.jobs.filter { $0.state == .running && $0.owner == owner }
    }
}
