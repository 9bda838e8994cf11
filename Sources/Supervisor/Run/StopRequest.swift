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
        /// The run is to go on with other settings; any other cause counts more.
        case reload
    }

    private let asked = Mutex<(cause: Cause, at: ContinuousClock.Instant)?>(nil)
    private let change = ChangeSignal()
    /// Is notified of each SIGHUP that asks for other settings; nil where every SIGHUP asks for the end.
    let reloads: ChangeSignal?

    /// A request that has not been made yet.
    public convenience init() { self.init(hearsReloads: false) }

    /// - Parameter hearsReloads: Whether SIGHUP may ask for other settings.
    init(hearsReloads: Bool) { reloads = hearsReloads ? ChangeSignal() : nil }

    /// What asked first; nil before any request.
    public var cause: Cause? { asked.withLock { $0?.cause } }

    /// Whether the end was asked for so long ago.
    func wasAsked(before duration: Duration) -> Bool {
        asked.withLock { $0.map { .now - $0.at >= duration } ?? false }
    }

    /// Asks for the end; only the first cause counts, but for one of other settings.
    public func ask(_ cause: Cause) {
        asked.withLock { asked in
            if asked == nil { asked = (cause, .now) }
            if asked?.cause == .reload { asked?.cause = cause }
        }
        change.notify()
    }

    /// Returns when the end was asked for, or when the task is cancelled.
    public func wait() async { await change.wait(past: 0) }

    /// Runs what may block for as long as another process likes, on a thread of its own, and waits for its end: once the
    /// end of the run was asked for no longer than a moment, and some moments where the run is to go on with other settings.
    ///
    /// - Returns: Whether it has come to its end.
    @discardableResult
    public func wait(for body: @escaping @Sendable () -> Void, atMost moment: Duration? = nil) async -> Bool {
        let answer = FirstAnswer<Bool>()
        let limit = Task {
            await wait()
            try? await Task.sleep(for: moment ?? .seconds(cause == .reload ? 10 : 1))
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

/// SIGINT and SIGTERM as requests to stop: the first asks for an end in good order, a further one ends the process at once.
///
/// The handler itself does the latter, so that it works whatever the rest of the program waits for. SIGHUP asks for the end
/// where the process has lost its terminal, or has no settings to reload; else for other settings. It never counts as
/// a further one: a service manager sends it together with SIGTERM, and a terminal that is closed may send it twice.
public enum StopSignals {
    /// The exit status of an end that came at once.
    public static let statusAtOnce: Int32 = 130

    /// The signal that came first; 0 for none.
    private static let first = Atomic<Int32>(0)
    /// Where the handler tells of it.
    private static let tellingEnd = Atomic<Int32>(-1)
    /// The last moments before another program takes the process over: what asks for the end then has it.
    private static let isLeaving = Atomic<Bool>(false)

    /// What the first signal asked for the end for; nil before any.
    public static var cause: StopRequest.Cause? {
        let signal = first.load(ordering: .sequentiallyConsistent)
        return signal == 0 ? nil : cause(of: signal)
    }

    /// Begins to listen; to be called once, before the first further thread.
    ///
    /// A signal that is ignored already stays ignored, as `nohup` and shells want it.
    ///
    /// - Parameter hearsReloads: Whether SIGHUP may ask for other settings.
    public static func listen(hearsReloads: Bool = false) -> StopRequest {
        let request = StopRequest(hearsReloads: hearsReloads)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return request }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        // Also the first touch of what the handler uses: nothing is made lazily inside a handler.
        first.store(0, ordering: .sequentiallyConsistent)
        isLeaving.store(false, ordering: .sequentiallyConsistent)
        tellingEnd.store(ends[1], ordering: .sequentiallyConsistent)
        let hadTerminal = hasTerminal
        OwnThread.start("quiver-signals") { [hearingEnd = ends[0]] in
            var byte: UInt8 = 0
            while true {
                let count = read(hearingEnd, &byte, 1)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    return
                }
                hear(byte, request, hadTerminal: hadTerminal)
            }
        }
        for signal in all { handle(signal) }
        // The program that was here before may have left them blocked, lest one of them end this one before it listens.
        mask(SIG_UNBLOCK)
        return request
    }

    private static let all = [SIGINT, SIGTERM, SIGHUP]

    /// What the handler writes: that the end was asked for, or SIGHUP.
    private static var asksForEnd: UInt8 { 1 }
    private static var hangsUp: UInt8 { 2 }

    /// Whether the process has a terminal that is there.
    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    private static func hear(_ byte: UInt8, _ request: StopRequest, hadTerminal: Bool) {
        if byte == hangsUp, let reloads = request.reloads, !hadTerminal || hasTerminal { return reloads.notify() }
        if byte == hangsUp {
            _ = first.compareExchange(expected: 0, desired: SIGHUP, ordering: .sequentiallyConsistent)
        }
        request.ask(cause(of: first.load(ordering: .sequentiallyConsistent)))
    }

    /// Keeps the signals for the program that is to take the process over; false where the end was asked for already.
    ///
    /// From here on one that asks for the end ends the process: everything is in order by then.
    static func leave() -> Bool {
        isLeaving.store(true, ordering: .sequentiallyConsistent)
        mask(SIG_BLOCK)
        return first.load(ordering: .sequentiallyConsistent) == 0
    }

    /// Listens on, where no other program could take the process over.
    static func stay() {
        isLeaving.store(false, ordering: .sequentiallyConsistent)
        mask(SIG_UNBLOCK)
    }

    /// Blocks the signals for this thread, or lets them in; what a thread blocks is blocked in a program that it starts in its place.
    private static func mask(_ how: CInt) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in all { sigaddset(&set, signal) }
        pthread_sigmask(how, &set, nil)
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
        var byte = signal == SIGHUP ? hangsUp : asksForEnd
        if signal == SIGHUP {
            _ = write(tellingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        } else if isLeaving.load(ordering: .sequentiallyConsistent) {
            _exit(signal == SIGTERM ? 0 : statusAtOnce)
        } else if first.compareExchange(expected: 0, desired: signal, ordering: .sequentiallyConsistent).exchanged {
            _ = write(tellingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
        } else {
            _exit(statusAtOnce)
        }
        errno = before
    }
}
