import Foundation
import Storage
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

/// Databases that have no tables yet, or those of another version or program.
extension PostgresQueueStoreTests {
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
}

private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [any Error] = []

    func note(_ error: any Error) { lock.withLock { errors.append(error) } }
    var all: [any Error] { lock.withLock { errors } }
}
