import Control
import Results
import Storage

/// Pauses all work while something that every photo needs fails: a full disk, a lost folder, a database that cannot be
/// written.
///
/// A failure trips it, and is told once. Pauses grow from one second to ten; the first success resets it.
actor CircuitBreaker {
    /// What fails.
    struct Cause: Sendable {
        /// The same word for the same cause, so that it is said once.
        var cause: String
        /// For people.
        var message: String
    }

    private let now: @Sendable () -> UnixMillis
    private let rest: @Sendable (Duration) async throws -> Void
    private let onEvent: @Sendable (RunEvent) -> Void

    private var failing: String?
    private var message: String?
    private var began: UnixMillis = 0
    private var until: UnixMillis = 0
    private var pause: UnixMillis = 0
    private var lastTry: UnixMillis?

    private static let shortest: UnixMillis = 1000
    private static let longest: UnixMillis = 10_000

    /// - Parameter rest: Lets time pass; tests do it by hand.
    init(
        now: @escaping @Sendable () -> UnixMillis,
        rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.now = now
        self.rest = rest
        self.onEvent = onEvent
    }

    /// Whether work may begin.
    var isClosed: Bool { now() >= until }

    /// When work may begin again; a time that has passed where it may.
    var closesAgain: UnixMillis { until }

    /// Why work rests; nil where nothing is out of order.
    var reason: String? { message }

    /// Something that every photo needs has failed.
    func trip(_ cause: Cause) {
        let now = now()
        if failing == nil { began = now }
        if failing != cause.cause { onEvent(.paused(why: cause.message)) }
        failing = cause.cause
        message = cause.message
        // Every slot may meet the same full disk: only one of them makes the pause longer.
        guard now >= until else { return }
        pause = pause == 0 ? Self.shortest : min(pause * 2, Self.longest)
        until = now + pause
    }

    /// What failed for a cause works again; what fails for another is not over by that.
    func reset(_ cause: Cause) { if failing == cause.cause { reset() } }

    /// Something has succeeded that could not have while the failure lasted.
    func reset() {
        guard failing != nil else { return }
        onEvent(.resumed(after: .milliseconds(now() - began)))
        failing = nil
        message = nil
        pause = 0
        until = 0
    }

    /// The run is to end: who still waits after this long throws its error.
    func stopRetrying(within grace: Duration) {
        lastTry = min(lastTry ?? .max, now() + UnixMillis(grace / .milliseconds(1)))
    }

    /// Retries `body` while the queue reports a passing error; rethrows permanent ones.
    func retrying<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        var failure: JobQueueError?
        while true {
            do {
                let answer = try await body()
                if failure != nil { reset() }
                return answer
            } catch let error as JobQueueError where error.isPassing && !Task.isCancelled {
                if let lastTry, now() >= lastTry { throw error }
                failure = error
                // The run does not wait any more: what stood in the way is what its user must be told.
                guard await isOver(Cause(error)) else { throw error }
            }
        }
    }

    /// Pauses for a fault, and returns when it is time to try again; false where the run does not wait any more.
    func isOver(_ cause: Cause) async -> Bool {
        if let lastTry, now() >= lastTry { return false }
        trip(cause)
        while !isClosed, lastTry.map({ now() < $0 }) ?? true {
            do { try await rest(.milliseconds(100)) } catch { return false }
        }
        return true
    }
}

extension CircuitBreaker: QueuePatience {}

extension CircuitBreaker.Cause {
    init(_ error: JobQueueError) { self.init(cause: "queue \(error.code)", message: error.message) }

    init(_ error: WorkerNotStarted) {
        self.init(cause: "workers", message: error.description + ": too many processes or open files, or no memory.")
    }

    init(_ error: ResultsError) { self.init(cause: "results \(error.code)", message: error.message + ".") }
}
