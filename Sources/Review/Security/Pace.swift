import Synchronization

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
