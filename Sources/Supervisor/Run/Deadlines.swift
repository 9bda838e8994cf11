import Synchronization

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
