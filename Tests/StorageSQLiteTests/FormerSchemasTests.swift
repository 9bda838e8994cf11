import Foundation
import GRDB
import Storage
import StorageSQLite
import SystemValues
import TestSupport
import Testing

/// Databases that former versions made are brought up to date, and differ in nothing from new ones then.
@Suite struct FormerSchemasTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    private func open(_ path: String? = nil) throws -> SQLiteQueueStore {
        try onceFree { try SQLiteQueueStore(path: path ?? self.path, owner: .current(), at: 0) }
    }

    /// A database of a former version, with one photo that was worked.
    private func makeFormer(_ version: Int) throws {
        try DatabaseQueue(path: path).inDatabase { database in
            try database.execute(sql: FormerSchemas.database(version) + Self.rows)
            if version >= 2 {
                try database.execute(sql: "INSERT INTO score_session (name, counting) VALUES ('day', '{}')")
            }
        }
    }

    /// Every table and index, as SQLite keeps it, and the steps by name.
    private func shape(of path: String) throws -> [String] {
        try DatabaseQueue(path: path).inDatabase { database in
            try String.fetchAll(
                database, sql: "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name")
                + String.fetchAll(database, sql: "SELECT name FROM migration ORDER BY name")
        }
    }

    @Test(arguments: 1...4)
    func aFormerDatabaseIsBroughtUpToDate(_ version: Int) throws {
        try makeFormer(version)
        let store = try open()
        let (job, result) = try store.transaction { transaction in
            (try transaction.jobs.job(JobID(rawValue: 1)), try transaction.jobs.result(of: JobID(rawValue: 1)))
        }
        #expect(job?.place == Place(root: Array("/drop".utf8), path: Array("day/1.jpg".utf8)))
        #expect(job?.output == Array("day/1.jpg.json".utf8))
        #expect(job?.stamp == FileIdentity(device: 3, inode: 4, size: 5, mtimeNanoseconds: 6))
        #expect(job?.content == Fingerprint(head: 7, tail: (1, 2, 3)))
        #expect(job?.state == .done && job?.finished == 12 && result == [0xAB])
        // What has ended before is followed from the first on.
        let followed = try store.transaction { try $0.jobs.endings(behind: $0.jobs.cursor(at: .first), limit: 9) }
        #expect(followed.map(\.job.id.rawValue) == [1] && followed.map(\.record) == [[0xAB]])
        // A session is there whose photos are yet to come.
        #expect(try store.transaction { try $0.scores.sessions() }.count == (version == 4 ? 1 : 0))
        _ = try open(folder["new.sqlite"].path)
        #expect(try shape(of: path) == shape(of: folder["new.sqlite"].path))
    }

    /// Only a writer takes steps; a database that lacks none is as good for a reader as a new one.
    @Test(arguments: 1...4)
    func aReaderSaysWhatBringsADatabaseUpToDate(_ version: Int) throws {
        try makeFormer(version)
        let error = #expect(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        #expect(error?.message.contains("older Quiver") == true)
        do { _ = try open() }
        #expect(try SQLiteQueueReader(path: path).read { try $0.jobs.overview() }.counts == [.done: 1])
    }

    @Test func aDatabaseThatIsUpToDateIsLeftAsItIs() throws {
        do { _ = try open() }
        let before = try shape(of: path)
        do { _ = try open() }
        #expect(try shape(of: path) == before)
    }

    /// Either all steps are taken or none is: the second one finds a table of its name.
    @Test func aStepThatFailsLeavesTheDatabaseAsItWas() throws {
        try makeFormer(1)
        let sql = "CREATE TABLE score_arrow (id)"
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
        #expect(throws: JobQueueError.self) { try open() }
        let (version, tables) = try DatabaseQueue(path: path).inDatabase { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA user_version"),
                try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'score%'")
            )
        }
        #expect(version == 1 && tables == ["score_arrow"])
    }

    /// A step of a room that this version does not have.
    @Test func aStepOfALaterVersionIsNamedAndTheDatabaseLeftAlone() throws {
        do { _ = try open() }
        try DatabaseQueue(path: path).inDatabase {
            try $0.execute(sql: "INSERT INTO migration VALUES ('hooks/outbox')")
        }
        let attempts: [() throws -> Void] = [{ _ = try open() }, { _ = try SQLiteQueueReader(path: path) }]
        for attempt in attempts {
            let error = #expect(throws: JobQueueError.self) { try attempt() }
            #expect(error?.code == .newer && error?.message.contains("hooks/outbox") == true)
        }
    }

    private static let rows = """
        INSERT INTO folder VALUES (1, CAST('/drop' AS BLOB), CAST('day' AS BLOB));
        INSERT INTO pipeline VALUES (1, zeroblob(32));
        INSERT INTO job (
            id, state, attempts, crashes, retries, recoveries, due, turn, held, current, folder, name, output, device,
            inode, size, modified, content_head, content_tail, pipeline, priority, arrived, claimed, finished)
        VALUES (
            1, 4, 1, 0, 0, 0, 10, 1, 0, 1, 1, CAST('1.jpg' AS BLOB), x'002E6A736F6E', 3,
            4, 5, 6, 7, x'000000000000000100000000000000020000000000000003', 1, 0, 10, 11, 12);
        INSERT INTO result VALUES (1, x'AB');
        INSERT INTO tally VALUES (4, 1), (101, 1);
        """
}
