import GRDB
import Storage
import StorageSQL
import SystemValues
import TestSupport
import Testing

@testable import StorageSQLite

/// Statements are bound and read by name: no order of columns means anything, and what is left out is an error.
@Suite struct QueryTests {
    private let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue()
        try database.inDatabase { database in
            for migration in Migration.all { try database.execute(sql: migration.sql) }
        }
    }

    @Test func everyStatementNamesOnlyWhatItMay() throws {
        try database.inDatabase { database in
            for query in StaticQuery.allCases { _ = try Query(database, query.sql) }
        }
    }

    @Test func aJobsListHoldsEveryColumnOfTheTableOnce() throws {
        let table = try database.inDatabase { try $0.columns(in: "job") }.map(\.name)
        let listed = [QueueColumn].ofJob.map(\.sql)
        #expect(listed.sorted() == table.sorted())
    }

    /// Each column has a value of its own, so that no two can change places without being noticed.
    @Test func aJobComesBackColumnForColumn() throws {
        try database.inDatabase { database in
            let rows = SQLRows(database)
            var job = Job(
                id: JobID(rawValue: 0), place: Place(root: [47], path: Array("a/b".utf8)), output: [1, 2],
                stamp: FileIdentity(device: 3, inode: 4, size: 5, mtimeNanoseconds: 6, ctimeNanoseconds: 7),
                content: Fingerprint(head: 8, tail: (9, 10, 11)), pipeline: Fingerprint(head: 12, tail: (13, 14, 15)),
                priority: 16, progress: Progress(.blocked, due: 17), claimNumber: 18,
                owner: Owner(host: "h", boot: "b", pid: 19, started: 20), original: JobID(rawValue: 21),
                waitsForOriginal: true,
                isCurrent: true, arrived: 22, claimed: 23, finished: 24,
                failure: JobFailure(code: "c", message: "m", fault: .environment))
            job.progress.attempts = 25
            job.progress.crashes = 26
            job.progress.retries = 27
            job.progress.recoveries = 28
            job.id = try rows.insert(job)
            #expect(try rows.job(job.id) == job)
            let old = job
            job.claimNumber = 29
            job.progress.crashes = 30
            try rows.updateProgress(job, from: old)
            #expect(try rows.job(job.id) == job)
            job.priority = 31
            job.original = nil
            try rows.update(job, from: old)
            #expect(try rows.job(job.id) == job)
        }
    }

    @Test func aValueThatIsLeftOutOrNotAskedForIsAnError() throws {
        try database.inDatabase { database in
            let query = try Query(database, "SELECT id FROM folder WHERE root = :root AND path = :path")
            #expect(throws: DatabaseError.self) { try query.run { $0.set(.root, [1]) } }
            #expect(throws: DatabaseError.self) {
                try query.run {
                    $0.set(.root, [1])
                    $0.set(.path, [2])
                    $0.set(.key, 3)
                }
            }
            #expect(throws: Never.self) {
                try query.run {
                    $0.set(.path, [2])
                    $0.set(.root, [1])
                }
            }
        }
    }

    @Test(arguments: [
        "SELECT max(id) FROM folder", "SELECT id FROM folder WHERE path = ?", "SELECT id FROM job WHERE id = :unknown",
    ])
    func aStatementWithNamelessPartsIsRefused(_ sql: String) throws {
        #expect(throws: DatabaseError.self) {
            try database.inDatabase { _ = try Query($0, sql) }
        }
    }
}
