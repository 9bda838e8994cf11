import Synchronization

/// Kills one worker that takes longer over a turn than it may.
///
/// One task watches all turns of a conversation. A sleep for each turn would be simpler, but one that is cancelled keeps its
/// timer until its time is over: a minute's worth of photos. Time in which the supervisor itself stood still does not count,
/// since the answer may have been waiting all along.
final class Watchdog: Sendable {
    private let kill: @Sendable () -> Void
    /// What is left of the turn; nil between turns.
    private let left = Mutex<Duration?>(nil)
    private let bitten = Flag()

    private static let every = Duration.milliseconds(50)

    init(kill: @escaping @Sendable () -> Void) { self.kill = kill }

    /// Whether the worker was killed.
    var hasBitten: Bool { bitten.isRaised }

    /// A turn begins, and may take this long.
    func watch(for limit: Duration) { left.withLock { $0 = limit } }

    /// The turn is over.
    func rest() { left.withLock { $0 = nil } }

    /// Watches until cancelled.
    func run() async {
        var last = ContinuousClock.now
        while (try? await Task.sleep(for: Self.every)) != nil {
            let now = ContinuousClock.now
            let passed = min(now - last, Self.every * 4)
            last = now
            guard isOver(after: passed) else { continue }
            rest()
            bitten.raise()
            kill()
        }
    }

    private func isOver(after passed: Duration) -> Bool {
        left.withLock { left in
            guard let before = left else { return false }
            left = before - passed
            return before < passed
        }
    }
}
