import Storage

/// Jobs and scores in one SQLite file, written through one connection of one process.
public final class SQLiteQueueStore: QueueStore {
    private let jobs: SQLiteJobStore
    private let owner: Owner

    /// Opens or creates the file, and takes the writer's lock for this process.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String, owner: Owner, at now: UnixMillis) throws {
        self.owner = owner
        jobs = try SQLiteJobStore(
            path: path, owner: owner, at: now, sharedWith: ScoreMigrations.all + ReviewMigrations.all)
    }

    /// Runs `body` as one transaction, which is on the disk when this returns.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        try jobs.sharedTransaction { jobs, database in
            try body(
                QueueTransaction(
                    jobs: jobs, scores: SQLScoreRows(database), reviews: SQLReviewRows(database)))
        }
    }

    /// Everybody but the process that opened the file: the writer's lock is a process's own, and goes when it dies.
    public func isDead(_ owner: Owner) -> Bool { owner != self.owner }

    /// Sees that the database is still the file at its path.
    public func checkPlace() throws { try jobs.checkPlace() }

    /// Folds the log into the database, so that a copy of the file alone has everything.
    public func checkpoint() throws { try jobs.checkpoint() }
}
