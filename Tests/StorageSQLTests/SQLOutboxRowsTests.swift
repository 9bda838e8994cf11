import GRDB
import Storage
import StorageSQL
import StorageTesting
import SystemValues
import Testing

@testable import StorageSQLite

/// An outbox whose hosts have names for the folders of photos, each at a path of its own, and rows that are damaged.
@Suite struct SQLOutboxRowsTests {
    private let queue: DatabaseQueue
    private let owner = Owner(host: "h", boot: "b", pid: 1, started: 2, life: 3)
    private let here = RootNames([RootName(name: "club", path: "/photos")])
    private let there = RootNames([RootName(name: "club", path: "/mnt/share/fotos")])

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { database in
            for migration in Migration.all { try database.execute(sql: migration.sql) }
        }
    }

    /// The outbox as a host has it on which the only photo lies below a root.
    private func outbox<T>(_ root: String, _ names: RootNames?, _ body: (SQLOutboxRows) throws -> T) throws -> T {
        let photo = NewJob(
            place: Place(root: Array(root.utf8), path: Array("day/1.jpg".utf8)), output: [],
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: 1, tail: (2, 3, 4)), pipeline: Fingerprint(head: 1, tail: (2, 3, 4)))
        return try MemoryQueueStore().transaction { transaction in
            _ = try transaction.jobs.enqueue([photo], at: 1)
            return try queue.write {
                try body(SQLOutboxRows(SQLiteDatabase($0), beside: transaction.jobs, names: names))
            }
        }
    }

    /// The database beside a queue that has no job.
    private func withoutJobs(_ body: (SQLiteDatabase, any JobReading) throws -> Void) throws {
        try MemoryQueueStore().transaction { transaction in
            try queue.write { try body(SQLiteDatabase($0), transaction.jobs) }
        }
    }

    private let message = NewMessage(
        hook: "x", subject: .photo(ClaimID(job: JobID(rawValue: 1), claimNumber: 1)), event: "photo",
        body: Array("{}".utf8))

    private func claimed(_ rows: SQLOutboxRows) throws -> [MessageID] {
        try rows.claim(DeliveryRequest(owner: owner, limits: ["x": 9]), at: 5).map(\.id)
    }

    /// The folders of hosts, and whether a photo of the same name in them is the same photo.
    @Test(arguments: [("/mnt/share/fotos", true), ("/elsewhere", false)])
    func aPhotoStandsInOneLineOnAllHosts(root: String, isSame: Bool) throws {
        try outbox("/photos", here) { try $0.add([message], at: 1) }
        try outbox(root, there) { (rows: SQLOutboxRows) throws in
            try rows.add([message], at: 2)
            #expect(try claimed(rows).count == (isSame ? 1 : 2))
        }
    }

    @Test func aProcessWithoutALeaseIsGivenNothing() throws {
        try outbox("/photos", nil) { try $0.add([message], at: 1) }
        try withoutJobs { (database: SQLiteDatabase, jobs: any JobReading) throws in
            let rows = SQLOutboxRows(database, beside: jobs, holdsLease: { _ in false })
            #expect(try claimed(rows) == [])
            #expect(try claimed(SQLOutboxRows(database, beside: jobs)).count == 1)
        }
    }

    /// What stands in a row in the place of what was written, and the word for it.
    @Test(arguments: [
        ("subject = 'page 3'", "a subject"), ("state = 7", "a state"), ("owner = 'x'", "an owner"),
        ("answer = '{'", "an answer"),
    ])
    func aDamagedRowIsToldOfAndIsNoCrash(change: String, what: String) throws {
        try outbox("/photos", nil) { try $0.add([message], at: 1) }
        try queue.write { try $0.execute(sql: "UPDATE outbox SET \(change)") }
        let error = #expect(throws: JobQueueError.self) {
            try outbox("/photos", nil) { _ = try $0.page(OutboxPage()) }
        }
        #expect(
            error?.code == .damaged && error?.message.contains("message 1 in the queue's outbox has \(what)") == true)
    }

    /// A message whose job is forgotten has a line of its own.
    @Test func aMessageOutlivesItsJob() throws {
        try withoutJobs { (database: SQLiteDatabase, jobs: any JobReading) throws in
            let rows = SQLOutboxRows(database, beside: jobs)
            try rows.add([message, message], at: 1)
            #expect(try claimed(rows).count == 1)
        }
    }
}
