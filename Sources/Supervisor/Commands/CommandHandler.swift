import Control
import Glibc
import Results
import Storage
import SystemValues
import WorkerProtocol

/// Answers the commands that reach a running supervisor, and does the same for a command where none runs.
struct CommandHandler: Sendable {
    let queue: QueueService
    /// Writes the records of cancelled photos; nil where nothing says which folder of results is this queue's.
    let backfill: RecordBackfill?
    var log = PhotoLog.silent
    /// Is told whose rows in the tables do not hold any more.
    var changes: TableChanges?
    /// Is notified of changes of the score book, whose sheets are old then.
    var sheets: ChangeSignal?
    /// Is notified of messages that hooks are to get once more; nil where nothing delivers them.
    var hookNews: HookNews?
    /// Is told what users have changed.
    var tell: @Sendable (RunEvent) -> Void = { _ in }
    /// Pauses the work or goes on, and says whether that is a change; nil where no work is done, and only noted.
    var pause: (@Sendable (Bool) async throws -> Bool)?
    /// Lets photos begin in spite of hours and load, and says whether they waited for these; nil where no work is done.
    var beginNow: (@Sendable () async throws -> Bool)?
    /// Goes on with the settings as they are now, or only says what they change; nil where no work is done that goes on.
    var reload: (@Sendable (_ check: Bool, _ again: Bool) async throws -> ReloadReport)?
    /// Ends the workers of jobs that were cancelled.
    var endWorkers: @Sendable ([JobID]) -> Void = { _ in }
    /// Takes photos that were sent; nil where no folder is watched.
    var sent: SentPhotos?
    /// What the run was told of, whose photos alone are tried again while it goes on; nil where none does.
    var roots: RunRoots?
    /// Where photos lie that are moved back before they are worked again.
    var folders = PhotoFolders()
    /// What retried jobs are to be worked with; nil keeps what they have.
    let pipeline: (@Sendable (Place) -> Fingerprint)?
    let now: @Sendable () -> UnixMillis
    let status: @Sendable () async -> LiveStatus?
    /// What was measured since the start; nothing where no work is done.
    var measurements: @Sendable () -> [Measurement] = { [] }
    /// The identity of the only queue that may be changed; nil for whatever queue this is.
    private(set) var expected: String?

    /// Jobs that one transaction changes, so that a command over a million jobs does not hold up the workers.
    static let atOnce = 1000

    /// Carries a request out; what goes wrong is an answer too.
    ///
    /// - Precondition: The request is not `events`, which only a connection can answer.
    func answer(_ request: ControlRequest) async -> ControlReply {
        do {
            switch request {
            case .status:
                if let live = await status() { return .status(live) }
                throw ControlError(.unavailable, "no supervisor runs", fault: .environment)
            case .measurements: return .measured(measurements())
            case .on(let expected, let request):
                var handler = self
                handler.expected = expected
                return await handler.answer(request)
            case .events: throw ControlError(.badRequest, "events are sent over a connection only", fault: .quiver)
            case .retry(let choice):
                return .changed(try await retry(choice))
            case .cancel(let choice):
                return .changed(try await cancel(choice))
            case .prune(let choice, let before, let limit, let again):
                return .changed(try await prune(choice, endedBefore: before, limit: limit, again: again))
            case .correct(let correction):
                let result = try await changeBook { try $0.correct(correction) }
                changes?.review(1)
                tell(.reviewed(photo: correction.photo, session: result.sums?.session))
                return .corrected(result)
            case .withdraw(let photo, let arrow):
                let result = try await changeBook { try $0.withdraw(photo: photo, arrow: arrow) }
                changes?.review(1)
                tell(.reviewed(photo: photo, session: result.sums?.session))
                return .corrected(result)
            case .review(let photo, let review, let revision):
                let reviewed = try await changeBook { try $0.review(photo: photo, as: review, expecting: revision) }
                changes?.review(1)
                tell(.reviewed(photo: photo, session: nil))
                return .reviewed(reviewed)
            case .findings(let content, let review, let revision):
                _ = try await attempt {
                    try $0.reviews.review(findingsOf: content, as: review, expecting: revision)
                }
                changes?.review(1)
                tell(.reviewed(photo: nil, session: nil))
                return .changed(1)
            case .accept(let contents):
                let count = try await attempt { try $0.reviews.accept(findingsOf: contents) }
                changes?.review(count)
                tell(.reviewed(photo: nil, session: nil))
                return .changed(count)
            case .unaccept(let contents):
                let count = try await attempt { try $0.reviews.takeBack(acceptanceOf: contents) }
                changes?.review(count)
                tell(.reviewed(photo: nil, session: nil))
                return .changed(count)
            case .choose(let set, let contents, let change, let draft):
                let changed = try await choose(contents, as: set, change, with: draft)
                tell(.reviewed(photo: nil, session: nil))
                return .photos(changed)
            case .gather(let contents, let draft):
                return .changed(try await attempt { try $0.sets.gather(contents, in: draft) })
            case .unchoose(let set):
                let count = try await attempt { try $0.sets.removeSet(named: set) }
                tell(.reviewed(photo: nil, session: nil))
                return .changed(count)
            case .renameSet(let set, let name):
                let count = try await attempt { try $0.sets.renameSet(named: set, to: name) }
                tell(.reviewed(photo: nil, session: nil))
                return .changed(count)
            case .findingsOfMany(let changes):
                let revisions = try await attempt { try $0.reviews.review(changes) }
                self.changes?.review(revisions.count)
                tell(.reviewed(photo: nil, session: nil))
                return .revised(revisions)
            case .session(let name, let change):
                let changed = try await changeBook { try $0.change(session: name, change) }
                tell(.reviewed(photo: nil, session: changed))
                return .session(changed)
            case .expect(let photo):
                try await expect(photo)
                return .changed(1)
            case .redeliver(let choice):
                let filter = try Self.messages(choice)
                let now = now()
                let count = try await attempt { try $0.outbox.retry(filter, limit: Self.atOnce, at: now).count }
                hookNews?.changes.notify()
                return .changed(count)
            case .forget(let choice):
                let filter = try Self.messages(choice)
                return .changed(try await attempt { try $0.outbox.forget(filter, limit: Self.atOnce).count })
            case .pause, .resume:
                return .changed(try await hold(request == .pause) ? 1 : 0)
            case .resumeNow: return .changed(try await resumeNow() ? 1 : 0)
            case .reload(let check, let again):
                if expected != nil { try await look { _ in } }
                guard let reload else { throw ControlError.nothingToReload }
                return .reload(try await reload(check, again))
            case .prioritize(let choice, let level):
                return .changed(try await prioritize(choice, level: level))
            case .assign(let photos, let session):
                guard !session.isEmpty else { throw ControlError(.badRequest, "name the session", fault: .input) }
                let count = try await changeBook { try $0.assign(photos: photos, to: session) }
                tell(.reviewed(photo: nil, session: session))
                return .changed(count)
            }
        } catch {
            return .error(ControlError(error))
        }
    }

    /// Changes the queue in one transaction, in which it is seen that the queue is the one that was meant.
    func attempt<T: Sendable>(
        _ body: @escaping @Sendable (QueueTransaction) throws -> T
    ) async throws -> T {
        try await queue.attempt { [expected] transaction in
            try Self.check(transaction, is: expected)
            return try body(transaction)
        }
    }

    /// The same for the score book.
    private func changeBook<T: Sendable>(
        _ body: @escaping @Sendable (any ScoreTransaction) throws -> T
    ) async throws -> T {
        let changed = try await attempt { try body($0.scores) }
        sheets?.notify()
        return changed
    }

    /// The same for a look after which something is done outside the queue.
    func look<T: Sendable>(_ body: @escaping @Sendable (QueueTransaction) throws -> T) async throws -> T {
        try await queue.look { [expected] transaction in
            try Self.check(transaction, is: expected)
            return try body(transaction)
        }
    }

    private static func check(_ transaction: QueueTransaction, is expected: String?) throws {
        if let expected, try transaction.jobs.identity().description != expected { throw ControlError.otherQueue }
    }

    /// Pauses the work or goes on, from now on and in later runs; returns whether that is a change.
    func hold(_ isPaused: Bool) async throws -> Bool {
        if expected != nil { try await look { _ in } }
        // A queue that cannot be written to holds up no pause.
        let isChange = try await pause?(isPaused)
        let wasPaused = try await attempt { transaction in
            let wasPaused = try transaction.jobs.isPaused()
            if wasPaused != isPaused { try transaction.jobs.pause(isPaused) }
            return wasPaused
        }
        return isChange ?? (wasPaused != isPaused)
    }

    /// Ends jobs; each gets its record.
    private func cancel(_ choice: JobChoice) async throws -> Int {
        let command = JobCommand.cancel(try Self.filter(choice))
        var total = 0
        while true {
            let now = now()
            let (changed, unread) = try await attempt { transaction in
                let changed = try transaction.jobs.change(command, limit: Self.atOnce, at: now)
                return (changed, try UnreadPhotos.end(changed, in: transaction))
            }
            total += changed.count
            for id in changed { log.note(.cancelled, id) }
            endWorkers(changed)
            try await writeRecords(of: changed)
            for id in changed { changes?.end(id) }
            if unread > 0 {
                sheets?.notify()
                tell(.reviewed(photo: nil, session: nil))
            }
            if changed.count < Self.atOnce { return total }
        }
    }

    /// Puts photos back into the queue, and those that were moved away to where they came from.
    private func retry(_ choice: JobChoice) async throws -> Int {
        var filter = try Self.filter(choice)
        // A re-run that was put aside is history, and is named by its number.
        filter.age = choice.jobs.isEmpty ? .current : .any
        let retried: Set<JobState> = [.failed, .quarantined, .cancelled, .gone, .blocked]
        filter.states = filter.states.isEmpty ? retried : filter.states.intersection(retried)
        guard !filter.states.isEmpty else { return 0 }
        var (total, elsewhere, last): (Int, Int, JobID?) = (0, 0, nil)
        var refusals: [String] = []
        while true {
            let request = PageRequest(filter, after: last, limit: Self.atOnce)
            let page = try await look { transaction in
                try transaction.jobs.page(request).map { ($0, try transaction.jobs.result(of: $0.id)) }
            }
            guard let end = page.last?.0.id else { break }
            last = end
            let own = page.filter { roots?.holds($0.0.place) ?? true }
            elsewhere += page.count - own.count
            let (ids, refused) = try await bringBack(own)
            refusals += refused
            guard !ids.isEmpty else { continue }
            let now = now()
            let places = Dictionary(uniqueKeysWithValues: own.map { ($0.0.id, $0.0.place) })
            let byPipeline = Dictionary(grouping: ids) { id in places[id].flatMap { pipeline?($0) } }
            let changed = try await attempt { [age = filter.age] transaction in
                try byPipeline.flatMap { pipeline, ids in
                    let command = JobCommand.retry(JobFilter(ids: ids, age: age), pipeline: pipeline)
                    return try transaction.jobs.change(command, limit: Self.atOnce, at: now)
                }
            }
            total += changed.count
            for id in changed { log.note(.retried, id) }
            changes?.outdate(changed.count)
        }
        if elsewhere > 0 {
            refusals.append(
                "\(elsewhere) of them lie in folders that the running Quiver was not told of and stay as they are; "
                    + "stop it and try again, then run Quiver over those folders")
        }
        guard total > 0 || refusals.isEmpty else {
            throw ControlError(.refused, refusals.joined(separator: "\n"), fault: .environment)
        }
        for refusal in refusals { tell(.warning(refusal)) }
        return total
    }

    /// Brings photos back on the threads of their roots; those of a root that does not answer stay as they are.
    private func bringBack(_ jobs: [(job: Job, result: [UInt8]?)]) async throws -> (ids: [JobID], refused: [String]) {
        var (ids, refused): ([JobID], [String]) = ([], [])
        for jobs in Dictionary(grouping: jobs, by: \.job.place.root).values {
            guard jobs[0].job.place.isOnThisHost else {
                let back = MovedPhotos.bringBack(jobs)
                ids += back.ids
                refused += back.refused
                continue
            }
            do {
                let back = try await folders.read(at: jobs[0].job.place, undo: { _ in }) { MovedPhotos.bringBack(jobs) }
                ids += back.ids
                refused += back.refused
            } catch let away as FolderAway {
                folders.rest(away, sample: jobs[0].job.place)
                refused.append(
                    "\(away.failure.message); \(jobs.count == 1 ? "its photo stays as it is" : "its \(jobs.count) photos stay as they are")"
                )
            }
        }
        return (ids.sorted(), refused)
    }

    /// A cancelled photo has its record too: one for every input, always.
    private func writeRecords(of jobs: [JobID]) async throws {
        guard let backfill else { return }
        for id in jobs {
            guard let job = try await queue.job(id) else { continue }
            try await backfill.write(job)
        }
    }
}
