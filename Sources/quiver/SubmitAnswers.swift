import Control
import JSONTree
import Results
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// Waits for what photos are answered with, one after the other, and for none without hope.
struct SubmitAnswers {
    private let control: QueueControl
    private let isForEnd: Bool
    private let limit: ContinuousClock.Instant?
    private let lane = BlockingLane("quiver.submit")
    /// Until when photos are waited for that get no job: a folder's rules may leave them out.
    ///
    /// All have this one time, which begins anew only where a photo got its job meanwhile.
    private var joblessUntil: ContinuousClock.Instant
    /// When a supervisor was last there.
    private var reached: ContinuousClock.Instant
    /// When it was last asked for.
    private var asked: ContinuousClock.Instant
    /// Whether nothing works the photos any more.
    private(set) var isUnwatched = false

    /// For how long photos without a job are waited for.
    private let patience: Duration
    /// For how long a supervisor may be away: one that is started anew goes on with the photos.
    private static let absence = Duration.seconds(30)
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: The time that all waiting goes by.
    init(
        _ control: QueueControl, isForEnd: Bool, limit: ContinuousClock.Instant?, patience: Duration = .seconds(60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.control = control
        self.isForEnd = isForEnd
        self.limit = limit
        self.patience = patience
        self.now = now
        let start = now()
        joblessUntil = start + patience
        (reached, asked) = (start, start)
    }

    /// A photo's answer, once it is there or is waited for no more.
    mutating func next(_ photo: SubmittedPhoto) async throws -> SubmitAnswer {
        var isJobless = false
        while true {
            let (job, record) = try await lane.perform { [control, isForEnd] in
                let job = try control.read { try photo.job(in: $0) }
                return (job, try job.flatMap { isForEnd && $0.state.isFinal ? try control.record(of: $0) : nil })
            }
            if job != nil, isJobless { joblessUntil = now() + patience }
            isJobless = job == nil
            var isDone = job.map { !isForEnd || $0.state.isFinal } ?? false
            if !isDone { isDone = try await isOver(for: job) }
            if isDone {
                return SubmitAnswer(photo: photo, job: job, record: record, isWaitedFor: isForEnd)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Whether a photo is waited for no more.
    private mutating func isOver(for job: Job?) async throws -> Bool {
        let now = now()
        if Stopping.request.cause != nil || limit.map({ now >= $0 }) == true { return true }
        if job == nil, now >= joblessUntil { return true }
        if now - asked >= .seconds(2) {
            asked = now
            let isReached = try await lane.perform { [control] in ControlClient.reaches(queue: control.location) }
            if isReached { reached = now }
        }
        // Other hosts work what a database has.
        guard now - reached >= Self.absence, job == nil || control.location.address == nil else { return false }
        isUnwatched = true
        return true
    }
}

/// What a photo that was handed in is answered with.
struct SubmitAnswer: Sendable {
    let photo: SubmittedPhoto
    /// Nil where it was not in the queue in time.
    let job: Job?
    /// Nil where it was not waited for, or has not ended in time.
    let record: Record?
    let isWaitedFor: Bool

    /// Whether all that was asked for is there.
    var isAnswered: Bool { isWaitedFor ? record != nil : job != nil }

    /// Whether it has ended without a result.
    var hasFailed: Bool { record.map { $0.state != .done } ?? false }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("job", job.map { .integer(Int($0.id.rawValue)) } ?? .null),
            .init("state", job.map { .string($0.state.description) } ?? .null),
            .init("path", .string(EscapedName(photo.file).text)),
            .init("sha256", .string(photo.content.description)),
        ]
        if isWaitedFor { members.append(.init("record", record?.json ?? .null)) }
        return .object(members)
    }

    func text(_ paint: Paint) -> String {
        let path = EscapedName.printable(photo.file)
        guard let job else {
            return "\(paint.yellow("not in the queue")) \(path): the run's rules for the folder may leave it out"
        }
        return JobLineText(job: job, paint: paint).text
    }
}
