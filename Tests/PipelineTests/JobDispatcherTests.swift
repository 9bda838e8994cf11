import Storage
import StorageTesting
import Synchronization
import SystemValues
import Testing

@testable import Supervisor

/// Jobs that are claimed for slots without work, in the commit that ends others.
@Suite(.timeLimit(.minutes(30))) struct JobDispatcherTests {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private static let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)

    private let queue = QueueService(MemoryQueueStore())
    private let dispatcher: JobDispatcher

    init() {
        dispatcher = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .never,
            breaker: CircuitBreaker(now: { 10 }, onEvent: { _ in }), now: { 10 })
    }

    /// Puts two photos of one content into the queue, and claims the first.
    private func claimOriginal() async throws -> Claim {
        let photos = ["a.jpg", "b.jpg"].map { name in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array(name.utf8)), output: Array(name.utf8),
                stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        }
        _ = try await queue.enqueue(photos, at: 1)
        return try #require(try await dispatcher.next())
    }

    /// What to claim for the one slot that looks for work, once it has found none.
    private func request() async -> ClaimRequest {
        while true {
            if let request = await dispatcher.requestForRestingSlots() { return request }
            await Task.yield()
        }
    }

    @Test func aSlotWithoutWorkGetsWhatAnothersEndLetsGo() async throws {
        let claim = try await claimOriginal()
        #expect(await dispatcher.requestForRestingSlots() == nil)
        let slot = Task { [dispatcher] in try await dispatcher.next() }
        let request = await request()
        #expect(request.limit == 1)
        let turnover = try await queue.complete([(claim.id, .done([1]))], claiming: request, at: 10)
        #expect(await dispatcher.handOut(turnover.claims).isEmpty)
        let copy = try await slot.value
        #expect(copy?.duplicate?.original == claim.job && copy == turnover.claims.first)
        #expect(await dispatcher.takeBack().isEmpty)
    }

    @Test func whatNobodyWaitsForIsGivenBack() async throws {
        let claim = try await claimOriginal()
        #expect(await dispatcher.handOut([claim]) == [claim])
        let slot = Task { [dispatcher] in try await dispatcher.next() }
        _ = await request()
        await dispatcher.stop()
        #expect(await dispatcher.handOut([claim]) == [claim])
        #expect(try await slot.value == nil)
        #expect(await dispatcher.requestForRestingSlots() == nil)
    }

    @Test func whatWasClaimedWithNewPhotosIsReadyAgainWhereNoSlotWaits() async throws {
        let claim = try await claimOriginal()
        try await dispatcher.take([claim])
        #expect(try await queue.job(claim.job)?.state == .ready)
        #expect(await dispatcher.takeBack().isEmpty)
    }

    /// The retry comes due between the look at the queue and the rest: a run that forgot it waited for ever.
    @Test func aRetryThatComesDueWhileTheQueueIsAskedIsNotForgotten() async throws {
        let clock = Mutex<UnixMillis>(97)
        let ticking = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .never,
            breaker: CircuitBreaker(now: { 10 }, onEvent: { _ in }),
            now: {
                clock.withLock { time in
                    time += 1
                    return time
                }
            }, sleep: { _ in })
        let claim = try await claimOriginal()
        let failure = JobFailure(code: "root-lost", message: "the share is away", fault: .environment)
        _ = try await queue.complete([(claim.id, .postponed(until: 99, failure))], at: 20)
        #expect(try await ticking.next()?.job == claim.job)
    }

    /// A job that was claimed for a slot in another's commit has not begun yet.
    @Test func nothingBeginsOnceThePauseHasReturned() async throws {
        let claim = try await claimOriginal()
        let slot = Task { [dispatcher] in try await dispatcher.next() }
        let request = await request()
        let turnover = try await queue.complete([(claim.id, .done([1]))], claiming: request, at: 10)
        #expect(turnover.claims.count == 1)
        #expect(try await dispatcher.pause(true))
        #expect(await dispatcher.handOut(turnover.claims) == turnover.claims, "to be given back")
        _ = try await queue.complete(turnover.claims.map { ($0.id, .released) }, at: 10)
        #expect(try await queue.overview()[.ready] == 1)
        #expect(try await dispatcher.pause(false))
        #expect(try await slot.value?.job == turnover.claims.first?.job)
    }

    @Test func aPauseGivesBackWhatNoSlotHasBegun() async throws {
        let claim = try await claimOriginal()
        let slot = Task { [dispatcher] in try await dispatcher.next() }
        let request = await request()
        let turnover = try await queue.complete([(claim.id, .done([1]))], claiming: request, at: 10)
        // Both happen before the slot gets its turn, or the slot has begun: then nothing is to be given back.
        async let left = dispatcher.handOut(turnover.claims)
        async let paused = dispatcher.pause(true)
        _ = (await left, try await paused)
        let running = try await queue.overview()[.running]
        await dispatcher.stop()
        let begun = try await slot.value
        #expect(running == (begun == nil ? 0 : 1))
    }
}
