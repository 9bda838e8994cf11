import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Calls that may block: they run one after another, in the order in which they were added, on a thread that is the
/// lane's for as long as it has any.
///
/// Swift's cooperative pool has one thread per core and must never wait for a disk. A lane that hangs holds up its own
/// calls and no other lane's, so whatever may hang by itself, such as a share, has a lane of its own.
public final class BlockingLane: Sendable {
    private let queue: DispatchQueue

    /// - Parameter label: What the lane is for, as debuggers show it.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs a body that may block and waits for its answer without blocking the caller's thread.
    ///
    /// A cancelled caller waits as well: what a body holds is in use until it has ended.
    /// - Throws: what the body throws.
    public func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Adds a body without waiting for it.
    public func add(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Returns when everything that was added before has ended; blocks, and must not be called on the lane.
    ///
    /// - Returns: what `last` returns, which runs on the lane behind all that.
    @discardableResult
    public func finish<T>(_ last: () -> T = {}) -> T { queue.sync(execute: last) }
}

/// Threads for what goes on for long, or may never come back: a loop over sockets, a share that hangs.
public enum OwnThread {
    /// Starts a thread that ends with its body; waits where the system has none to give at the moment.
    ///
    /// - Parameter name: What `ps` and debuggers show, of which the kernel keeps 15 bytes; nil for the program's own name.
    public static func start(_ name: String? = nil, _ body: @escaping @Sendable () -> Void) {
        // Dispatch waits for its threads in the same way.
        while (try? startNow(name, body)) == nil { usleep(100_000) }
    }

    /// The same, for callers that report that there is none.
    ///
    /// - Throws: where there are too many processes, or where memory is lacking.
    public static func startNow(_ name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { start in
                guard let start else { return nil }
                Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw Errno(rawValue: status)
        }
        _ = pthread_detach(thread)
    }

    private final class Start {
        private let name: String?
        private let body: @Sendable () -> Void

        init(name: String?, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

        func run() {
            if let name { Self.rename(name) }
            body()
        }

        /// Swift has no `pthread_setname_np`; a thread without its name works as well.
        private static func rename(_ name: String) {
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, name, name.utf8.count)
            close(file)
        }
    }
}

/// The answer to one caller that several may give; the first one counts.
public final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case answered(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// An answer that is not given yet.
    public init() {}

    /// Waits for the answer, which may have been given already; to be called once.
    ///
    /// - Throws: what was given as a failure.
    public func value() async throws -> Value { try await withCheckedThrowingContinuation { wait($0) } }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            switch state {
            case .answered(let answer):
                state = .over
                return answer
            case .new, .waiting, .over:
                state = .waiting(continuation)
                return nil
            }
        }
        if let early { continuation.resume(with: early) }
    }

    /// Answers, unless an answer was given before; returns whether this one counts.
    @discardableResult
    public func give(_ answer: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, any Error>?) in
            switch state {
            case .new:
                state = .answered(answer)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            case .answered, .over: return (false, nil)
            }
        }
        waiting?.resume(with: answer)
        return isFirst
    }
}
