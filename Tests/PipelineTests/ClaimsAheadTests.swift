import Storage
import StorageTesting
import SystemValues
import Testing

@testable import Supervisor

/// On a shared queue a photo's end claims one photo ahead for each slot that is at work, and none is kept without need.
@Suite(.timeLimit(.minutes(30))) struct ClaimsAheadTests {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private static let owner = Owner(host: "here", boot: "1", pid: 1, started: 1)

    private let shared = SharedMemoryQueue()
    private let queue: QueueService
    private let breaker = CircuitBreaker(now: { 10 }, onEvent: { _ in })
    private let dispatcher: JobDispatcher

    init() {
        let store = shared.open(Self.owner)
        queue = QueueService(store)
        dispatcher = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .never, breaker: breaker,
            lease: Lease(store.shared), now: { 10 })
    }

    /// A slot that has ended the first of three photos and begun the second, while the third was claimed with the end.
    private func thirdClaimed() async throws -> (second: Claim, third: Claim) {
        let photos = (1...3).map { number in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number)".utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number), tail: (9, 9, 9)), pipeline: Self.pipeline)
        }
        _ = try await queue.enqueue(photos, at: 1)
        let first = try #require(try await dispatcher.next())
        let second = try #require(try await dispatcher.next())
        #expect(await dispatcher.requestForRestingSlots() == nil, "photos that come are left to slots that wait")
        let request = try #require(await dispatcher.requestForRestingSlots(ending: [first.id]))
        #expect(request.limit == 1)
        let turnover = try await queue.complete([(first.id, .done([1]))], claiming: request, at: 10)
        #expect(await dispatcher.handOut(turnover.claims).isEmpty)
        await dispatcher.end([first.id])
        let third = try #require(turnover.claims.first)
        #expect(await dispatcher.held == [second.id, third.id])
        #expect(await dispatcher.requestForRestingSlots(ending: [first.id]) == nil, "one is enough")
        return (second, third)
    }

    @Test func aSlotFindsItsNextPhotoClaimed() async throws {
        let (_, third) = try await thirdClaimed()
        #expect(try await queue.overview()[.ready] == 0)
        #expect(try await dispatcher.next() == third)
    }

    @Test func aPauseGivesItBack() async throws {
        let (second, third) = try await thirdClaimed()
        #expect(try await dispatcher.pause(true))
        #expect(try await queue.job(third.job)?.state == .ready)
        #expect(await dispatcher.held == [second.id])
    }

    @Test func troubleOfThisHostGivesItBack() async throws {
        let (_, third) = try await thirdClaimed()
        await breaker.trip(.init(cause: "disk-full", message: "the disk is full"))
        let slot = Task { [dispatcher] in try await dispatcher.next() }
        while try await queue.job(third.job)?.state != .ready { await Task.yield() }
        await dispatcher.stop()
        #expect(try await slot.value == nil)
    }

    @Test func oneThatWasCancelledElsewhereDoesNotBegin() async throws {
        let (second, third) = try await thirdClaimed()
        await dispatcher.drop([third.id])
        #expect(await dispatcher.held == [second.id])
        #expect(await dispatcher.takeBack().isEmpty)
    }

    /// Its former claim is known to be over once the photo is claimed again.
    @Test func oneThatWasClaimedAnewBegins() async throws {
        let (_, third) = try await thirdClaimed()
        let former = ClaimID(job: third.job, claimNumber: third.id.claimNumber - 1)
        await dispatcher.drop([former])
        #expect(try await dispatcher.next() == third)
    }

    /// Photos in work may take long after a stop.
    @Test func aStopGivesItBack() async throws {
        let (second, third) = try await thirdClaimed()
        await dispatcher.stop()
        await dispatcher.leaveUnbegun()
        #expect(try await queue.job(third.job)?.state == .ready)
        #expect(await dispatcher.held == [second.id])
    }

    @Test func workersThatCannotBeStartedGiveItBack() async throws {
        let (_, third) = try await thirdClaimed()
        await breaker.trip(.init(cause: "workers", message: "no memory"))
        let slot = Task { [dispatcher] in try await dispatcher.untilWorkMayBegin() }
        while try await queue.job(third.job)?.state != .ready { await Task.yield() }
        await dispatcher.stop()
        try await slot.value
    }

    @Test func aQueueOfOneProcessClaimsNothingAhead() async throws {
        let own = JobDispatcher(
            queue: queue, owner: Self.owner, pipelines: [Self.pipeline], end: .never, breaker: breaker, now: { 10 })
        let (second, third) = try await thirdClaimed()
        #expect(await own.requestForRestingSlots(ending: [second.id]) == nil)
        #expect(await own.handOut([third]) == [third])
    }
}
