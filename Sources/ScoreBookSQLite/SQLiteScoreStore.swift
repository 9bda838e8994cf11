import GRDB
import JobQueue
import JobQueueSQLite
import ScoreBook

/// The score book in the queue's database, written through the queue's one connection.
///
/// Where a supervisor runs it is the only one that writes: other processes ask it, or take the writer's lock where none
/// runs, by opening the queue.
public final class SQLiteScoreStore: ScoreStore {
    private let queue: SQLiteJobStore

    /// The book of a queue.
    public init(_ queue: SQLiteJobStore) {
        self.queue = queue
    }

    /// Runs the verbs in `body` as one transaction, which is on the disk when this returns.
    public func transaction<T>(_ body: (any ScoreVerbs) throws -> T) throws -> T {
        try queue.transaction { verbs in
            guard let scores = Self.verbs(with: verbs) else {
                throw JobQueueError(.unusable, "The queue has no database for scores.", fault: .quiver)
            }
            return try body(scores)
        }
    }

    /// The score book's verbs inside a transaction of the queue, so that a photo's score and its job's end are one change.
    ///
    /// Nil where the queue is no SQLite file.
    public static func verbs(with verbs: any JobVerbs) -> (any ScoreVerbs)? {
        verbs.sharedDatabase.map(SQLScoreRows.init)
    }
}

/// Looks into the score book of a queue from another process, while its supervisor works or when none runs.
public final class SQLiteScoreReader: Sendable {
    private let queue: SQLiteJobReader

    /// Opens a queue for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String) throws {
        queue = try SQLiteJobReader(path: path)
    }

    /// Reads at one moment of the book; short, because a long look keeps the log from being folded in.
    public func read<T>(_ body: (any ScoreReading) throws -> T) throws -> T {
        try queue.read { reading in
            guard let database = reading.sharedDatabase else {
                throw JobQueueError(.unusable, "The queue has no database for scores.", fault: .quiver)
            }
            return try body(SQLScoreRows(database))
        }
    }
}
