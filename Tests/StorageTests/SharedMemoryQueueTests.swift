import Storage
import StorageTesting
import Synchronization
import SystemValues
import Testing

/// The queue in memory that several stores have open: the suite of all stores, and what leases are worth.
@Suite struct SharedMemoryQueueTests {
    private let queue = SharedMemoryQueue()
    private let pipeline = Fingerprint(head: 0, tail: (0, 0, 0))

    /// A process of a host of its own.
    private static func owner(_ number: Int32) -> Owner {
        Owner(host: "host\(number)", boot: "b", pid: 7, started: 1, life: Int64(number))
    }

    private func open(_ number: Int32) -> SharedMemoryQueueStore { queue.open(Self.owner(number)) }

    private func claim(_ number: Int32, _ store: SharedMemoryQueueStore, limit: Int = 1) throws -> [Claim] {
        let request = ClaimRequest(limit: limit, owner: Self.owner(number), pipelines: [pipeline])
        return try store.transaction { try $0.jobs.claim(request, at: queue.now) }
    }

    private func reclaim(_ store: SharedMemoryQueueStore) throws -> [Job] {
        try store.transaction { try $0.jobs.reclaim(limit: 9, at: queue.now) { store.isDead($0) } }
    }

    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: open(1))
    }

    @Test(arguments: UInt64(1)...20)
    func rulesHoldOnRandomWalks(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: open(1))
        try walk.run(steps: 200)
    }

    @Test func aLeaseHoldsAsLongAsItIsRenewed() throws {
        let (well, frozen) = (open(1), open(2))
        frozen.freeze()
        queue.advance(by: .seconds(29))
        #expect(well.isHolding && frozen.isHolding && !well.isDead(Self.owner(2)))
        queue.advance(by: .seconds(600))
        #expect(well.isHolding && !frozen.isHolding && well.isDead(Self.owner(2)) && !frozen.isDead(Self.owner(1)))
        let members = try well.transaction { try $0.jobs.members() }
        #expect(members.map(\.isAlive) == [true, false] && members[1].silence == .seconds(629))
    }

    @Test func whoseLeaseIsOverEndsNothingAndIsGivenNothing() throws {
        let (late, other) = (open(1), open(2))
        _ = try other.transaction { try $0.jobs.enqueue([NewPhoto.photo(1), NewPhoto.photo(2)], at: 1) }
        let lost = try claim(1, late)
        late.freeze()
        queue.advance(by: .seconds(31))
        #expect(try late.transaction { try $0.jobs.validClaims(among: lost.map(\.id)) }.isEmpty)
        let ends = lost.map { (claim: $0.id, outcome: Outcome.done([1])) }
        #expect(try late.transaction { try $0.jobs.complete(ends, at: queue.now) } == [.lost])
        #expect(try claim(1, late, limit: 9).isEmpty)
        #expect(try reclaim(other).map(\.id) == lost.map(\.job))
        #expect(try claim(2, other, limit: 9).count == 2)
    }

    @Test func aNewLeaseGivesBackWhatNobodyTookAtNoCost() throws {
        let (late, other) = (open(1), open(2))
        let news = Mutex<[SharedQueueNews]>([])
        late.observe { one in news.withLock { $0.append(one) } }
        _ = try late.transaction { try $0.jobs.enqueue([NewPhoto.photo(1)], at: 1) }
        let lost = try claim(1, late)
        late.cutOff()
        #expect(throws: JobQueueError.self) { try claim(1, late) }
        queue.advance(by: .seconds(40))
        #expect(news.withLock { $0 } == [.lapsed])
        #expect(throws: JobQueueError.self) { try late.rejoin() }
        late.reconnect()
        #expect(news.withLock { $0 } == [.lapsed, .back] && !late.isHolding)
        try late.rejoin()
        #expect(late.isHolding)
        let job = try other.transaction { try $0.jobs.job(lost[0].job) }
        #expect(job?.state == .ready && job?.progress.attempts == 0 && job?.progress.recoveries == 0)
    }

    @Test func aDutyHasOneHolderUntilItLeavesOrDies() throws {
        let (first, second) = (open(1), open(2))
        #expect(try first.holds(duty: "tables") && !second.holds(duty: "tables") && second.holds(duty: "sheets"))
        try first.leave()
        #expect(try second.holds(duty: "tables"))
        second.freeze()
        let third = open(3)
        #expect(try !third.holds(duty: "tables"))
        queue.advance(by: .seconds(31))
        #expect(try third.holds(duty: "tables") && !second.holds(duty: "tables"))
    }

    @Test func othersAreToldOfChangesAndOfNothingElse() throws {
        let (first, second) = (open(1), open(2))
        let told = Mutex(0)
        second.observe { if case .changed = $0 { told.withLock { $0 += 1 } } }
        _ = try first.transaction { try $0.jobs.overview() }
        try first.transaction { try $0.jobs.note(commit: 5) }
        #expect(told.withLock { $0 } == 0)
        _ = try first.transaction { try $0.jobs.enqueue([NewPhoto.photo(1)], at: 1) }
        #expect(told.withLock { $0 } == 1)
        _ = try second.transaction { try $0.jobs.enqueue([NewPhoto.photo(2)], at: 1) }
        #expect(told.withLock { $0 } == 1)
    }
}
