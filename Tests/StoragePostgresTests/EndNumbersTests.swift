import Foundation
import Storage
import StorageTesting
import Synchronization
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

/// Numbers that ends get some time after the commits that ended them.
@Suite(.enabled(if: PostgresCluster.isAvailable)) struct EndNumbersTests {
    private let stage: PostgresStage
    private let store: any QueueStore
    private let owner = Owner(host: "here", boot: "b1", pid: 100, started: 7)
    private let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))

    init() throws {
        stage = try PostgresStage()
        store = try stage.open(owner)
        store.shared?.observe { _ in }
    }

    private func end(_ numbers: ClosedRange<UInt64>) throws -> [ClaimID] {
        let photos = numbers.map { number in
            NewJob(
                place: Place(root: Array("/drop".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).json".utf8),
                stamp: FileIdentity(device: 1, inode: number, size: 10, mtimeNanoseconds: 1),
                content: Fingerprint(head: number, tail: (1, 2, 3)), pipeline: pipeline)
        }
        _ = try store.transaction { try $0.jobs.enqueue(photos, at: 1) }
        return try store.transaction { transaction in
            let claims = try transaction.jobs.claim(
                ClaimRequest(limit: photos.count, owner: owner, pipelines: [pipeline]), at: 2
            ).map(\.id)
            _ = try transaction.jobs.complete(claims.map { ($0, .done([1])) }, at: 3)
            return claims
        }
    }

    /// Adds ends as a queue has them that no program has followed.
    private func endMany(_ count: Int64) throws {
        try stage.run(
            "INSERT INTO result (job, record, end_id) SELECT 1000 + n, '\\x31', n FROM generate_series(1, \(count)) AS n"
        )
        try stage.run("INSERT INTO new_end (job) SELECT 1000 + n FROM generate_series(1, \(count)) AS n")
    }

    /// The row of the last number is free, and so is every other that another end would need.
    @Test func whoEndsAPhotoHoldsNothingThatAnotherEndNeeds() throws {
        _ = try end(1...1)
        try store.transaction { transaction in
            try transaction.jobs.saveResult([2], of: JobID(rawValue: 1))
            // Records are sent before they are read again.
            _ = try transaction.jobs.results(of: [JobID(rawValue: 1)])
            try stage.run("SELECT FROM ending_span FOR UPDATE NOWAIT")
            try stage.run("INSERT INTO new_end (job) VALUES (99)")
        }
        #expect(try store.transaction { try $0.jobs.endingSpan().last } == 3)
    }

    /// Numbers are given in a transaction of their own, so that the one that looks has no lock of theirs.
    @Test func whoLooksHoldsNothingThatNumbersNeed() throws {
        _ = try end(1...1)
        let span = try store.transaction { transaction in
            let span = try transaction.jobs.endingSpan()
            try stage.run("SELECT FROM ending_span FOR UPDATE NOWAIT")
            return span
        }
        #expect(span == EndingSpan(last: 1))
    }

    /// A look that shares its transaction with an end, beside what forgets that photo: neither waits for what the other holds.
    @Test func aLookAndAPruneDoNotWaitForEachOther() throws {
        let late = try end(1...2)[0]
        // The server ends none of two that wait for each other, so that both would fail by their own limits.
        try stage.run(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''1h''', current_database()); END $$")
        let (looking, pruning) = (
            try stage.open(Owner(host: "a", boot: "b", pid: 1, started: 1)),
            try stage.open(Owner(host: "b", boot: "b", pid: 2, started: 1))
        )
        let failure = Mutex<(any Error)?>(nil)
        let prune = Thread {
            do {
                _ = try pruning.transaction {
                    try $0.jobs.change(.prune(JobFilter(ids: [late.job])), limit: 9, at: 4)
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        let server = try PostgresConnection(stage.address.connection)
        let waiting =
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'"
        var hasBegun = false
        let (ends, span) = try looking.transaction { transaction in
            // The photo has ended before, and its row is locked all the same.
            let ends = try transaction.jobs.complete([(late, .done([2]))], at: 4)
            if !hasBegun {
                hasBegun = true
                prune.start()
                // Until the prune waits for that row; it has the lock of numbers by then.
                while !prune.isFinished, try server.run(waiting).count == 0 {}
            }
            return (ends, try transaction.jobs.endingSpan())
        }
        while !prune.isFinished { usleep(1_000) }
        if let failure = failure.withLock({ $0 }) { throw failure }
        #expect(ends == [.lost] && span == EndingSpan(last: 2, forgotten: 1, forgettings: 1))
    }

    @Test func whatATransactionEndsItselfIsToldBehindItsCommit() throws {
        _ = try end(1...1)
        let within = try store.transaction { transaction in
            try transaction.jobs.saveResult([2], of: JobID(rawValue: 7))
            return try transaction.jobs.endings(after: 0, limit: 9)
        }
        #expect(within.map(\.number) == [1])
        #expect(try store.transaction { try $0.jobs.endings(after: 0, limit: 9) }.map(\.number) == [1, 2])
    }

    /// An end whose transaction is still under way gets a number behind those that can be read.
    @Test func whatIsCommittedLaterHasALaterNumber() throws {
        let slow = try PostgresConnection(stage.address.connection)
        _ = try slow.run("BEGIN")
        _ = try slow.run("INSERT INTO new_end (job) VALUES (50)")
        _ = try slow.run(
            "INSERT INTO result (job, record, end_id) SELECT 50, '\\x31', max(id) FROM new_end WHERE job = 50")
        let first = try end(1...2).map(\.job)
        let reader = try stage.reader()
        #expect(try reader.read { try $0.jobs.endings(after: 0, limit: 9) }.map(\.job) == first)
        _ = try slow.run("COMMIT")
        let ends = try reader.read { try $0.jobs.endings(after: 0, limit: 9) }
        #expect(ends.map(\.job) == first + [JobID(rawValue: 50)] && ends.map(\.number) == [1, 2, 3])
    }

    /// A look that sees ends without numbers has them numbered as it sees them, and does not see what ends meanwhile.
    @Test func aLookBeginsAnewWhereEndsHaveNoNumbers() throws {
        let first = try end(1...3).map(\.job)
        var looks = 0
        let (before, after) = try stage.reader().read { snapshot in
            looks += 1
            let before = try snapshot.jobs.endings(after: 1, limit: 1)
            _ = try end(4...5)
            return (before, try snapshot.jobs.endings(after: 1, limit: 9))
        }
        #expect(looks == 2)
        #expect(before == [JobEnding(job: first[1], number: 2)] && after.map(\.number) == [2, 3])
        #expect(try store.transaction { try $0.jobs.endings(after: 0, limit: 9) }.map(\.number) == [1, 2, 3, 4, 5])
    }

    /// As the first who follows a queue that no program has followed.
    @Test(arguments: [true, false]) func manyGetTheirNumbersInSeveralTransactions(throughReader: Bool) throws {
        let many = 2 * EndNumbers.atOnce + 10
        try endMany(many)
        let reader = try stage.reader()
        let span =
            try throughReader
            ? reader.read { try $0.jobs.endingSpan() } : store.transaction { try $0.jobs.endingSpan() }
        #expect(span == EndingSpan(last: many))
        // A transaction each: so many have numbered.
        let numbering = try PostgresConnection(stage.address.connection).run(
            "SELECT count(DISTINCT xmin::text) FROM ending")
        #expect(numbering[0].integer(0) == 3)
        #expect(try reader.read { try $0.jobs.endings(after: many - 1, limit: 9) }.map(\.number) == [many])
    }

    /// What is forgotten before it was told has a number by which that can be seen.
    @Test func whatIsForgottenIsNumberedFirst() throws {
        let claims = try end(1...3)
        try endMany(EndNumbers.atOnce)
        _ = try store.transaction {
            try $0.jobs.change(.prune(JobFilter(ids: [claims[1].job])), limit: 9, at: 4)
        }
        let span = try store.transaction { try $0.jobs.endingSpan() }
        #expect(span == EndingSpan(last: EndNumbers.atOnce + 3, forgotten: 2, forgettings: 1))
        let ends = try store.transaction { try $0.jobs.endings(after: 0, limit: 2) }
        #expect(ends.map(\.number) == [1, 3])
    }

    /// A user who may only read is told what has numbers already.
    @Test func whoMayOnlyReadIsToldWhatHasNumbers() throws {
        _ = try end(1...2)
        #expect(try store.transaction { try $0.jobs.endingSpan().last } == 2)
        _ = try end(3...3)
        let address = stage.address.connection + "&options=-cdefault_transaction_read_only%3Don"
        let reader = try PostgresQueueReader(QueueAddress(connection: address))
        #expect(try reader.read { try $0.jobs.endingSpan().last } == 2)
        #expect(try reader.read { try $0.jobs.endings(after: 0, limit: 9) }.count == 2)
    }
}
