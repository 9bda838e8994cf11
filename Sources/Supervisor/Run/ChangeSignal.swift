import Synchronization

/// A counter that only grows, and tasks that wait for it to grow.
///
/// A task that waits names the count that it has seen, so that nothing is missed between a look and the wait.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
        var lastWait = 0
    }

    private let state = Mutex(State())

    /// How often it was notified so far.
    var count: Int { state.withLock { $0.count } }

    /// Lets all waits go on; may be called from any thread.
    func notify() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the count is above `seen`, or when the task is cancelled.
    func wait(past seen: Int) async {
        let wait = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > seen || state.cancelled.contains(wait) { return true }
                    state.waiters[wait] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: wait)
                if waiter == nil { state.cancelled.insert(wait) }
                return waiter
            }
            waiter?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(wait) }
    }

    /// The same, but returns after the given time at the latest.
    func wait(
        past seen: Int, atMost limit: Duration?, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async {
        guard let limit else { return await wait(past: seen) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(past: seen) }
            group.addTask { try? await sleep(limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Something that happens once and can be asked for from any thread.
final class Flag: Sendable {
    private let state = Atomic(false)

    func raise() { state.store(true, ordering: .sequentiallyConsistent) }

    var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }
}

/// Waits of which each ends after the same time at the latest, with one timer for all of them.
///
/// A timer for each would outlive its answer: a minute's worth of photos leaves hundreds that wake a run which has nothing
/// to do.
final class Deadlines: Sendable {
    /// Time that passes while the machine runs.
    typealias Instant = SuspendingClock.Instant

    private struct Wait {
        let end: Instant
        let giveUp: @Sendable () -> Void
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var last = 0
        /// A timer runs, for the first wait to end or for an earlier one.
        var hasTimer = false
    }

    private let patience: Duration
    private let now: @Sendable () -> Instant
    private let sleep: @Sendable (Instant) async throws -> Void
    private let state = Mutex(State())

    /// - Parameter sleep: Lets time pass until an instant; tests do it by hand.
    init(
        after patience: Duration, now: @escaping @Sendable () -> Instant = { .now },
        sleep: @escaping @Sendable (Instant) async throws -> Void = {
            try await Task.sleep(until: $0, clock: .suspending)
        }
    ) {
        (self.patience, self.now, self.sleep) = (patience, now, sleep)
    }

    /// Begins a wait, and returns its number for ``end(_:)``; `giveUp` is called where that does not come in time.
    func begin(_ giveUp: @escaping @Sendable () -> Void) -> Int {
        let end = now() + patience
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.waits[state.last] = Wait(end: end, giveUp: giveUp)
            defer { state.hasTimer = true }
            return (state.last, !state.hasTimer)
        }
        if isFirst { wake(at: end) }
        return number
    }

    /// A wait is over.
    func end(_ number: Int) { state.withLock { _ = $0.waits.removeValue(forKey: number) } }

    private func wake(at instant: Instant) {
        Task {
            try? await sleep(instant)
            look()
        }
    }

    private func look() {
        let now = now()
        let (overdue, next) = state.withLock { state in
            let overdue = state.waits.filter { $0.value.end <= now }
            for number in overdue.keys { state.waits[number] = nil }
            let next = state.waits.values.map(\.end).min()
            state.hasTimer = next != nil
            return (overdue.values.map(\.giveUp), next)
        }
        for giveUp in overdue { giveUp() }
        if let next { wake(at: next) }
    }
}
