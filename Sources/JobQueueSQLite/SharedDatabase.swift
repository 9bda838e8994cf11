import GRDB
import JobQueue

extension JobReading {
    /// The database under the queue's verbs, for tables of other rooms that must change in the same transaction.
    ///
    /// Nil for a queue that is no SQLite file. To be used inside the verbs' transaction only, and never on the queue's own
    /// tables; ``SQLRows`` keeps numbers of those in memory.
    package var sharedDatabase: Database? { (self as? SQLRows)?.database }
}
