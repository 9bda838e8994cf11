import Scoring
import Storage
import StorageTesting
import SystemValues
import Testing

@Suite struct MemoryQueueStoreTests {
    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: MemoryQueueStore())
    }

    /// The invariants of the walk on many seeds; the stores being compared are of the same kind here.
    @Test(arguments: UInt64(1)...60)
    func rulesHoldOnRandomWalks(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: MemoryQueueStore())
        try walk.run(steps: 300)
    }

    private struct Stop: Error {}

    private let photo = NewPhoto.photo(1)
    private let reading = PhotoReading(
        session: "day",
        photo: Session.Photo(path: "day/1.jpg", captured: 7, annotated: nil, width: 12, height: 12, faces: []),
        arrows: [], counting: Counting())

    /// What the supervisor relies on: a job's end and its photo's score are there together or not at all.
    @Test(arguments: [false, true])
    func jobsAndScoresAreOneChange(fails: Bool) throws {
        let store = MemoryQueueStore()
        do {
            try store.transaction { transaction in
                _ = try transaction.jobs.enqueue([photo], at: 1)
                try transaction.scores.store(reading)
                if fails { throw Stop() }
            }
        } catch is Stop {}
        let (jobs, sessions) = try store.transaction { (try $0.jobs.overview(), try $0.scores.sessions()) }
        #expect(jobs.counts == (fails ? [:] : [.ready: 1]))
        #expect(sessions.count == (fails ? 0 : 1))
    }
}

/// Photos of different content.
enum NewPhoto {
    static func photo(_ number: UInt64) -> NewJob {
        NewJob(
            place: Place(root: [47], path: Array("\(number).jpg".utf8)), output: [],
            stamp: FileIdentity(device: 1, inode: number, size: 1, mtimeNanoseconds: 1),
            content: Fingerprint(head: number, tail: (0, 0, 0)), pipeline: Fingerprint(head: 0, tail: (0, 0, 0)))
    }
}

/// The store in memory that several processes have open passes what such a store must.
@Suite struct SharedMemoryQueueStoreTests {
    private let stage = SharedMemoryStage()

    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: stage.open(Owner(host: "here", boot: "b1", pid: 100, started: 7)))
    }

    @Test(arguments: SharedStoreCheck.all)
    func conformsWhereSeveralWrite(_ check: SharedStoreCheck) throws { try check.run(on: stage) }

    @Test(arguments: UInt64(1)...4)
    func nothingIsLostInAWalkOfSeveral(_ seed: UInt64) throws {
        try ConcurrentWalk(seed: seed, processes: 4).run(on: stage, steps: 100)
    }
}

private struct SharedMemoryStage: SharedQueueStage {
    private let queue = SharedMemoryQueue()

    func open(_ owner: Owner) throws -> any QueueStore { queue.open(owner) }

    func endLease(of owner: Owner) throws { queue.endLease(of: owner) }
}
