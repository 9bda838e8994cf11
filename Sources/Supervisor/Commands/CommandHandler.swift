import Control
import Glibc
import JobQueue
import QueueStorage
import Results
import ScoreBook
import SystemValues
import WorkerProtocol

/// Answers the commands that reach a running supervisor, and does the same for a command where none runs.
struct CommandHandler: Sendable {
    let queue: QueueService
    let records: RecordBuilder
    var log = PhotoLog.silent
    /// Is told whose rows in the tables do not hold any more.
    var changes: TableChanges?
    /// Is told what people have changed.
    var tell: @Sendable (RunEvent) -> Void = { _ in }
    /// Pauses the work or goes on, and says whether that is a change; nil where no work is done.
    var pause: (@Sendable (Bool) async -> Bool)?
    /// Ends the workers of jobs that were cancelled.
    var endWorkers: @Sendable ([JobID]) -> Void = { _ in }
    /// What retried jobs are to be worked with; nil keeps what they have.
    let pipeline: Fingerprint?
    let now: @Sendable () -> UnixMillis
    let status: @Sendable () async -> LiveStatus?

    /// Jobs that one transaction changes, so that a command over a million jobs does not hold up the workers.
    private static let atOnce = 1000

    /// Carries a request out; what goes wrong is an answer too.
    ///
    /// - Precondition: The request is not `events`, which only a connection can answer.
    func answer(_ request: ControlRequest) async -> ControlReply {
        do {
            switch request {
            case .status:
                if let live = await status() { return .status(live) }
                throw ControlError(.unavailable, "no supervisor runs", fault: .environment)
            case .events: throw ControlError(.badRequest, "events are sent over a connection only", fault: .quiver)
            case .retry(let choice):
                return .changed(try await change(choice, as: .retried) { .retry($0, pipeline: pipeline) })
            case .cancel(let choice):
                return .changed(try await change(choice, as: .cancelled) { .cancel($0) })
            case .prune(let choice, let before):
                return .changed(
                    try await change(choice, as: .pruned) { filter in
                        var filter = filter
                        filter.age = .any
                        filter.finishedBefore = before
                        return .prune(filter)
                    })
            case .correct(let correction):
                let result = try await queue.perform { try $0.scores.correct(correction) }
                tell(.reviewed(photo: correction.photo, session: result.sums?.session))
                return .corrected(result)
            case .withdraw(let photo, let arrow):
                let result = try await queue.perform { try $0.scores.withdraw(photo: photo, arrow: arrow) }
                tell(.reviewed(photo: photo, session: result.sums?.session))
                return .corrected(result)
            case .review(let photo, let review, let revision):
                let reviewed = try await queue.perform {
                    try $0.scores.review(photo: photo, as: review, expecting: revision)
                }
                tell(.reviewed(photo: photo, session: nil))
                return .reviewed(reviewed)
            case .findings(let content, let review, let revision):
                _ = try await queue.perform {
                    try $0.reviews.review(findingsOf: content, as: review, expecting: revision)
                }
                return .changed(1)
            case .accept(let contents):
                return .changed(try await queue.perform { try $0.reviews.accept(findingsOf: contents) })
            case .session(let name, let change):
                let changed = try await queue.perform { try $0.scores.change(session: name, change) }
                tell(.reviewed(photo: nil, session: changed))
                return .session(changed)
            case .pause, .resume:
                guard let pause else { throw ControlError(.unavailable, "no supervisor runs", fault: .environment) }
                return .changed(await pause(request == .pause) ? 1 : 0)
            case .assign(let photos, let session):
                guard !session.isEmpty else { throw ControlError(.badRequest, "name the session", fault: .input) }
                let count = try await queue.perform { try $0.scores.assign(photos: photos, to: session) }
                tell(.reviewed(photo: nil, session: session))
                return .changed(count)
            }
        } catch {
            return .error(ControlError(error))
        }
    }

    private func change(
        _ choice: JobChoice, as event: PhotoLog.Event, _ command: (JobFilter) -> JobCommand
    ) async throws -> Int {
        let states = try Self.states(choice.states)
        // No condition at all would mean every job.
        guard !choice.jobs.isEmpty || !states.isEmpty else {
            throw ControlError(.badRequest, "name jobs by number or by state", fault: .input)
        }
        let command = command(
            JobFilter(ids: choice.jobs.isEmpty ? nil : choice.jobs.map(JobID.init), states: states, age: .current))
        var total = 0
        while true {
            let changed = try await queue.change(command, limit: Self.atOnce, at: now())
            total += changed.count
            for id in changed { log.note(event, id) }
            if event == .cancelled {
                endWorkers(changed)
                try await writeRecords(of: changed)
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
                throw ControlError(
                    .badRequest,
                    "no photo can be in the state '\(word.forTerminal)'; the states are "
                        + JobState.allCases.map(\.description).joined(separator: ", "), fault: .input)
            })
    }

    /// A cancelled photo has its record too: one for every input, always.
    private func writeRecords(of jobs: [JobID]) async throws {
        let backfill = RecordBackfill(queue: queue, records: records)
        for id in jobs {
            guard let job = try await queue.job(id) else { continue }
            try await backfill.write(job)
        }
    }
}
