import GRDB
import Storage
import StorageSQL
import SystemPackage
import SystemValues

/// Jobs, scores and reviews in one SQLite file, written by one connection of one process.
///
/// SQLite before 3.51.3 can damage a database whose log two connections write or fold in at the same moment; Debian 12
/// has 3.40.1. So the writer holds a lock beside the file for as long as it lives, and all other processes only read.
/// Every commit is on the disk before it returns (`synchronous = FULL`).
///
/// Unchecked because the statements are touched inside `connection.inDatabase` only, which lets in one caller at a time.
public final class SQLiteQueueStore: QueueStore, @unchecked Sendable {
    private let connection: DatabaseQueue
    private let lock: WriterLock
    /// A second lock, on the database itself: the first one's file looks like litter, and users remove it.
    private let fileLock: DatabaseFileLock
    private let path: String
    private let owner: Owner
    private var rows: SQLRows?
    private let file: FileNumber?

    /// Opens or creates the queue, and takes the writer's lock for this process.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String, owner: Owner, at now: UnixMillis) throws {
        try FileSystem.check(path)
        try QueueFile.refuseOthers(path, writing: true)
        lock = try WriterLock(of: .file(FilePath(path)), owner: owner, at: now)
        self.path = path
        self.owner = owner.withoutLife
        FileRights.prepareDatabase(path)
        connection = try SQLiteErrorMapping.naming(path) {
            let connection = try DatabaseQueue(path: path, configuration: Connection.writing)
            try connection.inDatabase { database in
                try Schema.check(database, path: path)
                try Connection.checkWhole(database, path: path)
                try Connection.prepareForWriting(database)
                try Schema.migrate(database, path: path)
            }
            return connection
        }
        file = FileNumber(at: FilePath(path))
        fileLock = try DatabaseFileLock(path)
        rows = connection.inDatabase { SQLRows($0) }
    }

    deinit {
        // Statements must go before their connection; a connection that cannot be closed goes with the process.
        rows = nil
        try? connection.close()
        // Only now: closing any descriptor of the file gives up SQLite's own locks on it.
        fileLock.release()
    }

    /// Runs `body` as one transaction, which is on the disk when this returns.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        try SQLiteErrorMapping.naming(path) {
            try connection.inDatabase { database in
                guard let rows else { throw DatabaseError(message: "the connection is closed") }
                do {
                    var answer: T?
                    try database.inTransaction(.immediate) {
                        let shared = SQLiteDatabase(database)
                        answer = try body(
                            QueueTransaction(
                                jobs: rows, scores: SQLScoreRows(shared), reviews: SQLReviewRows(shared),
                                sets: SQLPhotoSetRows(shared), outbox: SQLOutboxRows(shared, beside: rows)))
                        try rows.finish()
                        return .commit
                    }
                    guard let answer else { throw DatabaseError(message: "the transaction did not run") }
                    return answer
                } catch {
                    rows.forget()
                    throw error
                }
            }
        }
    }

    /// Every owner but the process that opened the file: the writer's lock is a process's own, and goes when it dies.
    public func isDead(_ owner: Owner) -> Bool { owner.withoutLife != self.owner }

    /// Sees that the database is still the file at its path.
    ///
    /// SQLite would go on writing into a file that was deleted or moved away, and all of that would be lost at the end.
    public func checkPlace() throws {
        guard FileNumber(at: FilePath(path)) != file else { return }
        throw JobQueueError(
            .unusable,
            """
            The queue \(path) was deleted, moved or replaced while it was in use. Start again: what has its result keeps it, \
            and what has none is found anew.
            """, fault: .input)
    }

    /// Folds the log into the database and cuts it to nothing, so that a copy of the file alone has everything.
    public func checkpoint() throws {
        try SQLiteErrorMapping.naming(path) {
            _ = try connection.inDatabase { try $0.checkpoint(.truncate) }
        }
    }
}

extension SQLiteQueueStore {
    /// The version of SQLite that this program runs on, as in "3.40.1".
    public static var libraryVersion: String {
        let version = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return version ?? "unknown"
    }
}
