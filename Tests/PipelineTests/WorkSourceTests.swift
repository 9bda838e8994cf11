import JobQueue
import QueueStorage
import Testing

@testable import Supervisor

/// Jobs that are claimed for slots without work, in the commit that ends others.
@Suite(.timeLimit(.minutes(1))) struct WorkSourceTests {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private static let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)

    private let queue = QueueService(MemoryQueueStore())
    private let source: WorkSource

    init() {
        source = WorkSource(
            queue: queue, owner: Self.owner, pipeline: Self.pipeline, end: .never,
            outage: Outage(now: { 10 }, onEvent: { _ in }), now: { 10 })
    }

    /// Puts two photos of one content into the queue, and claims the first.
    private func claimOriginal() async throws -> Claim {
        let photos = ["a.jpg", "b.jpg"].map { name in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array(name.utf8)), output: Array(name.utf8),
                stamp: FileStamp(device: 1, inode: 2, size: 3, modified: 4),
                content: Fingerprint(head: 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        }
        _ = try await queue.enqueue(photos, at: 1)
        return try #require(try await source.next())
    }

    /// What to claim for the one slot that looks for work, once it has found none.
    private func request() async -> ClaimRequest {
        while true {
            if let request = await source.requestForRestingSlots() { return request }
            await Task.yield()
        }
    }

    @Test func aSlotWithoutWorkGetsWhatAnothersEndLetsGo() async throws {
        let claim = try await claimOriginal()
        #expect(await source.requestForRestingSlots() == nil)
        let slot = Task { [source] in try await source.next() }
        let request = await request()
        #expect(request.limit == 1)
        let turnover = try await queue.complete([(claim.id, .done([1]))], claiming: request, at: 10)
        #expect(await source.handOut(turnover.claims).isEmpty)
        let copy = try await slot.value
        #expect(copy?.duplicate?.original == claim.job && copy == turnover.claims.first)
        #expect(await source.takeBack().isEmpty)
    }

    @Test func whatNobodyWaitsForIsGivenBack() async throws {
        let claim = try await claimOriginal()
        #expect(await source.handOut([claim]) == [claim])
        let slot = Task { [source] in try await source.next() }
        _ = await request()
        await source.stop()
        #expect(await source.handOut([claim]) == [claim])
        #expect(try await slot.value == nil)
        #expect(await source.requestForRestingSlots() == nil)
    }
}
