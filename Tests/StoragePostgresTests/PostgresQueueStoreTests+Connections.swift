import Foundation
import Storage
import Synchronization
import Testing

@testable import StoragePostgres

/// Connections that break, changes that stand still, and statements that the server keeps for a connection.
extension PostgresQueueStoreTests {
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
}
