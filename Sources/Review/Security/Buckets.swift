import Synchronization

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
            // A full bucket says no more than a missing one.
            if buckets.count >= Self.most { buckets = buckets.filter { !$0.value.isFull } }
            if buckets.count >= Self.most { buckets = [:] }
            let bucket = RateLimit(perSecond: perSecond, burst: burst, now: now)
            buckets[key] = bucket
            return bucket
        }.allows()
    }
}
