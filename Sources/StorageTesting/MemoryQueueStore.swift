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
            let answer = try body(open.transaction)
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
    var likenesses: [JobID: [UInt8]] = [:]
    var embeddings: [JobID: [UInt8]] = [:]
    var forgotten: [Place: ForgottenPhoto] = [:]
    /// The pipelines for which the results of others stand, by these.
    var successors: [Fingerprint: Fingerprint] = [:]
    /// The numbers of the last ends.
    var endings: [JobID: Int64] = [:]
    var endingSpan = EndingSpan()
    var lastID: Int64 = 0
    var commit: Int64?
    var isPaused = false
    var movedTo: String?
    var identity = Fingerprint(
        head: .random(in: 0...(.max)), tail: (.random(in: 0...(.max)), .random(in: 0...(.max)), .random(in: 0...(.max)))
    )

    var sessions: [String: SessionRow] = [:]
    var photos: [String: PhotoRow] = [:]
    var arrows: [String: [ArrowRow]] = [:]
    var parked: [ParkedPhoto] = []
    var sheetMarks: [SheetMark] = []

    /// By the photo's content.
    var reviews: [String: StoredFindingReview] = [:]

    /// The contents of each set, by its name.
    var photoSets: [String: Set<String>] = [:]

    /// By number.
    var outbox: [OutboxRow] = []
    var lastMessage: Int64 = 0

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
    var rows: MemoryRows { didSet { isChanged = true } }
    private(set) var isChanged = false
    /// The processes that write the queue, where several may.
    let processes: [QueueMember]
    /// False for a process whose lease is over: it is given no job.
    let mayClaim: Bool

    init(_ rows: MemoryRows, processes: [QueueMember] = [], mayClaim: Bool = true) {
        (self.rows, self.processes, self.mayClaim) = (rows, processes, mayClaim)
    }

    /// What the transaction can change.
    var transaction: QueueTransaction {
        QueueTransaction(jobs: self, scores: self, reviews: self, sets: self, outbox: OpenOutbox(open: self))
    }
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
            let isBehind = request.after.map { request.newestFirst ? job.id < $0 : job.id > $0 } ?? true
            let isBefore = request.through.map { request.newestFirst ? job.id >= $0 : job.id <= $0 } ?? true
            return isBehind && isBefore
        }
        return Array(rest.lazy.filter(request.filter.matches).prefix(request.limit))
    }

    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) -> [JobVersion] {
        rows.jobs.filter { job in job.pipeline == pipeline && job.state.isFinal && after.map { job.id > $0 } ?? true }
            .prefix(limit).map(JobVersion.init)
    }

    func identity() -> Fingerprint { rows.identity }

    func members() -> [QueueMember] {
        processes.map { process in
            var process = process
            process.running = rows.jobs.count { $0.state == .running && $0.owner == process.owner }
            return process
        }
    }

    func roots() -> [[UInt8]] {
        Set(rows.jobs.map(\.place.root) + rows.forgotten.keys.map(\.root)).sorted { $0.lexicographicallyPrecedes($1) }
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

    func doneCopies(of originals: [JobID]) -> [Job] {
        let wanted = Set(originals)
        return rows.jobs.filter { job in job.state == .done && job.original.map { wanted.contains($0) } == true }
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
        rows.likenesses[job.id] = nil
        rows.embeddings[job.id] = nil
        if let number = rows.endings.removeValue(forKey: job.id) {
            rows.endingSpan.forget(number)
        }
    }

    func saveResult(_ result: [UInt8]?, of id: JobID) {
        rows.results[id] = result
        if result != nil { rows.endingSpan.last += 1 }
        rows.endings[id] = result == nil ? nil : rows.endingSpan.last
        if result == nil { (rows.likenesses[id], rows.embeddings[id]) = (nil, nil) }
    }

    func keep(likeness: [UInt8]?, of id: JobID) { rows.likenesses[id] = likeness }

    func likenesses(after: JobID?, limit: Int) -> [KeptLikeness] {
        let later = rows.likenesses.filter { one in after.map { one.key > $0 } ?? true }
        return Array(
            later.map { KeptLikeness(job: $0.key, bytes: $0.value) }.sorted { $0.job < $1.job }.prefix(limit))
    }

    func keep(embeddings: [UInt8]?, of id: JobID) { rows.embeddings[id] = embeddings }

    func forEachEmbeddings(
        after: JobID?, limit: Int, _ body: (JobID, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let later = rows.embeddings.filter { one in after.map { one.key > $0 } ?? true }
        for one in later.sorted(by: { $0.key < $1.key }).prefix(limit) {
            try one.value.withUnsafeBytes { try body(one.key, $0) }
        }
    }

    func endings(after number: Int64, limit: Int) -> [JobEnding] {
        let later = rows.endings.filter { $0.value > number }.map { JobEnding(job: $0.key, number: $0.value) }
        return Array(later.sorted { $0.number < $1.number }.prefix(limit))
    }

    func endingSpan() -> EndingSpan { rows.endingSpan }

    func restore(_ span: EndingSpan) { rows.endingSpan = span }

    func restore(_ endings: [JobEnding]) {
        for ending in endings { rows.endings[ending.job] = ending.number }
    }

    func lastCommit() -> Int64? { rows.commit }

    func note(commit number: Int64) {
        let wasChanged = isChanged
        rows.commit = number
        // The number of a commit says nothing of jobs.
        isChanged = wasChanged
    }

    func lastNumber() -> JobID { JobID(rawValue: rows.lastID) }

    func forgotten(at place: Place) -> ForgottenPhoto? { rows.forgotten[place] }

    func forgotten(after: JobID?, limit: Int) -> [ForgottenPhoto] {
        Array(
            rows.forgotten.values.filter { photo in after.map { photo.job > $0 } ?? true }.sorted { $0.job < $1.job }
                .prefix(limit))
    }

    func keep(forgotten photos: [ForgottenPhoto]) { for photo in photos { rows.forgotten[photo.place] = photo } }

    func drop(_ photo: ForgottenPhoto) { rows.forgotten[photo.place] = nil }

    func predecessors(of pipeline: Fingerprint) -> [Fingerprint] {
        rows.successors.filter { $0.value == pipeline }.keys.sorted { $0.description < $1.description }
    }

    func pipelinesWithPredecessors() -> [Fingerprint] { Array(Set(rows.successors.values)) }

    func note(resultsOf former: Fingerprint, standFor present: Fingerprint?) { rows.successors[former] = present }

    func movedTo() -> String? { rows.movedTo }

    func note(movedTo target: String?) { rows.movedTo = target }

    func restore(identity: Fingerprint, lastNumber: JobID) {
        rows.identity = identity
        rows.lastID = lastNumber.rawValue
    }

    func restore(_ jobs: [KeptJob]) {
        for kept in jobs {
            rows.jobs.append(kept.job)
            rows.results[kept.job.id] = kept.result
        }
    }

    func isPaused() -> Bool { rows.isPaused }

    func pause(_ isPaused: Bool) { rows.isPaused = isPaused }

    func promoteDue(at now: UnixMillis) {
        for position in rows.jobs.indices {
            if let ready = rows.jobs[position].progress.after(.woke, at: now) {
                rows.jobs[position].progress = ready
            }
        }
    }

    func claimRows(for request: ClaimRequest, at now: UnixMillis) -> [Job] {
        guard mayClaim else { return [] }
        let line = rows.jobs.filter {
            $0.state == .ready && !$0.waitsForOriginal && request.pipelines.contains($0.pipeline)
        }
        .filter { job in !request.outside.contains { $0.holds(job.place) } }
        .filter { request.among?.contains($0.id) ?? true }
        .sorted { ($0.priority, $0.progress.due, $0.id) < ($1.priority, $1.progress.due, $1.id) }
        return line.prefix(request.limit).compactMap { job in
            guard let position = rows.position(of: job.id), let running = job.progress.after(.claimed, at: now)
            else { return nil }
            rows.jobs[position].progress = running
            rows.jobs[position].claimNumber += 1
            rows.jobs[position].owner = request.owner
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
