import Glibc
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

    /// A request that has not been made yet.
    public init() {}

    /// What asked first; nil before any request.
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

    /// Runs what may block for as long as another process likes, on a thread of its own, and waits for its end: once the
    /// end of the run was asked for no longer than a moment.
    ///
    /// - Returns: Whether it has come to its end.
    @discardableResult
    public func wait(for body: @escaping @Sendable () -> Void, atMost moment: Duration = .seconds(1)) async -> Bool {
        let answer = FirstAnswer<Bool>()
        let limit = Task {
            await wait()
            try? await Task.sleep(for: moment)
            answer.give(.success(false))
        }
        defer { limit.cancel() }
        do {
            try OwnThread.startNow("quiver-telling") {
                body()
                answer.give(.success(true))
            }
        } catch {
            return false
        }
        return (try? await answer.value()) ?? false
    }

    /// Lets time pass; returns early when the end is asked for.
    func pause(for duration: Duration) async {
        await change.wait(past: 0, atMost: duration) { try await Task.sleep(for: $0) }
    }
}

/// SIGINT, SIGTERM and SIGHUP as requests to stop: the first asks for an end in good order, a further one ends the process
/// at once.
///
/// The handler itself does the latter, so that it works whatever the rest of the program waits for. SIGHUP never counts as a
/// further one: a service manager sends it together with SIGTERM, and a terminal that is closed may send it twice.
public enum StopSignals {
    /// The exit status of an end that came at once.
    public static let statusAtOnce: Int32 = 130

    /// The signal that came first; 0 for none.
    private static let first = Atomic<Int32>(0)
    /// Where the handler tells of it.
    private static let tellingEnd = Atomic<Int32>(-1)

    /// Begins to listen; to be called once, before the first further thread.
    ///
    /// A signal that is ignored already stays ignored, as `nohup` and shells want it.
    public static func listen() -> StopRequest {
        let request = StopRequest()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return request }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        // Also the first touch of what the handler uses: nothing is made lazily inside a handler.
        first.store(0, ordering: .sequentiallyConsistent)
        tellingEnd.store(ends[1], ordering: .sequentiallyConsistent)
        OwnThread.start("quiver-signals") { [hearingEnd = ends[0]] in
            var byte: UInt8 = 0
            while read(hearingEnd, &byte, 1) < 0, errno == EINTR {}
            request.ask(cause(of: first.load(ordering: .sequentiallyConsistent)))
        }
        for signal in [SIGINT, SIGTERM, SIGHUP] { handle(signal) }
        return request
    }

    private static func cause(of signal: Int32) -> StopRequest.Cause {
        switch signal {
        case SIGTERM: .terminate
        case SIGHUP: .hangUp
        default: .interrupt
        }
    }

    private static func handle(_ signal: Int32) {
        var before = sigaction()
        sigaction(signal, nil, &before)
        // `SIG_IGN` is a cast that Swift cannot compare with; its value is 1.
        guard unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != 1 else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { StopSignals.receive($0) }
        action.sa_flags = SA_RESTART
        sigaction(signal, &action, nil)
    }

    /// Runs inside the signal handler: only calls that `signal-safety(7)` allows.
    private static func receive(_ signal: Int32) {
        let before = errno
        if first.compareExchange(expected: 0, desired: signal, ordering: .sequentiallyConsistent).exchanged {
            var byte: UInt8 = 1
            _ = write(tellingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        } else if signal != SIGHUP {
            _exit(statusAtOnce)
        }
        errno = before
    }
}
