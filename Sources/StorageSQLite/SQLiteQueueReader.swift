import Storage

/// Looks at the jobs and scores of a SQLite file; never writes.
public final class SQLiteQueueReader: QueueReader {
    private let jobs: SQLiteJobReader

    /// Opens a file for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String) throws {
        jobs = try SQLiteJobReader(path: path, sharedWith: ScoreMigrations.all + ReviewMigrations.all)
    }

    /// Reads at one moment of the file; short, because a long look keeps the log from being folded in.
    public func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        try jobs.sharedRead { jobs, database in
            try body(
                QueueSnapshot(
                    jobs: jobs, scores: SQLScoreRows(database), reviews: SQLReviewRows(database)))
        }
    }

    /// Copies the file as it is at one moment into a new file; returns the copy's size in bytes.
    public func backup(to copy: String) throws -> Int { try jobs.backup(to: copy) }
}
