import Glibc
import Synchronization

/// Kills one worker that takes longer over a turn than it may.
///
/// One task watches all turns of a conversation, and sleeps only while a turn lasts. A sleep for each turn would be
/// simpler, but one that is cancelled keeps its timer until its time is over: a minute's worth of photos. Time in which
/// the supervisor itself stood still does not count, since the answer may have been waiting all along.
final class Watchdog: Sendable {
    private struct State {
        /// What is left of the turn; nil between turns.
        var left: Duration?
        /// Called beside the kill when the turn takes too long.
        var orElse: (@Sendable () -> Void)?
        var hasFired = false
        /// The watching task, while there is no turn.
        var waiter: CheckedContinuation<Void, Never>?
        var isCancelled = false
    }

    private let kill: @Sendable () -> Void
    private let onStep: @Sendable () -> Void
    private let state = Mutex(State())

    private static let shortest = Duration.milliseconds(50)
    private static let longest = Duration.milliseconds(250)

    /// - Parameter onStep: Is called at each step of a turn, at most four times a second.
    init(onStep: @escaping @Sendable () -> Void = {}, kill: @escaping @Sendable () -> Void) {
        self.onStep = onStep
        self.kill = kill
    }

    /// Whether the worker was killed; after ``rest()`` this does not change before the next turn.
    var hasFired: Bool { state.withLock { $0.hasFired } }

    /// A turn begins, and may take this long.
    func watch(for limit: Duration, orElse: (@Sendable () -> Void)? = nil) {
        let waiter = state.withLock { state in
            state.left = limit
            state.orElse = orElse
            return Self.takeWaiter(&state)
        }
        waiter?.resume()
    }

    /// The turn is over.
    func rest() {
        state.withLock { state in
            state.left = nil
            state.orElse = nil
        }
    }

    /// Watches until cancelled.
    func run() async {
        await withTaskCancellationHandler {
            while !Task.isCancelled {
                guard let left = state.withLock({ $0.left }) else {
                    await untilTurn()
                    continue
                }
                let pause = max(Self.shortest, min(left, Self.longest))
                let start = ContinuousClock.now
                guard (try? await Task.sleep(for: pause)) != nil else { return }
                onStep()
                spend(min(ContinuousClock.now - start, pause + Self.shortest * 3))
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.isCancelled = true
                return Self.takeWaiter(&state)
            }
            waiter?.resume()
        }
    }

    private func untilTurn() async {
        await withCheckedContinuation { continuation in
            let isNeeded = state.withLock { state in
                guard state.left == nil, !state.isCancelled else { return false }
                state.waiter = continuation
                return true
            }
            if !isNeeded { continuation.resume() }
        }
    }

    /// Counts time towards the turn.
    ///
    /// Whether the worker is killed is decided under the lock, so that a turn that has ended is never bitten for.
    private func spend(_ time: Duration) {
        let (bites, orElse) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard let left = state.left else { return (false, nil) }
            state.left = left - time
            guard left < time else { return (false, nil) }
            defer {
                state.left = nil
                state.orElse = nil
            }
            state.hasFired = true
            return (true, state.orElse)
        }
        guard bites else { return }
        kill()
        orElse?()
    }

    private static func takeWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        defer { state.waiter = nil }
        return state.waiter
    }
}

/// Kills a worker that starts more threads than any work needs.
///
/// A machine has a bounded number of them, and a worker that is taken over could take all. The system's own limit counts
/// every process of a user and does not hold for root, so the supervisor counts itself: a look is one call.
struct ThreadWatch: Sendable {
    /// Far more than an engine, libvips and OCR start on any machine.
    static let most = 512
    /// How often a worker is looked at that has nothing to do; while it works, its watchdog looks at each of its steps.
    private static let pause = Duration.seconds(300)

    private let process: Int32
    private let limit: Int
    private let kill: @Sendable () -> Void
    private let fired = Flag()

    init(of process: Int32, limit: Int = most, kill: @escaping @Sendable () -> Void) {
        (self.process, self.limit, self.kill) = (process, limit, kill)
    }

    /// Whether the worker was killed.
    var hasFired: Bool { fired.isRaised }

    /// Looks again and again until cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.pause)) != nil { look() }
    }

    /// Counts once.
    func look() {
        var status = Glibc.stat()
        // A folder has two names of its own and one for each folder in it.
        guard stat("/proc/\(process)/task", &status) == 0, status.st_nlink > limit + 2 else { return }
        fired.raise()
        kill()
    }
}
