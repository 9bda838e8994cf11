import Foundation
import GRDB
import Glibc
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite struct SchemaTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    private func open() throws -> SQLiteQueueStore {
        try onceFree { try SQLiteQueueStore(path: path, owner: .current(), at: 0) }
    }

    private func sql(_ statement: String) throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: statement) }
    }

    @Test func aNewerSchemaIsRefusedAndLeftAlone() throws {
        _ = try open()
        try sql("PRAGMA user_version = 1000")
        let error = try #require(throws: JobQueueError.self) { try open() }
        #expect(error.code == .newer)
        #expect(error.message.contains("schema 1000"))
        let reading = try #require(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        #expect(reading.code == .newer)
        let version = try DatabaseQueue(path: path).inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        #expect(version == 1000)
    }

    @Test func aStepThatIsNotKnownIsANewerOnes() throws {
        _ = try open()
        try sql("INSERT INTO migration VALUES ('jobs/leases')")
        let error = try #require(throws: JobQueueError.self) { try open() }
        #expect(error.code == .newer)
        #expect(error.message.contains("jobs/leases"))
    }

    @Test func anotherProgramsDatabaseIsRefused() throws {
        try sql("CREATE TABLE theirs (id)")
        let error = try #require(throws: JobQueueError.self) { try open() }
        #expect(error.code == .foreign)
    }

    @Test(arguments: [
        "CREATE TRIGGER more AFTER INSERT ON job BEGIN INSERT INTO tally VALUES (999, 1); END",
        "CREATE VIEW more AS SELECT 1", "CREATE TABLE more (id)", "CREATE INDEX more ON job (attempts)",
        "ALTER TABLE job ADD COLUMN more INTEGER AS (id + 1)",
    ])
    func whatQuiverDidNotMakeIsRefused(statement: String) throws {
        _ = try open()
        try sql(statement)
        for attempt in [{ _ = try open() }, { _ = try SQLiteQueueReader(path: path) }] {
            let error = try #require(throws: JobQueueError.self) { try attempt() }
            #expect(error.code == .foreign)
            #expect(error.message.contains("which Quiver did not make"))
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func aFIFOIsRefusedAndNotWaitedFor() throws {
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: JobQueueError.self) { try open() }
        #expect(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func aQueueOfAnotherUserIsOnlyRead() throws {
        _ = try open()
        try #require(chown(path, 4001, 4001) == 0)
        let error = try #require(throws: JobQueueError.self) { try open() }
        #expect(error.code == .foreign && error.message.contains("(4001)"))
        _ = try SQLiteQueueReader(path: path)
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: JobQueueError.self) { try open() }
        #expect(error.code == .foreign)
        #expect(error.message.contains(path))
    }

    /// Every page but the first is overwritten, as by a disk that lost its mind.
    @Test func aDamagedQueueIsNamedWithWhatToDo() throws {
        do {
            let store = try open()
            _ = try store.transaction { try $0.jobs.enqueue((0..<500).map { Photos.photo($0) }, at: 1) }
            try store.checkpoint()
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4096))
        try file.close()
        let error = try #require(throws: JobQueueError.self) {
            let store = try open()
            _ = try store.transaction { try $0.jobs.enqueue([Photos.photo(1000)], at: 1) }
        }
        #expect(error.code == .damaged)
        #expect(error.message.contains(path))
        #expect(error.message.contains("Move it"))
    }

    @Test func theWriterCommitsToTheDiskAndKeepsItsLogShort() throws {
        _ = try open()
        let mode = try DatabaseQueue(path: path).inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(mode == "wal")
    }

    @Test func aMissingFolderIsNamed() throws {
        let missing = folder["no/such/queue.sqlite"].path
        let error = try #require(throws: JobQueueError.self) {
            try SQLiteQueueStore(path: missing, owner: .current(), at: 0)
        }
        #expect(error.code == .unusable)
        #expect(error.message.contains(missing))
    }
}
