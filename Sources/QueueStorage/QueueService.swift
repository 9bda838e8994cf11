import Dispatch
import Glibc
import JobQueue
import Synchronization

/// The queue for asynchronous callers: one thread of its own, and one commit for all requests that wait for it.
///
/// A commit waits for the disk. Requests that arrive meanwhile are put together in the next transaction, so that the
/// busier the queue is the less each request costs. A request that fails takes none of the others with it.
public final class QueueService: Sendable {
    private struct Request: Sendable {
        /// Runs the body and returns what hands the answer over once it is committed.
        let run: @Sendable (QueueTransaction) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Line {
        var waiting: [Request] = []
        /// The thread is at work, or has been told to begin, and will look at `waiting` again before it rests.
        var isDraining = false
        var isClosed = false
    }

    let store: any QueueStore
    private let limit: Int
    private let line = Mutex(Line())
    /// Nanoseconds of the queue's thread.
    private let spent = Atomic<Int64>(0)
    private let thread = DispatchQueue(label: "quiver.queue")

    /// A service over a store that nobody else uses; at most `limit` requests share a transaction.
    public init(_ store: any QueueStore, limit: Int = 256) {
        self.store = store
        self.limit = limit
    }

    /// How many requests wait for the commit that is under way.
    public var waiting: Int { line.withLock { $0.waiting.count } }

    /// Runs `body` as one transaction and returns when it is committed.
    ///
    /// The body may run twice, the first time without effect: it must do nothing but use its transaction.
    public func perform<T: Sendable>(_ body: @escaping @Sendable (QueueTransaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Request(
                    run: { transaction in
                        let answer = try body(transaction)
                        return { continuation.resume(returning: answer) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
        }
    }

    /// Refuses new requests and returns when those before it are committed.
    public func close() async {
        await withCheckedContinuation { continuation in
            line.withLock { $0.isClosed = true }
            thread.async { [self] in
                drain()
                // A store without its checkpoint is no worse than one that was killed.
                try? store.checkpoint()
                continuation.resume()
            }
        }
    }

    private func submit(_ request: Request) {
        let (isClosed, mustWake) = line.withLock { line in
            if line.isClosed { return (true, false) }
            line.waiting.append(request)
            defer { line.isDraining = true }
            return (false, !line.isDraining)
        }
        if isClosed {
            request.fail(
                JobQueueError(.closed, "The queue is shutting down and takes no more requests.", fault: .environment))
        } else if mustWake {
            thread.async { [self] in drain() }
        }
    }

    /// The CPU time that the queue's own work has taken so far.
    public var processorTime: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// Works until nobody waits.
    private func drain() {
        let start = Self.threadTime()
        defer { spent.add(Self.threadTime() - start, ordering: .relaxed) }
        while true {
            let requests = line.withLock { line in
                defer { line.waiting.removeAll() }
                line.isDraining = !line.waiting.isEmpty
                return line.waiting
            }
            if requests.isEmpty { return }
            commit(requests[...])
        }
    }

    private static func threadTime() -> Int64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func commit(_ requests: ArraySlice<Request>) {
        var rest = requests
        while !rest.isEmpty {
            let group = rest.prefix(limit)
            rest = rest.dropFirst(group.count)
            do {
                let answers = try store.transaction { transaction in try group.map { try $0.run(transaction) } }
                for answer in answers { answer() }
            } catch {
                // Only the one that failed is told so: each of the others gets a transaction of its own.
                if group.count == 1 {
                    for request in group { request.fail(error) }
                } else {
                    for request in group.indices { commit(group[request...request]) }
                }
            }
        }
    }
}
