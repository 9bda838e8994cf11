import Findings
import Foundation
import GRDB
import GRDBSQLite
import Scoring
import Storage
import StorageSQL
import SystemValues
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct SQLScoreRowsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    private func open() throws -> SQLiteQueueStore {
        try SQLiteQueueStore(path: path, owner: .current(), at: 0)
    }

    private func store(_ reading: PhotoReading) throws {
        _ = try open().transaction { try $0.scores.store(reading) }
    }

    private func sessions() throws -> [SessionSummary] {
        try SQLiteQueueReader(path: path).read { try $0.scores.sessions() }
    }

    private func sql(_ statement: String) throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: statement) }
    }

    private let reading = Readings.photo("day/1.jpg", [Readings.arrow(0.03), Readings.arrow(0.15)], at: 7)

    @Test func anInterruptedSessionResumes() throws {
        try store(reading)
        let correction = Correction(photo: "day/1.jpg", arrow: 2, value: Correction.Value(score: 10))
        #expect(try open().transaction { try $0.scores.correct(correction) }.arrow == 2)
        try store(Readings.photo("day/2.jpg", [Readings.arrow(0.25)], at: 9))
        try store(reading)
        let session = try SQLiteQueueReader(path: path).read { try $0.scores.session(named: "day") }
        #expect(session?.rounds.map { $0.ends.map { $0.arrows.map(\.value.mark) } } == [[["X", "10"], ["8"]]])
    }

    @Test func readersLookOnWhileTheWriterWorks() throws {
        let queue = try open()
        let reader = try SQLiteQueueReader(path: path)
        #expect(try reader.read { try $0.scores.sessions() }.isEmpty)
        _ = try queue.transaction { try $0.scores.store(reading) }
        #expect(
            try reader.read { try $0.scores.sessions() } == [
                SessionSummary(name: "day 1970-01-01", ends: 1, photos: 1, date: "1970-01-01")
            ]
        )
        withExtendedLifetime(queue) {}
    }

    /// What the supervisor does: a job's end and its photo's score are there together or not at all.
    @Test func aJobsEndAndItsScoreAreOneChange() throws {
        let queue = try open()
        struct Interrupted: Error {}
        func work(failing: Bool) throws {
            try queue.transaction { transaction in
                _ = try transaction.jobs.enqueue([Self.arrival], at: 1)
                try transaction.scores.store(reading)
                if failing { throw Interrupted() }
            }
        }
        let reader = try SQLiteQueueReader(path: path)
        #expect(throws: Interrupted.self) { try work(failing: true) }
        #expect(try queue.transaction { try $0.jobs.overview() }.counts.isEmpty)
        #expect(try reader.read { try $0.scores.sessions() }.isEmpty)
        try work(failing: false)
        #expect(try queue.transaction { try $0.jobs.overview() }.counts == [.ready: 1])
        #expect(try reader.read { try $0.scores.sessions() }.count == 1)
    }

    /// A queue of the time before scores: readers say what brings it up to date, and the first writing does.
    @Test func anOlderQueueIsTakenOn() throws {
        _ = try open().transaction { try $0.jobs.enqueue([Self.arrival], at: 1) }
        for table in ["session", "photo", "arrow", "parked", "sheet"] { try sql("DROP TABLE score_\(table)") }
        try sql("DROP TABLE finding_review")
        try sql("ALTER TABLE job DROP COLUMN changed; ALTER TABLE job DROP COLUMN counterpart")
        try sql("DROP TABLE identity; DROP TABLE moved; DROP TABLE outbox; DROP TABLE ending; DROP TABLE forgotten")
        try sql("DROP INDEX job_copy")
        try sql("DROP TABLE likeness; DROP TABLE embedding; DROP TABLE photo_set")
        try sql("DROP TABLE photo_fact; DROP TABLE finding_fact")
        try sql("ALTER TABLE pipeline DROP COLUMN successor")
        try sql("DROP TABLE migration; PRAGMA user_version = 1")
        let refusal = #expect(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        #expect(refusal?.message.contains("older Quiver") == true)
        try store(reading)
        #expect(try sessions().count == 1)
        #expect(try SQLiteQueueReader(path: path).read { try $0.jobs.overview() }.counts == [.ready: 1])
    }

    @Test func theDatabaseItselfRefusesASecondArrowOfOneNumber() throws {
        try store(reading)
        let insert = """
            INSERT INTO score_arrow (number, photo, score, is_x, is_removed, needs_review)
            SELECT number, photo, 1, 0, 0, 0 FROM score_arrow WHERE number = 1
            """
        let error = #expect(throws: DatabaseError.self) { try sql(insert) }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    }

    @Test func aSecondRunAddsNoRows() throws {
        func counts() throws -> [Int] {
            try DatabaseQueue(path: path).inDatabase { database in
                try ["session", "photo", "arrow", "parked"].map {
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM score_\($0)") ?? 0
                }
            }
        }
        for _ in 1...3 {
            try store(reading)
            #expect(try counts() == [1, 1, 2, 0])
        }
        try open().transaction { try $0.scores.forget(photo: "day/1.jpg") }
        #expect(try counts() == [0, 0, 0, 0])
    }

    /// What storing one photo costs does not grow with its session.
    @Test func aPhotoOfALargeSessionCostsAsMuchAsOneOfASmall() throws {
        let queue = try open()
        func cost(of number: Int) throws -> Int {
            let steps = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            steps.initialize(to: 0)
            defer { steps.deallocate() }
            try queue.transaction { transaction in
                let rows = try #require(transaction.scores as? SQLScoreRows)
                let connection = try #require(rows.database as? SQLiteDatabase).database.sqliteConnection
                // Every step of SQLite's machine counts, so that a scan of the session would show.
                let count: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = {
                    $0?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }
                sqlite3_progress_handler(connection, 1, count, steps)
                defer { sqlite3_progress_handler(connection, 0, nil, nil) }
                _ = try transaction.scores.store(
                    Readings.photo("day/\(number).jpg", [Readings.arrow(0.1)], at: Int64(number)))
            }
            return steps.pointee
        }
        _ = try cost(of: 0)
        let first = try cost(of: 1)
        for number in 2..<600 { _ = try cost(of: number) }
        let last = try cost(of: 600)
        #expect(last < first * 3 / 2, "\(first) steps, then \(last)")
    }

    @Test func aNewerQueueIsRefused() throws {
        try store(reading)
        try sql("PRAGMA user_version = 1000")
        let error = #expect(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        #expect(error?.code == .newer)
    }

    private static let arrival = NewJob(
        place: Place(root: Array("/drop".utf8), path: Array("day/1.jpg".utf8)), output: Array("day/1.jpg.json".utf8),
        stamp: FileIdentity(device: 1, inode: 1, size: 1, mtimeNanoseconds: 1),
        content: Fingerprint(head: 1, tail: (1, 2, 3)),
        pipeline: Fingerprint(head: 9, tail: (9, 9, 9)))
}
