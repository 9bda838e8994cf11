import Foundation
import Storage
import StorageSQL
import StorageTesting
import Synchronization
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

/// A database of a test's own, and what only the server's operator can do to it.
struct PostgresStage: SharedQueueStage {
    let address: QueueAddress

    init() throws { address = QueueAddress(connection: try PostgresCluster.database()) }

    func open(_ owner: Owner) throws -> any QueueStore {
        try PostgresQueueStore(address, owner: owner, times: .patient)
    }

    func endLease(of owner: Owner) throws {
        _ = try PostgresConnection(address.connection).run(
            "UPDATE owner SET beat = now() - interval '2 hours' WHERE (\(Owner.columns)) = ($1, $2, $3, $4, $5)",
            owner.values)
    }

    func reader() throws -> any QueueReader { try PostgresQueueReader(address) }

    /// Runs a statement as another program would.
    func run(_ sql: String) throws { _ = try PostgresConnection(address.connection).run(sql) }
}

extension PostgresLease.Times {
    /// No lease and no change is over because the machine is slow: only tests end them.
    static var patient: Self {
        var times = Self()
        (times.lease, times.idle) = (.seconds(3600), .seconds(600))
        return times
    }
}

@Suite(.enabled(if: PostgresCluster.isAvailable)) struct PostgresQueueStoreTests {
    private let stage: PostgresStage
    private let owner = Owner(host: "here", boot: "b1", pid: 100, started: 7)

    init() throws { stage = try PostgresStage() }

    private func photo(_ number: UInt64, content: UInt64? = nil) -> NewJob {
        NewJob(
            place: Place(root: Array("/drop".utf8), path: Array("folder/\(number).jpg".utf8)),
            output: Array("\(number).json".utf8),
            stamp: FileIdentity(device: 1, inode: number, size: 10, mtimeNanoseconds: 1),
            content: Fingerprint(head: content ?? number, tail: (1, 2, 3)), pipeline: pipeline)
    }

    /// A version that keeps no facts notes each of its changes in a table that is gone.
    @Test func aProcessOfAVersionWithoutFactsChangesNothing() throws {
        _ = try stage.open(owner)
        #expect(throws: PostgresFailure.self) {
            try stage.run("INSERT INTO counts AS c (writer, last_commit) VALUES (1, 2)")
        }
    }

    @Test func aDatabaseOfAnotherEncodingIsRefused() throws {
        let former = try PostgresCluster.database()
        let name = try #require(QueueAddress(connection: former).database)
        try PostgresCluster.run(
            "createdb", "--template=template0", "--encoding=LATIN1", "--locale-provider=libc", "--locale=C",
            name + "_latin1")
        let address = QueueAddress(connection: former.replacing(name, with: name + "_latin1"))
        let error = #expect(throws: JobQueueError.self) { try PostgresQueueStore(address, owner: owner) }
        #expect(error?.fault == .input && error?.message.contains("LATIN1") == true, "\(error.debugDescription)")
        #expect(error?.message.contains("createdb --encoding=UTF8 --template=template0") == true)
    }

    private let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))

    private func claims(_ store: any QueueStore, _ limit: Int) throws -> [Claim] {
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

    /// Each moment at which a connection can break: what was committed is there, and the store goes on.
    @Test func aConnectionThatTheServerEndsIsMadeAnew() throws {
        let store = try stage.open(owner)
        _ = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        let end =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        try stage.run(end)
        let error = #expect(throws: JobQueueError.self) { try claims(store, 1) }
        #expect(error?.isPassing == true)
        #expect(try claims(store, 1).count == 1)
        let broken = #expect(throws: JobQueueError.self) {
            try store.transaction { transaction in
                _ = try transaction.jobs.enqueue([photo(2)], at: 1)
                try stage.run(end)
            }
        }
        #expect(broken?.isPassing == true)
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.running: 1])
    }

    @Test func aJobsListHoldsEveryColumnOfTheTableOnce() throws {
        _ = try stage.open(owner)
        let table = try PostgresConnection(stage.address.connection).run(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = 'job'::regclass AND attnum > 0 AND NOT attisdropped"
        ).map { $0.text(0) ?? "" }
        #expect(table.sorted() == [QueueColumn].ofJob.map(\.sql).sorted())
    }

    /// As where a pooler greets for a server that is down.
    @Test func aConnectionThatFailsBehindItsGreetingIsAFailure() throws {
        try stage.run("CREATE SCHEMA door")
        try stage.run(
            "CREATE FUNCTION door.set_config(TEXT, TEXT, BOOLEAN) RETURNS TEXT LANGUAGE plpgsql AS 'BEGIN RAISE ''closed''; END'"
        )
        let address = stage.address.connection + "&options=-csearch_path%3Ddoor,pg_catalog"
        for _ in 1...3 {
            let failure = #expect(throws: PostgresFailure.self) { try PostgresConnection(address) }
            #expect(failure?.message == "closed")
        }
    }

    /// A server may be slow to end what its client has given up.
    @Test func whatHasBecomeOfACommitIsReadOnceItHasEnded() throws {
        let store = try stage.open(owner)
        let writer = try store.transaction { try #require($0.jobs as? PostgresRows).writer }
        let former = try PostgresConnection(stage.address.connection)
        let last = try former.run([
            PostgresStatement(sql: "BEGIN"),
            PostgresStatement(sql: "SELECT pg_advisory_xact_lock($1)", values: [.integer(writer)]),
            Counts.add([:], commit: 77, writer: writer),
        ])
        #expect(last.count == 3)
        let found = Mutex<Int64?>(nil)
        let reading = Thread {
            let commit = try? store.transaction { try $0.jobs.lastCommit() }
            found.withLock { $0 = commit }
        }
        reading.start()
        // Waits until the store does.
        let waiting = """
            SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted
            """
        while try former.run(waiting).count == 0 {}
        _ = try former.run("COMMIT")
        while !reading.isFinished { usleep(1_000) }
        #expect(found.withLock { $0 } == 77)
    }

    /// A process that was stopped in the middle of a change must not hold up the others.
    @Test func theLockOfChangesIsGivenUpInTime() throws {
        let holder = try PostgresConnection(stage.address.connection)
        let store = try stage.open(owner)
        // In one packet: on a slow machine the transaction could be over before it has the lock.
        let taken = try holder.run([
            PostgresStatement(sql: "BEGIN"),
            PostgresStatement(sql: "SET LOCAL idle_in_transaction_session_timeout = '200ms'"),
            PostgresStatement(sql: "SELECT pg_advisory_xact_lock($1)", values: [.integer(Schema.changeLock)]),
        ])
        #expect(taken.count == 3)
        let receipts = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        #expect(receipts.map(\.verdict) == [.new])
    }

    /// Long before its lease is over, and the process that goes on makes its change once more.
    @Test(.timeLimit(.minutes(30))) func aChangeThatStandsStillIsUndoneAndMadeAgain() throws {
        var times = PostgresLease.Times.patient
        times.idle = .milliseconds(200)
        let store = try PostgresQueueStore(stage.address, owner: owner, times: times)
        let other = try stage.open(Owner(host: "other", boot: "b", pid: 2, started: 1, life: 2))
        // A slow machine may stand still in any run, so that there are more than the three that there must be.
        var runs = 0
        var isGivenUp = false
        let receipts = try store.transaction { transaction in
            runs += 1
            let receipts = try transaction.jobs.enqueue([photo(1)], at: 1)
            // Returns when the server has given the change up; in the first run of all the change is not alone yet.
            if runs > 1, !isGivenUp {
                _ = try other.transaction { try $0.jobs.enqueue([photo(2)], at: 1) }
                isGivenUp = true
            }
            return receipts
        }
        #expect(isGivenUp && runs >= 3 && receipts.map(\.verdict) == [.new])
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 2])
    }

    @Test func aBodyThatSwallowsAFailureCommitsNothing() throws {
        let store = try stage.open(owner)
        #expect(throws: JobQueueError.self) {
            try store.transaction { transaction in
                _ = try transaction.jobs.enqueue([photo(1)], at: 1)
                try stage.run("ALTER TABLE result RENAME TO elsewhere")
                _ = try? transaction.jobs.result(of: JobID(rawValue: 77))
            }
        }
        try stage.run("ALTER TABLE elsewhere RENAME TO result")
        #expect(try store.transaction { try $0.jobs.overview() }.counts.isEmpty)
    }

    /// As behind a pooler in transaction mode: another connection of the server's for each transaction.
    @Test func statementsThatTheServerHasForgottenArePreparedNoMore() throws {
        let store = try stage.open(owner)
        _ = try store.transaction { try $0.jobs.enqueue([photo(1), photo(2)], at: 1) }
        #expect(try claims(store, 1).count == 1)
        try store.transaction { transaction in
            _ = try transaction.jobs.overview()
            let rows = try #require(transaction.jobs as? PostgresRows)
            _ = try rows.connection.run("DEALLOCATE ALL")
        }
        #expect(try claims(store, 1).count == 1)
    }

    /// As behind a pooler in transaction mode, which may give one process what another has prepared.
    @Test func twoConnectionsGiveTheirStatementsDifferentNames() throws {
        let names = try (1...2).flatMap { _ in
            let connection = try PostgresConnection(stage.address.connection)
            _ = try connection.run("SELECT $1::bigint", [.integer(1)])
            return try connection.run("SELECT name FROM pg_prepared_statements").map { $0.text(0) }
        }
        #expect(names.count == 2 && Set(names).count == 2)
    }

    /// Each filter of folders is a statement of its own, and the server keeps them all.
    @Test func aConnectionThatHasPreparedMuchIsMadeAnew() throws {
        let store = try stage.open(owner)
        let former = try store.transaction { transaction in
            let connection = try #require(transaction.jobs as? PostgresRows).connection
            for number in 1...1000 { _ = try connection.run("SELECT $1::bigint + \(number)", [.integer(1)]) }
            return connection
        }
        #expect(former.isWorn)
        #expect(try store.transaction { try #require($0.jobs as? PostgresRows).connection !== former })
    }

    /// A look is not run again where the server has forgotten a statement.
    @Test func aReaderAndTheStepsPrepareNothing() throws {
        _ = try stage.open(owner)
        try PostgresQueueReader(stage.address).read { snapshot in
            _ = try snapshot.jobs.page(PageRequest())
            let rows = try #require(snapshot.jobs as? PostgresRows)
            #expect(try rows.connection.run("SELECT FROM pg_prepared_statements").count == 0)
        }
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

    @Test func theCountsOfAnOlderDatabaseAreTakenOver() throws {
        _ = try stage.open(owner)
        for sql in [
            "DROP TABLE writer_counts", "DROP TABLE queue", "DROP TABLE photo_fact", "DROP TABLE finding_fact",
            "CREATE TABLE tally (writer BIGINT, state BIGINT, jobs BIGINT NOT NULL, PRIMARY KEY (writer, state))",
            """
            INSERT INTO tally VALUES (5, 1, 3), (5, 4, 10), (5, 104, 77), (9, 1, -1), (9, 4, 2), (9, 100, 4), (0, 105, 1),
                (0, 101, 55)
            """,
            "DELETE FROM \(Step.marker) WHERE name IN ('counts/one-row-a-writer', 'jobs/facts')",
        ] { try stage.run(sql) }
        let store = try stage.open(owner)
        let (overview, isPaused) = try store.transaction { (try $0.jobs.overview(), try $0.jobs.isPaused()) }
        #expect(overview.counts == [.ready: 2, .done: 12] && overview.history == 4 && isPaused)
        let receipts = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        #expect(receipts.map(\.job) == [JobID(rawValue: 56)])
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 3, .done: 12])
    }

    @Test func aDatabaseOfAnotherProgramIsRefused() throws {
        try stage.run("CREATE TABLE customer (id BIGINT)")
        let error = #expect(throws: JobQueueError.self) { try stage.open(owner) }
        #expect(error?.code == .foreign)
    }

    @Test func aNewerDatabaseIsRefusedByWriterAndReader() throws {
        _ = try stage.open(owner)
        try stage.run("INSERT INTO \(Step.marker) (name) VALUES ('jobs/of-tomorrow')")
        for open in [{ _ = try stage.open(owner) }, { _ = try PostgresQueueReader(stage.address) }] {
            #expect(#expect(throws: JobQueueError.self) { try open() }?.code == .newer)
        }
    }

    @Test func aReaderMakesNoTables() throws {
        let error = #expect(throws: JobQueueError.self) { try PostgresQueueReader(stage.address) }
        #expect(error?.message.contains("has not begun yet") == true)
    }

    @Test func severalProcessesMakeTheTablesAtOneTime() throws {
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            do { _ = try stage.open(Owner(host: "h\(number)", boot: "b", pid: 1, started: 1)) } catch {
                failures.note(error)
            }
        }
        #expect(failures.all.isEmpty)
    }

    /// Hosts that start while the first one makes the tables see none of them, or all.
    @Test func aLookMeanwhileSeesNoForeignTables() throws {
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            do {
                guard number > 0 else {
                    _ = try stage.open(owner)
                    return
                }
                let look = try PostgresConnection(stage.address.connection)
                let end = ContinuousClock.now + .seconds(60)
                while .now < end, try !Schema.missing(look, place: "queue").isEmpty {}
            } catch {
                failures.note(error)
            }
        }
        #expect(failures.all.isEmpty)
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

private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [any Error] = []

    func note(_ error: any Error) { lock.withLock { errors.append(error) } }
    var all: [any Error] { lock.withLock { errors } }
}
