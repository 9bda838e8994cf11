import Synchronization

/// Kills one worker that takes longer over a turn than it may.
///
/// One task watches all turns of a conversation. A sleep for each turn would be simpler, but one that is cancelled keeps its
/// timer until its time is over: a minute's worth of photos.
final class Watchdog: Sendable {
    private let kill: @Sendable () -> Void
    private let deadline = Mutex<ContinuousClock.Instant?>(nil)
    private let bitten = Flag()

    private static let every = Duration.milliseconds(50)

    init(kill: @escaping @Sendable () -> Void) { self.kill = kill }

    /// Whether the worker was killed.
    var hasBitten: Bool { bitten.isRaised }

    /// A turn begins, and may take this long.
    func watch(for limit: Duration) { deadline.withLock { $0 = .now + limit } }

    /// The turn is over.
    func rest() { deadline.withLock { $0 = nil } }

    /// Watches until cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.every)) != nil {
            guard deadline.withLock({ $0.map { $0 < .now } ?? false }) else { continue }
            rest()
            bitten.raise()
            kill()
        }
    }
}
