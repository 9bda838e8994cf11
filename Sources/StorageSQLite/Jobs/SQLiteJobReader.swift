import GRDB
import Storage

/// Looks at a queue from another process, while its supervisor works or when none runs; never writes.
public final class SQLiteJobReader: Sendable {
    /// A few connections, so that one long look does not hold up the others.
    let pool: DatabasePool
    private let path: String

    /// Opens a queue for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public convenience init(path: String) throws {
        try self.init(path: path, sharedWith: [])
    }

    /// The same, together with the tables that other rooms keep in the file.
    package init(path: String, sharedWith others: [Migration]) throws {
        self.path = path
        try QueueFile.refuseOthers(path, writing: false)
        pool = try SQLiteErrorMapping.naming(path) {
            let pool = try DatabasePool(path: path, configuration: Connection.reading)
            try pool.read { try Schema(JobMigrations.all + others).checkForReading($0, path: path) }
            return pool
        }
    }

    /// Reads at one moment of the queue; short, because a long look keeps the log from being folded in.
    public func read<T>(_ body: (any JobReading) throws -> T) throws -> T {
        try sharedRead { rows, _ in try body(rows) }
    }

    /// The same, together with the connection's database, for another room's tables; for the body only.
    package func sharedRead<T>(_ body: (any JobReading, Database) throws -> T) throws -> T {
        try SQLiteErrorMapping.naming(path) {
            try pool.read { try body(SQLRows($0), $0) }
        }
    }
}
