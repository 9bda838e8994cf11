import Synchronization
import SystemValues

/// A request to end a run in good order, which may come at any time and is never forgotten.
public final class StopRequest: Sendable {
    /// Who asked for the end.
    public enum Cause: Sendable, Hashable {
        /// Ctrl-C at the terminal.
        case interrupt
        /// SIGTERM: a service manager, `kill`.
        case terminate
        /// SIGHUP: the terminal was closed.
        case hangUp
    }

    private let asked = Mutex<(cause: Cause, at: ContinuousClock.Instant)?>(nil)
    private let change = ChangeSignal()

    /// A request that nobody has made yet.
    public init() {}

    /// Who asked first; nil while nobody has.
    public var cause: Cause? { asked.withLock { $0?.cause } }

    /// Whether the end was asked for so long ago.
    func wasAsked(before duration: Duration) -> Bool {
        asked.withLock { $0.map { .now - $0.at >= duration } ?? false }
    }

    /// Asks for the end; only the first cause counts.
    public func ask(_ cause: Cause) {
        asked.withLock { if $0 == nil { $0 = (cause, .now) } }
        change.notify()
    }

    /// Returns when the end was asked for, or when the task is cancelled.
    public func wait() async { await change.wait(past: 0) }

    /// Runs what may block for as long as somebody else likes, on a thread of its own, and waits for its end: once the
    /// end of the run was asked for no longer than a moment.
    ///
    /// - Returns: Whether it has come to its end.
    @discardableResult
    public func wait(for body: @escaping @Sendable () -> Void, atMost moment: Duration = .seconds(1)) async -> Bool {
        let answer = FirstAnswer<Bool>()
        OwnThread.start("quiver-telling") {
            body()
            answer.give(.success(true))
        }
        let limit = Task {
            await wait()
            try? await Task.sleep(for: moment)
            answer.give(.success(false))
        }
        defer { limit.cancel() }
        return (try? await answer.value()) ?? false
    }

    /// Lets time pass; returns early when the end is asked for.
    func pause(for duration: Duration) async {
        await change.wait(past: 0, atMost: duration) { try await Task.sleep(for: $0) }
    }
}
