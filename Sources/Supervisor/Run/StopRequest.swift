import Synchronization

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

    private let asked = Mutex<Cause?>(nil)
    private let change = ChangeSignal()

    /// A request that nobody has made yet.
    public init() {}

    /// Who asked first; nil while nobody has.
    public var cause: Cause? { asked.withLock { $0 } }

    /// Asks for the end; only the first cause counts.
    public func ask(_ cause: Cause) {
        asked.withLock { if $0 == nil { $0 = cause } }
        change.notify()
    }

    /// Returns when the end was asked for, or when the task is cancelled.
    public func wait() async { await change.wait(past: 0) }

    /// Lets time pass; returns early when the end is asked for.
    func pause(for duration: Duration) async {
        await change.wait(past: 0, atMost: duration) { try await Task.sleep(for: $0) }
    }
}
