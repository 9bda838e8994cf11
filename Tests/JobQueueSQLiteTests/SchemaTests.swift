import Foundation
import GRDB
import JobQueue
import JobQueueSQLite
import TestSupport
import Testing

@Suite struct SchemaTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    private func open() throws -> SQLiteJobStore {
        try SQLiteJobStore(path: path, owner: .current(), at: 0)
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
        let reading = try #require(throws: JobQueueError.self) { try SQLiteJobReader(path: path) }
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
            _ = try store.transaction { try $0.enqueue((0..<500).map { Photos.photo($0) }, at: 1) }
            try store.checkpoint()
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4096))
        try file.close()
        let error = try #require(throws: JobQueueError.self) {
            let store = try open()
            _ = try store.transaction { try $0.enqueue([Photos.photo(1000)], at: 1) }
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
            try SQLiteJobStore(path: missing, owner: .current(), at: 0)
        }
        #expect(error.code == .unusable)
        #expect(error.message.contains(missing))
    }
}
