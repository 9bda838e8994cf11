import Glibc
import Synchronization
import SystemValues

/// The queue for asynchronous callers: one thread of its own, and one commit for all requests that wait for it.
///
/// A commit waits for the disk. Requests that arrive meanwhile are put together in the next transaction, so that the
/// busier the queue is the less each request costs. A request that fails takes none of the others with it.
public final class QueueService: Sendable {
    private struct Request: Sendable {
        /// Whether it changes anything, so that its commit needs a number.
        let changes: Bool
        /// Runs the body in a transaction of the given commit, and returns what hands the answer over once it is committed.
        let run: @Sendable (QueueTransaction, _ commit: Int64) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    /// What a caller asks for, over all its tries.
    private final class Question<T: Sendable>: Sendable {
        let changes: Bool
        let body: @Sendable (QueueTransaction) throws -> T
        /// The answer of the last try, and the commit that it was to be part of.
        let last = Mutex<(answer: T, commit: Int64)?>(nil)

        init(changes: Bool, _ body: @escaping @Sendable (QueueTransaction) throws -> T) {
            self.changes = changes
            self.body = body
        }
    }

    private struct Line {
        var waiting: [Request] = []
        /// The thread is at work, or was asked to begin, and will look at `waiting` again before it rests.
        var isDraining = false
        var isClosed = false
    }

    let store: any QueueStore
    private let limit: Int
    private let patience: (any QueuePatience)?
    private let doubt = Mutex(CommitDoubt())
    private let line = Mutex(Line())
    /// Nanoseconds of the queue's thread.
    private let spent = Atomic<Int64>(0)
    private let lane = BlockingLane("quiver.queue")

    /// A service over a store that nothing else uses; at most `limit` requests share a transaction.
    ///
    /// - Parameter patience: Waits while the store has a passing fault; with nil such a fault is thrown at once.
    public init(_ store: any QueueStore, limit: Int = 256, patience: (any QueuePatience)? = nil) {
        self.store = store
        self.limit = limit
        self.patience = patience
    }

    /// How many requests wait for the commit that is under way.
    public var waiting: Int { line.withLock { $0.waiting.count } }

    /// Runs `body` as one transaction and returns when it is committed; waits while the store has a passing fault.
    ///
    /// This is the only place that repeats a change after a fault. The body may run several times, all but the last
    /// without effect: it must do nothing but use its transaction.
    public func perform<T: Sendable>(_ body: @escaping @Sendable (QueueTransaction) throws -> T) async throws -> T {
        try await answer(to: Question(changes: true, body))
    }

    /// The same for a body that only reads.
    public func look<T: Sendable>(_ body: @escaping @Sendable (QueueTransaction) throws -> T) async throws -> T {
        try await answer(to: Question(changes: false, body))
    }

    /// The same for a caller that waits for the answer and is to get a passing fault at once.
    public func attempt<T: Sendable>(_ body: @escaping @Sendable (QueueTransaction) throws -> T) async throws -> T {
        try await ask(Question(changes: true, body))
    }

    private func answer<T: Sendable>(to question: Question<T>) async throws -> T {
        guard let patience else { return try await ask(question) }
        return try await patience.retrying { try await ask(question) }
    }

    private func ask<T: Sendable>(_ question: Question<T>) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Request(
                    changes: question.changes,
                    run: { [self] transaction, commit in
                        let kept = question.last.withLock { $0 }
                        if let kept, doubt.withLock({ $0.isDurable(kept.commit) }) {
                            return { continuation.resume(returning: kept.answer) }
                        }
                        let answer = try question.body(transaction)
                        question.last.withLock { $0 = (answer, commit) }
                        return { continuation.resume(returning: answer) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
        }
    }

    /// Refuses new requests and returns when those before it are committed.
    public func close() async {
        await withCheckedContinuation { continuation in
            line.withLock { $0.isClosed = true }
            lane.add { [self] in
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
            lane.add { [self] in drain() }
        }
    }

    /// The CPU time that the queue's own work has taken so far.
    public var processorTime: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// Works until no request waits.
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
            // A number that no other commit has.
            let number = Int64.random(in: 1...Int64.max)
            var answers: [@Sendable () -> Void]?
            do {
                try store.transaction { transaction in
                    try doubt.withLock { try $0.resolve(in: transaction.jobs) }
                    let made = try group.map { try $0.run(transaction, number) }
                    if group.contains(where: \.changes) { try transaction.jobs.note(commit: number) }
                    answers = made
                }
            } catch {
                guard let made = answers, isDurable(number) else {
                    fail(group, with: error)
                    continue
                }
                answers = made
            }
            for answer in answers ?? [] { answer() }
        }
    }

    /// Whether a commit that has just reported a fault is there all the same; where that cannot be read, the next
    /// transaction finds out.
    private func isDurable(_ commit: Int64) -> Bool {
        doubt.withLock { $0.note(commit) }
        try? store.transaction { transaction in try doubt.withLock { try $0.resolve(in: transaction.jobs) } }
        return doubt.withLock { $0.isDurable(commit) }
    }

    /// Only the one that failed gets the error: each of the others gets a transaction of its own.
    private func fail(_ group: ArraySlice<Request>, with error: any Error) {
        guard group.count > 1 else {
            for request in group { request.fail(error) }
            return
        }
        for request in group.indices { commit(group[request...request]) }
    }
}

/// Commits that reported a fault: whether they are durable all the same.
///
/// A fault may come after the change is on the disk. Each commit that changes something has a number, which is read
/// back before anything else is changed: a change that is there is not made twice, and its answers hold.
struct CommitDoubt: Sendable {
    /// The commit of which nothing is known yet.
    private var open: Int64?
    private var durable: Set<Int64> = []

    /// A commit has reported a fault.
    mutating func note(_ commit: Int64) { open = commit }

    /// Looks whether the commit in doubt is there; to be called first in each transaction.
    mutating func resolve(in jobs: any JobReading) throws {
        guard let commit = open else { return }
        if try jobs.lastCommit() == commit { durable.insert(commit) }
        open = nil
    }

    /// Whether a commit that reported a fault is durable.
    func isDurable(_ commit: Int64) -> Bool { durable.contains(commit) }
}

/// What waits while the place where a queue is kept has a passing fault, such as a full disk.
public protocol QueuePatience: Sendable {
    /// Runs `body` again and again until the fault has passed; rethrows what does not pass.
    func retrying<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T
}

extension QueueService {
    /// As the verb of the same name, in a transaction with whatever else is asked meanwhile.
    public func enqueue(_ arrivals: [NewJob], at now: UnixMillis) async throws -> [EnqueueResult] {
        try await perform { try $0.jobs.enqueue(arrivals, at: now) }
    }

    /// As the verb of the same name.
    public func claim(_ request: ClaimRequest, at now: UnixMillis) async throws -> [Claim] {
        try await perform { try $0.jobs.claim(request, at: now) }
    }

    /// As the verb of the same name.
    public func validClaims(among claims: [ClaimID]) async throws -> Set<ClaimID> {
        try await look { try $0.jobs.validClaims(among: claims) }
    }

    /// As the verb of the same name.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], at now: UnixMillis
    ) async throws -> [CompletionResult] {
        try await perform { try $0.jobs.complete(endings, at: now) }
    }

    /// As the verb of the same name.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], claiming request: ClaimRequest?, at now: UnixMillis
    ) async throws -> Turnover {
        try await perform { try $0.jobs.complete(endings, claiming: request, at: now) }
    }

    /// As the verb of the same name, for the owners that the store knows to be dead.
    public func recover(limit: Int = 10, at now: UnixMillis) async throws -> Int {
        try await perform { [store] in
            try $0.recover(limit: limit, at: now) { store.isDead($0) }
        }
    }

    /// As the verb of the same name.
    public func change(_ command: JobCommand, limit: Int = 10_000, at now: UnixMillis) async throws -> [JobID] {
        try await perform { try $0.jobs.change(command, limit: limit, at: now) }
    }

    /// As the reading of the same name.
    public func knownFiles(at places: [Place]) async throws -> [KnownFile?] {
        try await look { try $0.jobs.knownFiles(at: places) }
    }

    /// As the reading of the same name.
    public func roots() async throws -> [[UInt8]] {
        try await look { try $0.jobs.roots() }
    }

    /// As the reading of the same name.
    public func page(_ request: PageRequest) async throws -> [Job] {
        try await look { try $0.jobs.page(request) }
    }

    /// As the reading of the same name.
    public func job(_ id: JobID) async throws -> Job? {
        try await look { try $0.jobs.job(id) }
    }

    /// As the reading of the same name.
    public func result(of id: JobID) async throws -> [UInt8]? {
        try await look { try $0.jobs.result(of: id) }
    }

    /// As the reading of the same name.
    public func overview() async throws -> Overview {
        try await look { try $0.jobs.overview() }
    }
}
