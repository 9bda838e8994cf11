import GRDB
import Storage
import StorageSQL
import SystemPackage
import SystemValues

/// Looks at the jobs, scores and reviews of a SQLite file, while another process writes it or when none does; never writes.
public final class SQLiteQueueReader: QueueReader {
    /// A few connections, so that one long look does not hold up the others.
    private let pool: DatabasePool
    private let path: String

    /// Opens a file for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String) throws {
        self.path = path
        try QueueFile.refuseOthers(path, writing: false)
        pool = try SQLiteErrorMapping.naming(path) {
            let pool = try DatabasePool(path: path, configuration: Connection.reading)
            try pool.read { try Schema.checkForReading($0, path: path) }
            return pool
        }
    }

    /// Reads at one moment of the file; short, because a long look keeps the log from being folded in.
    public func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        try SQLiteErrorMapping.naming(path) {
            try pool.read { database in
                let (rows, shared) = (SQLRows(database), SQLiteDatabase(database))
                return try body(
                    QueueSnapshot(
                        jobs: rows, scores: SQLScoreRows(shared), reviews: SQLReviewRows(shared),
                        sets: SQLPhotoSetRows(shared), outbox: SQLOutboxRows(shared, beside: rows)))
            }
        }
    }
}

extension SQLiteQueueReader {
    /// Copies the queue as it is at one moment into a new file, while its supervisor works on.
    ///
    /// The copy is checked and on the disk under its name when this returns; a crash before that leaves no file of that name.
    ///
    /// - Parameter copy: A path where nothing lies yet.
    /// - Returns: The copy's size in bytes.
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public func backup(to copy: String) throws -> Int {
        try QueueDraft.make(copy) { draft in
            // One statement is one moment. The log cannot be folded in meanwhile: some seconds for a million jobs.
            try pool.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
        }
    }
}
