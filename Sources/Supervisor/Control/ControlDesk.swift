import Glibc
import JobQueue
import QueueStorage
import Results
import ScoreBook
import SystemValues
import WorkerProtocol

/// Answers the commands that reach a running supervisor, and does the same for a command where none runs.
struct ControlDesk: Sendable {
    let queue: QueueService
    let records: RecordMaker
    var log = PhotoLog.silent
    /// Is told whose rows in the tables do not hold any more.
    var changes: TableChanges?
    /// Ends the workers of jobs that were cancelled.
    var endWorkers: @Sendable ([JobID]) -> Void = { _ in }
    /// What retried jobs are to be worked with; nil keeps what they have.
    let pipeline: Fingerprint?
    let now: @Sendable () -> UnixMillis
    let status: @Sendable () async -> LiveStatus?

    /// Jobs that one transaction changes, so that a command over a million jobs does not hold up the workers.
    private static let atOnce = 1000

    func answer(_ request: ControlRequest) async -> ControlReply {
        do {
            switch request.verb {
            case .status: return ControlReply(live: await status())
            case .retry: return ControlReply(changed: try await change(request) { .retry($0, pipeline: pipeline) })
            case .cancel: return ControlReply(changed: try await change(request) { .cancel($0) })
            case .prune: return ControlReply(changed: try await change(request) { .prune($0) })
            case .correct, .withdraw: return ControlReply(correction: try await correct(request))
            case .assign: return ControlReply(changed: try await assign(request))
            }
        } catch {
            return ControlReply(error: "\(error)")
        }
    }

    private func change(_ request: ControlRequest, _ command: (JobFilter) -> JobCommand) async throws -> Int {
        let states = try Self.states(request.states)
        // No condition at all would mean every job.
        guard !request.jobs.isEmpty || !states.isEmpty else {
            throw PipelineError(.control, "name jobs by number or by state", fault: .input)
        }
        var filter = JobFilter(
            ids: request.jobs.isEmpty ? nil : request.jobs.map(JobID.init), states: states,
            age: request.verb == .prune ? .any : .current)
        filter.finishedBefore = request.before
        let command = command(filter)
        var total = 0
        while true {
            let changed = try await queue.change(command, limit: Self.atOnce, at: now())
            total += changed.count
            for id in changed { log.note(Self.event(request.verb), id) }
            if request.verb == .cancel {
                endWorkers(changed)
                try await payRecords(of: changed)
                for id in changed { changes?.end(id) }
            } else {
                changes?.outdate(changed.count)
            }
            if changed.count < Self.atOnce { return total }
        }
    }

    /// A word that is no state must not be left out: fewer conditions mean more jobs.
    private static func states(_ words: [String]) throws -> Set<JobState> {
        try Set(
            words.map { word in
                if let state = JobState(word: word) { return state }
                throw PipelineError(
                    .control,
                    "no photo can be in the state '\(word.forTerminal)'; the states are "
                        + JobState.allCases.map(\.description).joined(separator: ", "), fault: .input)
            })
    }

    /// Changes the score book by a manual correction.
    private func correct(_ request: ControlRequest) async throws -> CorrectionResult? {
        guard let correction = request.correction else { return nil }
        return try await queue.perform { transaction in
            let book = transaction.scores
            if request.verb == .correct { return try book.correct(correction) }
            return try book.withdraw(photo: correction.photo, arrow: correction.arrow ?? 0)
        }
    }

    /// Puts photos into the session that a person named; returns how many.
    private func assign(_ request: ControlRequest) async throws -> Int {
        guard let session = request.session, !session.isEmpty else { return 0 }
        return try await queue.perform { transaction in
            try transaction.scores.assign(photos: request.photos ?? [], to: session)
        }
    }

    /// A cancelled photo has its record too: one for every input, always.
    private func payRecords(of jobs: [JobID]) async throws {
        let owed = OwedRecords(queue: queue, records: records)
        for id in jobs {
            guard let job = try await queue.job(id) else { continue }
            try await owed.pay(job)
        }
    }

    private static func event(_ verb: ControlRequest.Verb) -> PhotoLog.Event {
        switch verb {
        case .cancel: .cancelled
        case .prune: .pruned
        case .retry, .status, .correct, .withdraw, .assign: .retried
        }
    }
}
