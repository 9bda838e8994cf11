import Findings
import JobQueue

/// Hands claimed jobs to free worker slots, one at a time, and knows when there is no more work.
actor WorkSource {
    /// When a slot is told that there is no more work.
    enum End: Sendable {
        /// Never by itself: photos may come at any time.
        case never
        /// When intake has ended and every job of the pipeline is final.
        case whenIdle
    }

    private let queue: QueueService
    private let owner: Owner
    private let pipeline: Fingerprint
    private let now: @Sendable () -> Instant
    private let end: End
    private let onTrouble: @Sendable (String) -> Void

    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Counts wake-ups, so that one between a look at the queue and the wait is not missed.
    private var wakes = 0
    private var intakeEnded = false
    private var stopped = false
    private var pausedUntil: Instant = 0

    init(
        queue: QueueService, owner: Owner, pipeline: Fingerprint, end: End, now: @escaping @Sendable () -> Instant,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        self.queue = queue
        self.owner = owner
        self.pipeline = pipeline
        self.end = end
        self.now = now
        self.onTrouble = onTrouble
    }

    /// The next job, as soon as there is one; nil when the slot may go home.
    func next() async throws -> Claim? {
        while !stopped, !Task.isCancelled {
            let seen = wakes
            if now() >= pausedUntil {
                do {
                    let request = ClaimRequest(limit: 1, owner: owner, pipelines: [pipeline])
                    if let claim = try await queue.claim(request, at: now()).first { return claim }
                    if case .whenIdle = end, intakeEnded, try await isIdle() {
                        stop()
                        return nil
                    }
                } catch let error as JobQueueError where error.fault == .environment {
                    pause(milliseconds: 5000, why: error.message)
                }
            }
            if wakes == seen { await withCheckedContinuation { waiters.append($0) } }
        }
        return nil
    }

    /// Lets every waiting slot look again.
    func wake() {
        wakes += 1
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }

    /// Nothing more will be registered.
    func intakeHasEnded() {
        intakeEnded = true
        wake()
    }

    /// No slot gets another job.
    func stop() {
        stopped = true
        wake()
    }

    var isStopped: Bool { stopped }

    /// Holds back new claims for a while, because the environment stands in the way of all photos alike.
    func pause(milliseconds: Int64, why: String) {
        let until = now() + milliseconds
        // Every slot and the publisher may meet the same full disk: it is said once.
        if now() >= pausedUntil { onTrouble("work pauses for \(milliseconds / 1000) s: \(why)") }
        pausedUntil = max(pausedUntil, until)
    }

    private func isIdle() async throws -> Bool {
        var filter = JobFilter(states: [.waiting, .ready, .running, .blocked])
        filter.pipeline = pipeline
        return try await queue.page(PageRequest(filter, limit: 1)).isEmpty
    }
}
