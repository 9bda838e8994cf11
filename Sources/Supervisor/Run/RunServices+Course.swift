import Control
import Glibc
import Storage
import SystemValues

/// How a run begins and ends.
extension RunServices {
    /// Recovers abandoned claims, writes missing records, and starts to listen for commands.
    ///
    /// A full disk is waited for, unless the run is told to stop.
    func begin(until stop: StopRequest) async throws {
        try await waiting(until: stop) { try await begin() }
    }

    /// Lets what waits for a fault to pass give up once the run is told to stop.
    private func waiting<T: Sendable>(
        until stop: StopRequest, _ body: @Sendable () async throws -> T
    ) async throws -> T {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await stop.wait()
                if stop.cause != nil { await dispatcher.breaker.stopRetrying(within: .zero) }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    private func begin() async throws {
        log.note("run begins", ["process": "\(getpid())", "queue": context.queue.printable])
        if let sharing {
            sharing.begin()
            // What waits elsewhere, and for its time, is the business of other hosts.
            try await dispatcher.breaker.retrying { try await sharing.reclaim() }
        } else {
            try await recover()
            try await others.setAside()
        }
        try await adopted.adopt()
        try await backfill.writeMissing()
        control.start()
        announce()
        dispatcher.gate.look()
        if isWatch, sharing == nil, case let count = try await others.count(), count > 0 {
            warn(RunSummary.sentence(elsewhere: count))
        }
        if try await queue.look({ try $0.jobs.isPaused() }) {
            _ = try await dispatcher.pause(true)
            warn("the work is paused by hand since an earlier run: no photo begins; 'quiver resume' goes on")
        }
    }

    /// Frees what the dead have claimed.
    ///
    /// This is the run's first change: a queue that may not be written, or that another
    /// program keeps, ends the run with its sentence.
    private func recover() async throws {
        let lost = try await queue.page(PageRequest(JobFilter(states: [.running]), limit: 10_000))
            .filter { [store = context.store] in $0.owner.map(store.isDead) ?? true }
        let (limit, now) = (RunContext.suspiciousDeaths, Clock.now())
        do {
            _ = try await queue.attempt { [store = context.store, owner = context.owner] in
                // The program that was this process before a reload has given back what it could.
                _ = try $0.release(allOf: owner, at: now)
                return try $0.recover(limit: limit, at: now) { store.isDead($0) }
            }
        } catch let error as JobQueueError where error.code == .full {
            _ = try await queue.recover(limit: limit, at: now)
        }
        for job in lost { log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"]) }
    }

    /// Answers clients that still wait, and leaves what is shared to others: the run has failed.
    func abandon() async {
        control.stop()
        await senders?.clear()
        await leave()
    }

    /// Gives everything back to the other processes that work the queue, and says that this one has ended.
    private func leave() async {
        guard let shared = context.store.shared else { return }
        _ = try? await queue.attempt { [owner = context.owner] in
            try $0.release(allOf: owner, at: Clock.now())
        }
        try? await disk.perform { try shared.leave() }
    }

    /// Writes the tables and leaves nothing behind.
    ///
    /// A full disk is waited for, unless the run is told to stop.
    /// - Returns: Whether the tables were written.
    func finish(until stop: StopRequest) async throws -> Bool {
        control.stop()
        await senders?.clear()
        // Every worker has ended: what is left was never answered for, or could not be removed at its time.
        try await disk.perform { [context] in context.sweep() }
        let isWritten = try await waiting(until: stop) { try await writeTables(until: stop) }
        await leaveSheets()
        try await disk.perform { [context] in context.staging.remove() }
        // Photos that a late commit registered were claimed with it, for slots that had gone by then.
        _ = try? await queue.attempt { [owner = context.owner] in
            try $0.release(allOf: owner, at: Clock.now())
        }
        if let sharing { try? await sharing.parts.lost.mend(by: backfill) }
        await leave()
        log.note("run ends", ["process": "\(getpid())"])
        return isWritten
    }

    /// Leaves the score sheets to other processes, and writes what one of them has left to this one meanwhile.
    private func leaveSheets() async {
        guard sharing != nil, let sheets, (try? await duty.resign(.sheets)) != nil else { return }
        await sheets.writeLast()
    }

    private func writeTables(until stop: StopRequest) async throws -> Bool {
        while true {
            switch try await tables.close(tripping: dispatcher.breaker) {
            case .written, .behind, .elsewhere:
                await dispatcher.breaker.reset()
                return true
            case .obstructed: return false
            case .leftToNextRun:
                warn("the tables are as old as they were: writing them whole takes long, and the next run does it")
                return true
            case .postponed:
                repeat {
                    guard stop.cause == nil else { return false }
                    await stop.pause(for: .milliseconds(250))
                } while await !dispatcher.breaker.isClosed
            }
        }
    }
}
