import Results
import Storage
import SystemPackage
import SystemValues

/// Writes the records of photos that ended without a worker's answer: called off, gone, or put aside at a start; and
/// those of known photos again whose files are not there.
///
/// An end without an answer is in the queue first, so a crash may come before the record. Such a job has no record in
/// the queue either, which tells them apart; it gets one when its file is written.
struct RecordBackfill: Sendable {
    /// What tells a fault of the whole folder from one photo's, and pauses for it.
    struct Surroundings: Sendable {
        let output: OutputCheck
        let breaker: CircuitBreaker
    }

    let queue: QueueService
    let records: RecordBuilder
    /// How hooks are told of these photos; nil where there is none.
    var telling: Publisher.Telling?
    /// Nil where no run goes on that could pause.
    private let surroundings: Surroundings?
    /// Is told of records that cannot be written.
    private let warn: @Sendable (String) -> Void

    init(
        queue: QueueService, records: RecordBuilder, within surroundings: Surroundings? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.queue = queue
        self.records = records
        self.surroundings = surroundings
        self.warn = warn
    }

    /// Writing blocks: every record is synced.
    private let disk = BlockingLane("quiver.backfill")

    private static let atOnce = 500

    /// Writes the missing record of every current job, a page at a time; called once at a start.
    func writeMissing() async throws {
        let counts = try await queue.overview()
        guard counts[.cancelled] + counts[.quarantined] + counts[.gone] > 0 else { return }
        var last: JobID?
        while true {
            let after = last
            let page = try await queue.look { transaction in
                try transaction.jobs.page(
                    PageRequest(
                        JobFilter(states: [.cancelled, .quarantined, .gone]), after: after, limit: Self.atOnce)
                ).map { (job: $0, isMissing: try transaction.jobs.result(of: $0.id) == nil) }
            }
            guard let end = page.last?.job.id else { return }
            last = end
            for (job, isMissing) in page where isMissing { try await write(job) }
        }
    }

    /// Writes the record of one job that has ended.
    ///
    /// One that cannot be written is a warning, and is tried again at the next start: it holds up no other photo.
    func write(_ job: Job) async throws {
        guard job.isCurrent, job.state.isFinal else { return }
        let record = records.record(for: job)
        guard try await place([EndedJob(record: record, job: job)]) > 0 else { return }
        let line = Array(record.line.utf8)
        let sets = try await telling?.sets(ofPhotos: [record], in: queue).values.first ?? []
        let claim = ClaimID(job: job.id, claimNumber: job.claimNumber)
        let messages = telling?.unanswered(record, job.place, claim, sets) ?? []
        let now = Clock.now()
        try await queue.perform { transaction in
            // The photo may be back in the queue, and hooks were told of one that has its record already.
            guard try transaction.jobs.keep(line, ofEnded: job) == true else { return }
            try transaction.outbox.add(messages, at: now)
        }
        if !messages.isEmpty { telling?.added.notify() }
    }

    /// Writes the records of known photos whose files are not there: they were deleted, or the settings' formats had none.
    ///
    /// The queue keeps every record, so that no photo is worked for it.
    /// - Parameter lacking: The photos' jobs, each with the photo's rights.
    /// - Returns: How many have their files again.
    func writeAgain(_ lacking: [(job: JobID, mode: UInt32?)]) async throws -> Int {
        let ended = try await queue.look { transaction in
            try lacking.compactMap { id, mode in
                try transaction.jobs.job(id).map {
                    (job: $0, stored: try transaction.jobs.result(of: id), mode: mode)
                }
            }
        }
        var whole: [EndedJob] = []
        for (job, stored, mode) in ended where job.isCurrent && job.state.isFinal {
            do {
                whole.append(EndedJob(record: try records.record(for: job, stored: stored), job: job, mode: mode))
            } catch {
                warn("\(error)")
            }
        }
        return try await place(whole)
    }

    /// Writes records' files, once the folder of the results is in order; returns how many of them are there.
    private func place(_ ended: [EndedJob]) async throws -> Int {
        var hadTrouble = false
        while let job = ended.first?.job {
            do {
                try await disk.perform { try put(ended) }
                if hadTrouble { await surroundings?.breaker.reset() }
                return ended.count
            } catch let error as ResultsError {
                let trouble = try await disk.perform { [surroundings] in surroundings?.output.trouble(behind: error) }
                if let trouble, let surroundings, await surroundings.breaker.isOver(trouble) {
                    hadTrouble = true
                    continue
                }
                if trouble == nil, ended.count > 1 {
                    // One photo's folder may be at fault: find out which, and let the others have their records.
                    var placed = 0
                    for one in ended { placed += try await place([one]) }
                    return placed
                }
                warn(
                    "\(records.printable(job.place)) is \(job.state), and its record cannot be written: \(error); "
                        + "the next run tries again")
                return 0
            }
        }
        return 0
    }

    /// Writes files into the folder of the results that was looked at, never into the one below a lost mount; blocks.
    private func put(_ ended: [EndedJob]) throws {
        guard let output = surroundings?.output else { return try records.write(ended) }
        if case .madeAnew(let sentence) = output.beforePlacing() { warn(sentence) }
        try output.holding { try records.write(ended) }
    }
}
