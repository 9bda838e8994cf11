import Control
import Storage
import SystemValues

/// What a run does because other processes work its queue too: it takes over what they have changed, frees what the dead held,
/// and ends its own work where its lease is over.
///
/// What the storage tells of others only makes it quicker: it looks for itself every two seconds.
actor SharedWork {
    /// What it is made of.
    struct Parts: Sendable {
        let shared: any SharedQueue
        let store: any QueueStore
        /// What users call the queue.
        let name: String
        let queue: QueueService
        let dispatcher: JobDispatcher
        let running: RunningWorkers
        let changes: TableChanges
        let sheets: ChangeSignal
        let lost: LostOutputs
        let backfill: RecordBackfill
        var log = PhotoLog.silent
        /// What this process does, for others to see.
        let work: @Sendable () -> QueueMember.Work
        /// Is called when a lease is over: another process may have had this one's duties.
        var onLapse: @Sendable () async -> Void = {}
        let now: @Sendable () -> UnixMillis
        let tell: @Sendable (RunEvent) -> Void
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Keeps hosts from asking all at the same moment.
        var jitter: @Sendable (Duration) -> Duration = { $0 * Double.random(in: 0.75...1.25) }
    }

    /// What is looked at in one short transaction.
    struct Look: Sendable, Equatable {
        let overview: Overview
        let marks: Set<SheetMark>
        let isPaused: Bool
        let movedTo: String?
        let roots: [[UInt8]]
        /// Asked for in every look, so that few ends wait for their numbers when a program follows them.
        let endings: EndingSpan

        init(_ transaction: QueueTransaction) throws {
            overview = try transaction.jobs.overview()
            marks = Set(try transaction.scores.sheetMarks())
            isPaused = try transaction.jobs.isPaused()
            movedTo = try transaction.jobs.movedTo()
            roots = try transaction.jobs.roots()
            endings = try transaction.jobs.endingSpan()
        }

        /// How many jobs have ended, and how often others took their places: the tables show these.
        var ended: [Int] { JobState.allCases.filter(\.isFinal).map { overview[$0] } + [overview.history] }
    }

    let parts: Parts
    /// Is notified of news, and of whatever may mean that the lease is over.
    nonisolated let news = ChangeSignal()
    private var former: Look?

    /// How often it looks without being told of anything.
    static let pause = Duration.seconds(2)
    /// How often it looks at most, however much it is told.
    static let shortest = Duration.milliseconds(500)
    /// How often the jobs of the dead are looked for.
    static let recovery = Duration.seconds(5)

    init(_ parts: Parts) { self.parts = parts }

    /// Begins to listen, and to say what this process does.
    nonisolated func begin() {
        parts.shared.report(parts.work())
        parts.shared.observe { [weak self] in self?.hear($0) }
    }

    /// Takes news, on the storage's thread.
    nonisolated func hear(_ news: SharedQueueNews) {
        switch news {
        case .lapsed:
            parts.dispatcher.lease.end()
            parts.running.endAllWork()
        case .changed: parts.changes.elsewhere()
        case .back: break
        }
        parts.dispatcher.wake()
        self.news.notify()
    }

    /// Runs until cancelled.
    nonisolated func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.again(atMost: Self.pause, atLeast: Self.shortest) { try await self.look() } }
            group.addTask {
                try await self.again(atMost: Self.recovery, atLeast: Self.recovery) { try await self.recover() }
            }
            group.addTask { try await self.followLease() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Repeats a body: soon after news, and after a while without any.
    private nonisolated func again(
        atMost pause: Duration, atLeast shortest: Duration, _ body: () async throws -> Void
    ) async throws {
        while true {
            let seen = news.count
            do { try await body() } catch let error as JobQueueError where error.isPassing && !Task.isCancelled {
                // The breaker has told of it, and the next look finds out whether it has passed.
            }
            try Task.checkCancellation()
            try await parts.sleep(parts.jitter(shortest))
            if pause > shortest {
                await news.wait(past: seen, atMost: parts.jitter(pause - shortest), sleep: parts.sleep)
            }
            try Task.checkCancellation()
        }
    }

    /// Takes over what other processes have changed.
    func look() async throws {
        let held = await parts.dispatcher.held
        let (look, valid) = try await parts.queue.look { transaction in
            (try Look(transaction), try transaction.jobs.validClaims(among: Array(held)))
        }
        // No process that lives is passed over by a move, but one that stood still may be.
        if let target = look.movedTo { throw JobQueueError(moved: parts.name, to: target) }
        // Cancelled or replaced elsewhere; what this process has claimed anew meanwhile goes on.
        let gone = held.subtracting(valid)
        if !gone.isEmpty {
            await parts.dispatcher.drop(gone)
            let anew = await parts.dispatcher.held.subtracting(gone)
            parts.running.endWork(on: Array(Set(gone.map(\.job)).subtracting(anew.map(\.job))))
        }
        for root in look.roots where !parts.dispatcher.claims(below: root) {
            parts.dispatcher.folders.leave(FolderPlace(root: root))
        }
        if look.isPaused != former?.isPaused, try await parts.dispatcher.pause(look.isPaused) {
            parts.tell(.warning(look.isPaused ? Self.paused : Self.resumed))
        }
        if let former {
            if look.ended != former.ended { parts.changes.elsewhere() }
            if look.marks != former.marks { parts.tell(.reviewed(photo: nil, session: nil)) }
        }
        if !look.marks.isEmpty, look.marks != former?.marks { parts.sheets.notify() }
        let isDue = look.overview.nextDue.map { $0 <= parts.now() } ?? false
        if look.overview[.ready] > 0 || isDue || look.overview != former?.overview { parts.dispatcher.wake() }
        former = look
        try await parts.lost.mend(by: parts.backfill)
        parts.shared.report(parts.work())
    }

    private static let paused = "the work was paused on another host: no photo begins; 'quiver resume' goes on"
    private static let resumed = "the work goes on: another host has ended the pause"

    /// Frees what the dead have claimed.
    func recover() async throws {
        guard parts.dispatcher.lease.holds else { return }
        // A look that changes nothing costs the others nothing.
        let (members, running, deliverers) = try await parts.queue.look { transaction in
            (
                try transaction.jobs.members(), try transaction.jobs.overview()[.running],
                try transaction.outbox.deliverers()
            )
        }
        let alive = members.filter(\.isAlive)
        guard running > alive.map(\.running).reduce(0, +) || !Set(deliverers).isSubset(of: alive.map(\.owner)) else {
            return
        }
        try await reclaim()
    }

    /// Makes the jobs of all dead owners ready again, and gives their messages back; a line in the log for each.
    func reclaim() async throws {
        let (limit, now) = (RunContext.suspiciousDeaths, parts.now())
        let freed = try await parts.queue.attempt { [store = parts.store] in
            try $0.reclaim(limit: limit, at: now) { store.isDead($0) }
        }
        for job in freed {
            parts.log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"])
            guard job.state.isFinal else { continue }
            try await parts.backfill.write(job)
            parts.changes.end(job.id)
        }
        if !freed.isEmpty { parts.dispatcher.wake() }
    }
}
