import Findings
import Storage

/// Hands claimed jobs to free worker slots, one at a time, and knows when there is no more work.
actor JobDispatcher {
    /// When a slot learns that there is no more work.
    enum End: Sendable {
        /// Never by itself: photos may come at any time.
        case never
        /// When intake has ended and no job of the pipelines is left to work.
        case whenIdle
    }

    let queue: QueueService
    private let owner: Owner
    let pipelines: [Fingerprint]
    private let now: @Sendable () -> UnixMillis
    let end: End
    let log: PhotoLog
    /// What holds all work up, if anything does.
    nonisolated let breaker: CircuitBreaker
    /// Where photos lie; those in folders that are out of reach are not claimed.
    nonisolated let folders: PhotoFolders
    /// Without it nothing is claimed.
    nonisolated let lease: Lease
    /// Outside the settings' hours nothing is claimed, nor while other programs make too much load.
    nonisolated let gate: WorkGate
    /// What this run was told of, where other processes work the queue too and have other photos in it; nil for any.
    let roots: RunRoots?

    /// Is notified of whatever may mean work: new photos, ended ones, commands, a stop.
    nonisolated let changes = ChangeSignal()
    private let sleep: @Sendable (Duration) async throws -> Void
    private var intakeEnded = false
    /// No slot gets another job.
    private(set) var isStopped = false
    /// Whether a user has paused the work.
    private(set) var isPaused = false
    /// Slots that found nothing to do when they looked.
    private(set) var resting = 0
    /// What failed when a slot asked the queue last, until that works again.
    private var trouble: CircuitBreaker.Cause?
    /// Jobs that were claimed in a commit that ended or registered others: for resting slots, and where the queue is shared
    /// one ahead for each slot.
    var claimed: [Claim] = []
    /// Claims that a slot has taken, and whose ends the queue does not know yet.
    private(set) var inWork: Set<ClaimID> = []
    /// Jobs of photos that this run was told of, in folders that are left to other hosts but for these.
    var named: Set<JobID> = []

    init(
        queue: QueueService, owner: Owner, pipelines: [Fingerprint], end: End, breaker: CircuitBreaker,
        folders: PhotoFolders = PhotoFolders(), lease: Lease = .own, gate: WorkGate = .open, roots: RunRoots? = nil,
        log: PhotoLog = .silent, now: @escaping @Sendable () -> UnixMillis,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.sleep = sleep
        self.queue = queue
        self.owner = owner
        self.pipelines = pipelines
        self.end = end
        self.now = now
        self.breaker = breaker
        self.folders = folders
        self.lease = lease
        self.gate = gate
        self.roots = roots
        self.log = log
    }

    /// The next job, as soon as there is one; nil when the slot is to stop.
    func next() async throws -> Claim? {
        while !isStopped, !Task.isCancelled {
            let seen = changes.count
            let looked = now()
            var due: UnixMillis?
            if await breaker.isClosed, mayBegin || !gate.isOpen {
                if mayBegin, let claim = claimed.popLast() { return begin(claim) }
                do {
                    // What waits for its hour may be other photos than this run's, which has an end.
                    guard mayBegin else {
                        if try await stopIfIdle() { return nil }
                        await rest(since: seen, looked: looked, until: nil)
                        continue
                    }
                    let claim = try await claimOne(at: looked)
                    await askingWorks()
                    if let claim {
                        // The work may have been paused meanwhile, and then nothing begins.
                        guard mayBegin, isOurs(claim) else {
                            try await giveBack([claim])
                            continue
                        }
                        log.noteClaim(claim)
                        return begin(claim)
                    }
                    if try await stopIfIdle() { return nil }
                    due = try await queue.overview().nextDue
                } catch let error as JobQueueError where error.isPassing && isStopped {
                    return nil
                } catch let error as JobQueueError where error.isPassing {
                    let cause = CircuitBreaker.Cause(error)
                    trouble = cause
                    await breaker.trip(cause)
                }
            } else if try await leavesClaimed() {
                continue
            }
            resting += 1
            await rest(since: seen, looked: looked, until: due)
            resting -= 1
        }
        return nil
    }

    /// The next job where there is one at hand, so that nothing has to be waited for but the queue; nil otherwise.
    ///
    /// A queue in trouble is waited for in ``next()`` alone.
    func nextAtHand() async throws -> Claim? {
        guard !Task.isCancelled, await breaker.isClosed, !isStopped, mayBegin else { return nil }
        return claimed.popLast().map(begin)
    }

    var mayBegin: Bool { !isPaused && lease.holds && gate.isOpen }

    /// Ends the work where no more is to come; returns whether it did.
    private func stopIfIdle() async throws -> Bool {
        guard case .whenIdle = end, intakeEnded, try await isIdle() else { return false }
        stop()
        return true
    }

    /// Returns when photos may begin by hour and load, or when none is to begin any more: until then no worker has to start.
    func untilGateOpens() async throws {
        while !gate.isOpen, !isStopped, !Task.isCancelled {
            let (seen, looked) = (changes.count, now())
            do {
                if try await stopIfIdle() { return }
            } catch let error as JobQueueError where error.isPassing {
                // The gate's next change asks again.
            }
            await rest(since: seen, looked: looked, until: nil)
        }
    }

    /// Lets photos begin in spite of hour and load; returns whether they waited for these.
    func beginNow() async throws -> Bool {
        guard gate.pass() else { return false }
        try await gateHasChanged()
        return true
    }

    /// Photos may begin by hour and load, or may not any more.
    func gateHasChanged() async throws {
        defer { wake() }
        if !gate.isOpen { try await giveBack(takeBack()) }
    }

    private func claimOne(at now: UnixMillis) async throws -> Claim? {
        if let claim = try await queue.claim(request(1), at: now).first { return claim }
        let named = try await unfinishedNamed()
        guard !named.isEmpty else { return nil }
        var request = request(1)
        (request.outside, request.among) = (folders.resting, named)
        return try await queue.claim(request, at: now).first
    }

    private func begin(_ claim: Claim) -> Claim {
        inWork.insert(claim.id)
        return claim
    }

    /// The queue knows what became of claims, or they are lost.
    func end(_ claims: [ClaimID]) {
        inWork.subtract(claims)
        wake()
    }

    /// Gives back jobs that no slot has begun.
    func giveBack(_ claims: [Claim]) async throws {
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
    ///
    /// Where no worker can be started there may be no slot left that asks for what was claimed ahead.
    func untilWorkMayBegin() async throws {
        while !isStopped, !Task.isCancelled {
            let (seen, looked) = (changes.count, now())
            if await breaker.isClosed { return }
            _ = try await leavesClaimed()
            await rest(since: seen, looked: looked, until: nil)
        }
    }

    func request(_ limit: Int) -> ClaimRequest {
        ClaimRequest(limit: limit, owner: owner, pipelines: pipelines, outside: folders.unclaimable)
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
        isStopped = true
        wake()
    }

    /// Returns when no job of the pipelines is left that a worker could take, now or later.
    func untilWorked() async throws {
        while !isStopped {
            let (seen, looked) = (changes.count, now())
            do {
                if try await isIdle() { return }
            } catch let error as JobQueueError where error.isPassing && isStopped {
                return
            }
            // Every end of a photo is a change; a pause of the database ends by itself.
            await rest(since: seen, looked: looked, until: nil)
            try Task.checkCancellation()
        }
    }

    /// Whether no job of this run is left that a worker could take, now or later.
    ///
    /// Asked at every end of a photo: what this process has itself answers without a look at the queue, the counts answer at
    /// once, and only other pipelines' jobs make it look for one of its own.
    func isIdle() async throws -> Bool {
        guard inWork.isEmpty, claimed.isEmpty else { return false }
        guard try await unfinishedNamed().isEmpty else { return false }
        let overview = try await queue.overview()
        guard overview[.ready] + overview[.running] + overview[.blocked] > 0 else { return true }
        let elsewhere = folders.elsewhere
        guard elsewhere.isEmpty else { return try await isIdle(but: elsewhere) }
        var filter = JobFilter(states: [.ready, .running, .blocked])
        filter.pipelines = pipelines
        // The newest are the likeliest to be alive.
        return try await queue.page(PageRequest(filter, limit: 1, newestFirst: true)).isEmpty
    }

    /// The same where other hosts have photos in the queue that this run was not told of.
    private func isIdle(but elsewhere: Set<FolderPlace>) async throws -> Bool {
        for root in try await queue.roots() where !elsewhere.contains(FolderPlace(root: root)) {
            var filter = JobFilter(states: [.ready, .running, .blocked])
            (filter.pipelines, filter.root) = (pipelines, root)
            let page = try await queue.page(PageRequest(filter, limit: 100, newestFirst: true))
            // A full page is not searched to its end: there is work enough to look again later.
            let isOurs = page.contains { job in !elsewhere.contains { $0.holds(job.place) } }
            if isOurs || page.count == 100 { return false }
        }
        return true
    }
}
