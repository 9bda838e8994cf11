import Synchronization

/// A token bucket: so many at once, and so many a second on the long run.
final class RateLimit: Sendable {
    private struct State {
        var left: Double
        var last: ContinuousClock.Instant
    }

    private let perSecond: Double
    private let burst: Double
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(perSecond: Double, burst: Double, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.perSecond = perSecond
        self.burst = burst
        self.now = now
        state = Mutex(State(left: burst, last: now()))
    }

    /// Whether as many would be let through as ever.
    var isFull: Bool { state.withLock { refill(&$0) >= burst } }

    /// Takes one, where there is one.
    func allows() -> Bool {
        state.withLock { state in
            guard refill(&state) >= 1 else { return false }
            state.left -= 1
            return true
        }
    }

    private func refill(_ state: inout State) -> Double {
        let moment = now()
        state.left = min(burst, state.left + (moment - state.last) / .seconds(1) * perSecond)
        state.last = moment
        return state.left
    }
}
