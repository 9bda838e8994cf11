import Findings
import Storage

/// Hands claimed jobs to free worker slots, one at a time, and knows when there is no more work.
actor JobDispatcher {
    /// When a slot learns that there is no more work.
    enum End: Sendable {
        /// Never by itself: photos may come at any time.
        case never
        /// When intake has ended and no job of the pipeline is left to work.
        case whenIdle
    }

    private let queue: QueueService
    private let owner: Owner
    private let pipeline: Fingerprint
    private let now: @Sendable () -> UnixMillis
    private let end: End
    private let log: PhotoLog
    /// What holds all work up, if anything does.
    nonisolated let breaker: CircuitBreaker
    /// Where photos lie; those in folders that are out of reach are not claimed.
    nonisolated let folders: PhotoFolders

    /// Is notified of whatever may mean work: new photos, ended ones, commands, a stop.
    nonisolated let changes = ChangeSignal()
    private let sleep: @Sendable (Duration) async throws -> Void
    private var intakeEnded = false
    private var stopped = false
    /// Whether a user has paused the work.
    private(set) var isPaused = false
    /// Slots that found nothing to do when they looked.
    private var resting = 0
    /// What failed when a slot asked the queue last, until that works again.
    private var trouble: CircuitBreaker.Cause?
    /// Jobs that were claimed for resting slots in a commit that ended or registered others.
    private var claimed: [Claim] = []

    init(
        queue: QueueService, owner: Owner, pipeline: Fingerprint, end: End, breaker: CircuitBreaker,
        folders: PhotoFolders = PhotoFolders(), log: PhotoLog = .silent, now: @escaping @Sendable () -> UnixMillis,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.sleep = sleep
        self.queue = queue
        self.owner = owner
        self.pipeline = pipeline
        self.end = end
        self.now = now
        self.breaker = breaker
        self.folders = folders
        self.log = log
    }

    /// The next job, as soon as there is one; nil when the slot is to stop.
    func next() async throws -> Claim? {
        while !stopped, !Task.isCancelled {
            let seen = changes.count
            let looked = now()
            var due: UnixMillis?
            if await breaker.isClosed, !isPaused {
                if let claim = claimed.popLast() { return claim }
                do {
                    let claim = try await queue.claim(request(1), at: looked).first
                    await askingWorks()
                    if let claim {
                        // The work may have been paused meanwhile, and then nothing begins.
                        guard !isPaused else {
                            try await giveBack([claim])
                            continue
                        }
                        log.noteClaim(claim)
                        return claim
                    }
                    if case .whenIdle = end, intakeEnded, try await isIdle() {
                        stop()
                        return nil
                    }
                    due = try await queue.overview().nextDue
                } catch let error as JobQueueError where error.isPassing && stopped {
                    return nil
                } catch let error as JobQueueError where error.isPassing {
                    let cause = CircuitBreaker.Cause(error)
                    trouble = cause
                    await breaker.trip(cause)
                }
            }
            resting += 1
            await rest(since: seen, looked: looked, until: due)
            resting -= 1
        }
        return nil
    }

    /// Gives back jobs that no slot has begun.
    private func giveBack(_ claims: [Claim]) async throws {
        guard !claims.isEmpty else { return }
        _ = try await queue.complete(claims.map { ($0.id, .released) }, at: now())
    }

    /// A pause that began when there was nothing to work is over without a photo that shows it.
    private func askingWorks() async {
        guard let cause = trouble else { return }
        trouble = nil
        await breaker.reset(cause)
    }

    /// Returns when no trouble keeps work from beginning, or when no more is to begin.
    func untilWorkMayBegin() async {
        while !stopped, !Task.isCancelled {
            let (seen, looked) = (changes.count, now())
            if await breaker.isClosed { return }
            await rest(since: seen, looked: looked, until: nil)
        }
    }

    /// What to claim for the slots that have nothing to do, in a commit that happens anyway; nil where none has to wait.
    ///
    /// A slot that has just answered is not among them: it asks for itself, and does not wait for its photo's files to
    /// be placed.
    func requestForRestingSlots() async -> ClaimRequest? {
        guard await breaker.isClosed, !stopped, !isPaused, resting > claimed.count else { return nil }
        return request(resting - claimed.count)
    }

    private func request(_ limit: Int) -> ClaimRequest {
        ClaimRequest(limit: limit, owner: owner, pipelines: [pipeline], outside: folders.resting)
    }

    /// Hands claimed jobs to resting slots, and returns those that no slot waits for any more, to be given back.
    func handOut(_ claims: [Claim]) -> [Claim] {
        let wanted = stopped || isPaused ? 0 : max(0, resting - claimed.count)
        for claim in claims.prefix(wanted) { log.noteClaim(claim) }
        // The last one is taken first.
        claimed = claims.prefix(wanted).reversed() + claimed
        if !claimed.isEmpty { wake() }
        return Array(claims.dropFirst(wanted))
    }

    /// Hands out jobs that were claimed for resting slots when others were registered, and gives back the rest.
    func take(_ claims: [Claim]) async throws { try await giveBack(handOut(claims)) }

    /// The claims that no slot has taken, to be given back when the slots have gone.
    func takeBack() -> [Claim] {
        defer { claimed = [] }
        return claimed
    }

    /// Waits until something has changed, a retry has come due, or a pause is over.
    ///
    /// - Parameter looked: When the queue was asked. What came due between that moment and this one is not waited for:
    ///   the queue has not been asked for it yet.
    private func rest(since seen: Int, looked: UnixMillis, until due: UnixMillis?) async {
        let end = await breaker.closesAgain
        let next = end > looked ? end : due
        // A retry that was due when the queue was asked was not there to claim: another pipeline's, which is none of ours.
        let left = next.flatMap { $0 > looked ? Duration.milliseconds(max(0, $0 - now())) : nil }
        await changes.wait(past: seen, atMost: left, sleep: sleep)
    }

    /// Lets every waiting slot look again.
    nonisolated func wake() { changes.notify() }

    /// Begins no more photos from the moment that this returns, or goes on; returns whether that is a change.
    func pause(_ isPaused: Bool) async throws -> Bool {
        defer { wake() }
        let isChange = self.isPaused != isPaused
        self.isPaused = isPaused
        if isPaused { try await giveBack(takeBack()) }
        return isChange
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

    /// Returns when no job of the pipeline is left that a worker could take, now or later.
    func untilWorked() async throws {
        while !stopped {
            let (seen, looked) = (changes.count, now())
            do {
                if try await isIdle() { return }
            } catch let error as JobQueueError where error.isPassing && stopped {
                return
            }
            // Every end of a photo is a change; a pause of the database ends by itself.
            await rest(since: seen, looked: looked, until: nil)
            try Task.checkCancellation()
        }
    }

    /// Asked often: the counts answer at once, and only other pipelines' jobs make it look for one of its own.
    private func isIdle() async throws -> Bool {
        let overview = try await queue.overview()
        guard overview[.ready] + overview[.running] + overview[.blocked] > 0 else { return true }
        var filter = JobFilter(states: [.ready, .running, .blocked])
        filter.pipeline = pipeline
        // The newest are the likeliest to be alive.
        return try await queue.page(PageRequest(filter, limit: 1, newestFirst: true)).isEmpty
    }
}
