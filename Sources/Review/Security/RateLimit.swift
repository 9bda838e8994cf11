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

/// A token bucket for each client, so that no client takes what is another's.
final class Buckets<Key: Hashable & Sendable>: Sendable {
    /// More clients than a server has; beyond that those that were quiet the longest begin anew.
    private static var most: Int { 4_096 }

    private let perSecond: Double
    private let burst: Double
    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex<[Key: RateLimit]>([:])

    /// - Parameters:
    ///   - perSecond: How many of one client are let through on the long run.
    ///   - burst: How many of one client are let through at once.
    init(perSecond: Double, burst: Double, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.perSecond = perSecond
        self.burst = burst
        self.now = now
    }

    /// Takes one of a client's, where there is one.
    func allows(_ key: Key) -> Bool {
        buckets.withLock { buckets in
            if let bucket = buckets[key] { return bucket }
            // A full bucket is as good as a missing one.
            if buckets.count >= Self.most { buckets = buckets.filter { !$0.value.isFull } }
            if buckets.count >= Self.most { buckets = [:] }
            let bucket = RateLimit(perSecond: perSecond, burst: burst, now: now)
            buckets[key] = bucket
            return bucket
        }.allows()
    }
}

/// Lets so many answers begin a second, and the others wait in line: the photos come first.
///
/// Pages ask a few times a second. A client that asks as fast as it can would take a whole core from the workers.
final class Pace: Sendable {
    private let interval: Duration
    private let burst: Int
    private let longest: Duration
    /// When the next answer may begin, where the burst is used up.
    private let next = Mutex(ContinuousClock.now)

    /// - Parameters:
    ///   - perSecond: How many may begin on the long run.
    ///   - burst: How many may begin at once after a rest.
    ///   - longest: How long one may wait; one that would wait longer is refused.
    init(perSecond: Int, burst: Int, longest: Duration) {
        interval = .seconds(1) / perSecond
        self.burst = burst
        self.longest = longest
    }

    /// Waits for a turn; false where the line is too long.
    func take() async throws -> Bool {
        let now = ContinuousClock.now
        let turn = next.withLock { next -> ContinuousClock.Instant? in
            // What was not used is worth a burst and no more.
            let start = max(next, now - interval * burst)
            guard start - now <= longest else { return nil }
            next = start + interval
            return start
        }
        guard let turn else { return false }
        if turn > now { try await Task.sleep(until: turn, clock: .continuous) }
        return true
    }
}
