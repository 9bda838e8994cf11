import Dispatch
import Storage
import StorageTesting
import Synchronization
import Testing

@Suite struct QueueServiceTests {
    private struct Stop: Error {}

    private func photo(_ number: UInt64) -> NewJob { NewPhoto.photo(number) }

    @Test func manyAtOnceAreAnsweredEach() async throws {
        let service = QueueService(MemoryQueueStore())
        let jobs = try await withThrowingTaskGroup(of: JobID.self) { group in
            for number in UInt64(0)..<200 {
                group.addTask { try await service.enqueue([photo(number)], at: 1)[0].job }
            }
            return try await group.reduce(into: Set<JobID>()) { $0.insert($1) }
        }
        #expect(jobs.count == 200)
        #expect(try await service.overview().counts == [.ready: 200])
    }

    @Test func requestsThatWaitShareOneCommit() async throws {
        let store = GatedStore()
        let service = QueueService(store)
        async let first = service.enqueue([photo(0)], at: 1)
        await store.entered()
        // The first is inside its commit: what arrives now waits for it, together.
        let rest = (1...50).map { number in
            Task { try await service.enqueue([photo(UInt64(number))], at: 1) }
        }
        while service.waiting < 50 { await Task.yield() }
        store.open()
        _ = try await first
        for task in rest { _ = try await task.value }
        #expect(store.commits == 2)
    }

    @Test func aRequestThatFailsTakesNoOtherWithIt() async throws {
        let store = GatedStore()
        let service = QueueService(store)
        async let first = service.enqueue([photo(0)], at: 1)
        await store.entered()
        let good = Task { try await service.enqueue([photo(1)], at: 1) }
        let bad = Task {
            try await service.perform { transaction in
                _ = try transaction.jobs.enqueue([photo(2)], at: 1)
                throw Stop()
            }
        }
        while service.waiting < 2 { await Task.yield() }
        store.open()
        _ = try await first
        #expect(try await good.value.count == 1)
        await #expect(throws: Stop.self) { try await bad.value }
        #expect(try await service.overview().counts == [.ready: 2])
    }

    /// The store says who is dead; the living keep what they have.
    @Test func onlyWhatDeadOwnersHeldIsReadyAgain() async throws {
        let service = QueueService(MemoryQueueStore())
        _ = try await service.enqueue([photo(1), photo(2)], at: 1)
        let pipelines = [photo(1).pipeline]
        var dead = Owner.current()
        let mine = try await service.claim(ClaimRequest(limit: 1, owner: dead, pipelines: pipelines), at: 1)
        dead = Owner(host: dead.host, boot: "another start of this machine", pid: dead.pid, started: dead.started)
        let lost = try await service.claim(ClaimRequest(limit: 1, owner: dead, pipelines: pipelines), at: 1)
        #expect(try await service.recover(at: 2) == 1)
        #expect(try await service.validClaims(among: (mine + lost).map(\.id)) == Set(mine.map(\.id)))
    }

    /// Waits not at all.
    private struct Patience: QueuePatience {
        func retrying<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
            while true {
                do { return try await body() } catch let error as JobQueueError where error.isPassing {}
            }
        }
    }

    @Test(arguments: FaultyQueueStore.Moment.allCases, [1, 2, 5])
    func aChangeIsMadeOnceAndAnsweredAsItWasMade(at moment: FaultyQueueStore.Moment, faults: Int) async throws {
        for number in 1...4 {
            let store = FaultyQueueStore(MemoryQueueStore(), failing: number, count: faults, at: moment)
            let service = QueueService(store, patience: Patience())
            #expect(try await service.enqueue([photo(1)], at: 1).map(\.verdict) == [.new])
            let request = ClaimRequest(limit: 1, owner: .current(), pipelines: [photo(1).pipeline])
            let claims = try await service.claim(request, at: 1)
            #expect(claims.count == 1 && claims.first?.progress.attempts == 1)
            let ends = try await service.complete(claims.map { ($0.id, .done([1])) }, at: 2)
            #expect(ends == [.completed(.done)])
            #expect(try await service.overview().counts == [.done: 1])
        }
    }

    /// A person who waits for the answer is told what stands in the way, or of what is done already.
    @Test(arguments: FaultyQueueStore.Moment.allCases)
    func anAttemptIsAnsweredAtOnce(at moment: FaultyQueueStore.Moment) async throws {
        let store = FaultyQueueStore(MemoryQueueStore(), failing: 1, at: moment)
        let service = QueueService(store, patience: Patience())
        let attempt = { try await service.attempt { try $0.jobs.enqueue([photo(1)], at: 1) } }
        if moment == .afterCommit {
            #expect(try await attempt().map(\.verdict) == [.new])
        } else {
            await #expect(throws: JobQueueError.self) { try await attempt() }
        }
        #expect(try await service.overview().counts == (moment == .afterCommit ? [.ready: 1] : [:]))
    }

    @Test func afterClosingNothingIsTakenAndNothingIsLost() async throws {
        let service = QueueService(MemoryQueueStore())
        _ = try await service.enqueue([photo(1)], at: 1)
        await service.close()
        await #expect(throws: JobQueueError.self) { try await service.enqueue([photo(2)], at: 1) }
    }
}

/// An in-memory store whose first transaction waits inside until it is let go.
private final class GatedStore: QueueStore {
    private let inner = MemoryQueueStore()
    private let gate = Gate()
    private let count = Mutex(0)

    var commits: Int { count.withLock { $0 } }

    func isDead(_ owner: Owner) -> Bool { inner.isDead(owner) }

    func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        gate.pass()
        count.withLock { $0 += 1 }
        return try inner.transaction(body)
    }

    func entered() async { while !gate.isEntered { await Task.yield() } }

    func open() { gate.open() }
}

/// Holds the first caller back, on the service's own thread and never on the pool.
private final class Gate: Sendable {
    private let entered = Atomic(false)
    private let lock = DispatchSemaphore(value: 0)

    var isEntered: Bool { entered.load(ordering: .acquiring) }

    func pass() {
        if !entered.exchange(true, ordering: .acquiringAndReleasing) { lock.wait() }
    }

    func open() { lock.signal() }
}
