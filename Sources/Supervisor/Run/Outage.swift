import JobQueue
import Results

/// Holds work back while something that every photo needs is out of order: a full disk, a lost folder, a database that
/// cannot be written.
///
/// Whoever meets the trouble reports it, and it is said once. Pauses grow from one second to ten; the first
/// who gets something through ends them.
actor Outage {
    /// What is out of order.
    struct Trouble: Sendable {
        /// The same word for the same cause, so that it is said once.
        var cause: String
        /// For people.
        var message: String
    }

    private let now: @Sendable () -> UnixMillis
    private let rest: @Sendable (Duration) async throws -> Void
    private let onEvent: @Sendable (RunEvent) -> Void

    private var cause: String?
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

    /// Whether work may be begun.
    var allowsWork: Bool { now() >= until }

    /// When work may be begun again; a time that has passed where it may.
    var pauseEnds: UnixMillis { until }

    /// Why work rests; nil where nothing is out of order.
    var reason: String? { message }

    /// Something stands in the way of all photos.
    func report(_ trouble: Trouble) {
        let now = now()
        if cause == nil { began = now }
        if cause != trouble.cause { onEvent(.paused(why: trouble.message)) }
        cause = trouble.cause
        message = trouble.message
        // Every slot may meet the same full disk: only one of them makes the pause longer.
        guard now >= until else { return }
        pause = pause == 0 ? Self.shortest : min(pause * 2, Self.longest)
        until = now + pause
    }

    /// Something went through that would not have while the trouble lasted.
    func passed() {
        guard cause != nil else { return }
        onEvent(.resumed(after: .milliseconds(now() - began)))
        cause = nil
        message = nil
        pause = 0
        until = 0
    }

    /// The run is to end: whoever still waits after this long passes its error on.
    func end(within grace: Duration) {
        lastTry = min(lastTry ?? .max, now() + UnixMillis(grace / .milliseconds(1)))
    }

    /// Repeats what the database refuses until it goes through; an error that will not pass by itself is thrown.
    func riding<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        var failure: JobQueueError?
        while true {
            do {
                let answer = try await body()
                if failure != nil { passed() }
                return answer
            } catch let error as JobQueueError where error.isPassing && !Task.isCancelled {
                if let lastTry, now() >= lastTry { throw error }
                failure = error
                report(Trouble(error))
            }
            while !allowsWork, lastTry.map({ now() < $0 }) ?? true {
                do {
                    try await rest(.milliseconds(100))
                } catch {
                    // Nobody waits any more: what stood in the way is what people must be told.
                    throw failure ?? error
                }
            }
        }
    }
}

extension Outage.Trouble {
    init(_ error: JobQueueError) { self.init(cause: "queue \(error.code)", message: error.message) }

    init(_ error: ResultsError) { self.init(cause: "results \(error.code)", message: error.message + ".") }
}
