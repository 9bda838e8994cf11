import Storage
import StorageSQL
import StorageTesting
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

@Suite(.enabled(if: PostgresCluster.isAvailable)) struct PostgresQueueStoreTests {
    let stage: PostgresStage
    let owner = Owner(host: "here", boot: "b1", pid: 100, started: 7)

    init() throws { stage = try PostgresStage() }

    func photo(_ number: UInt64, content: UInt64? = nil) -> NewJob {
        NewJob(
            place: Place(root: Array("/drop".utf8), path: Array("folder/\(number).jpg".utf8)),
            output: Array("\(number).json".utf8),
            stamp: FileIdentity(device: 1, inode: number, size: 10, mtimeNanoseconds: 1),
            content: Fingerprint(head: content ?? number, tail: (1, 2, 3)), pipeline: pipeline)
    }

    let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))

    func claims(_ store: any QueueStore, _ limit: Int) throws -> [Claim] {
        try store.transaction {
            try $0.jobs.claim(ClaimRequest(limit: limit, owner: owner, pipelines: [pipeline]), at: 2)
        }
    }

    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws { try check.run(on: stage.open(owner)) }

    @Test(arguments: UInt64(100)...107)
    func agreesWithTheInMemoryStore(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: try stage.open(owner))
        try walk.run(steps: 200)
    }

    @Test(arguments: SharedStoreCheck.all)
    func conformsWhereSeveralWrite(_ check: SharedStoreCheck) throws { try check.run(on: stage) }

    @Test(arguments: [(UInt64(1), 1), (2, 4), (3, 4), (4, 16)])
    func nothingIsLostInAWalkOfSeveral(seed: UInt64, processes: Int) throws {
        try ConcurrentWalk(seed: seed, processes: processes).run(on: stage, steps: 240 / processes)
    }

    @Test func everythingIsThereAfterOpeningAgain() throws {
        do {
            let store = try stage.open(owner)
            _ = try store.transaction { try $0.jobs.enqueue((1...3).map { photo($0) }, at: 1) }
            let claim = try claims(store, 1)
            _ = try store.transaction { try $0.jobs.complete([(claim[0].id, .done([1, 2]))], at: 3) }
            try store.checkpoint()
        }
        let store = try stage.open(owner)
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 2, .done: 1])
        #expect(try store.transaction { try $0.jobs.result(of: JobID(rawValue: 1)) } == [1, 2])
        let receipts = try store.transaction { try $0.jobs.enqueue([photo(1), photo(4)], at: 4) }
        #expect(receipts.map(\.verdict) == [.known, .new])
        #expect(receipts[1].job == JobID(rawValue: 4))
    }

    @Test func aJobsListHoldsEveryColumnOfTheTableOnce() throws {
        _ = try stage.open(owner)
        let table = try PostgresConnection(stage.address.connection).run(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = 'job'::regclass AND attnum > 0 AND NOT attisdropped"
        ).map { $0.text(0) ?? "" }
        #expect(table.sorted() == [QueueColumn].ofJob.map(\.sql).sorted())
    }

    @Test func textsThatHoldAZeroAreStored() throws {
        let store = try stage.open(owner)
        _ = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        let claim = try claims(store, 1)[0]
        let failure = JobFailure(code: "bad", message: "a\0b", fault: .input)
        _ = try store.transaction { try $0.jobs.complete([(claim.id, .failed(failure, result: [0, 255, 0]))], at: 3) }
        let (job, result) = try store.transaction { (try $0.jobs.job(claim.job), try $0.jobs.result(of: claim.job)) }
        #expect(job?.failure?.message == "a\u{FFFD}b" && result == [0, 255, 0])
    }

    /// Few rows have a statement of their own.
    @Test(arguments: [1, 2, 8, 9, 20]) func rowsAreChangedAlikeHoweverManyTheyAre(count: Int) throws {
        let store = try stage.open(owner)
        _ = try store.transaction { try $0.jobs.enqueue((1...UInt64(count)).map { photo($0) }, at: 1) }
        let claims = try claims(store, count)
        #expect(claims.count == count)
        let failure = JobFailure(code: "bad", message: "no picture", fault: .input)
        _ = try store.transaction { transaction in
            try transaction.jobs.complete(
                claims.enumerated().map { ($1.id, $0.isMultiple(of: 2) ? .failed(failure, result: [7]) : .done([8])) },
                at: 3)
        }
        for (number, claim) in claims.enumerated() {
            let isFailed = number.isMultiple(of: 2)
            let (job, result) = try store.transaction {
                (try $0.jobs.job(claim.job), try $0.jobs.result(of: claim.job))
            }
            #expect(job?.state == (isFailed ? .failed : .done) && job?.failure == (isFailed ? failure : nil))
            #expect(job?.finished == 3 && job?.owner == nil && result == [isFailed ? 7 : 8])
        }
    }

    /// Hosts have the share at different paths, and know it by its name.
    @Test func rootsAreKnownByTheirNames() throws {
        func store(_ path: String, _ life: Int64) throws -> any QueueStore {
            try PostgresQueueStore(
                QueueAddress(connection: stage.address.connection, roots: [RootName(name: "club", path: .init(path))]),
                owner: Owner(host: "h", boot: "b", pid: 1, started: 1, life: life))
        }
        let (here, there) = (try store("/drop", 1), try store("/mnt/nas/photos", 2))
        _ = try here.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        let claim = try #require(try claims(there, 1).first)
        #expect(claim.place == Place(root: Array("/mnt/nas/photos".utf8), path: Array("folder/1.jpg".utf8)))
        #expect(try there.transaction { try $0.jobs.roots() } == [Array("/mnt/nas/photos".utf8)])
        let known = try there.transaction { try $0.jobs.knownFiles(at: [claim.place]) }
        #expect(known.first??.job == claim.job)
        var filter = JobFilter()
        filter.root = Array("/drop".utf8)
        #expect(try here.transaction { try $0.jobs.page(PageRequest(filter)) }.count == 1)
        #expect(try there.transaction { try $0.jobs.page(PageRequest(filter)) }.isEmpty)
        // A host without the name sees it as it is stored.
        #expect(try stage.open(owner).transaction { try $0.jobs.roots() } == [Array("club:".utf8)])
    }

    @Test(arguments: [
        ("SELECT :a + :b, ':c', x::text WHERE y = :a", "SELECT $1 + $2, ':c', x::text WHERE y = $1", ["a", "b"]),
        ("DELETE FROM t", "DELETE FROM t", []),
    ])
    func namesOfParametersBecomeNumbers(named: String, numbered: String, names: [String]) {
        let made = NumberedParameters.of(named)
        #expect(made.sql == numbered && made.names == names)
    }
}
