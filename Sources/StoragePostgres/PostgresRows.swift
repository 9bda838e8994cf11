import Storage
import SystemValues

/// A change that touches rows of several jobs begins again, alone: no other such change runs meanwhile.
struct NeedsToBeAlone: Error {}

/// The jobs' rows inside one transaction; the rules are those of `JobTable`.
///
/// The server is far away. So what a verb will look at is fetched in one statement (`foresee`), what it writes is kept
/// here and goes out in one statement a table (`flush`), and what was read is answered from here.
///
/// Two kinds of transactions: one that only claims jobs and ends claims locks the rows of those jobs and runs beside all
/// others; any other holds the lock of changes, and reads every row under a lock of its own. A transaction that finds out
/// that it is of the second kind is run again as one.
final class PostgresRows {
    let connection: PostgresConnection
    let names: NameTable
    /// The number of the store, under which it counts and notes its commits.
    let writer: Int64
    let lease: Duration
    /// How long the server waits for the next statement of a change that is alone.
    private let idle: Duration
    /// Whether the rows are locked as they are read; a reader changes nothing and locks none.
    let isReader: Bool
    /// Whether the transaction holds the lock of changes.
    private(set) var isAlone = false

    /// Rows as they are now in this transaction; nil for one that was removed or never was.
    var jobs: [Int64: Job?] = [:]
    /// Rows that are locked until the transaction ends.
    var locked: Set<Int64> = []
    /// Claimed jobs whose owner's lease is over.
    var lapsed: Set<Int64> = []
    /// Places of which the current job is known.
    var current: [Place: Int64?] = [:]
    /// What is left of forgotten photos at places that were looked up.
    var forgotten: [Place: ForgottenPhoto?] = [:]
    /// The leading jobs of contents that were looked up.
    var leaders: [Fingerprint: Set<Int64>] = [:]
    /// The waiting followers of jobs that were looked up.
    var followers: [Int64: Set<Int64>] = [:]
    var results: [Int64: [UInt8]?] = [:]
    /// What is to be kept of what photos look like; nil for what is to be forgotten.
    var likenesses: [Int64: [UInt8]?] = [:]
    var embeddings: [Int64: [UInt8]?] = [:]
    /// What is to be kept of what queries ask.
    var facts: [Int64: PhotoFacts] = [:]

    var inserted: [Int64] = []
    var progressed: Set<Int64> = []
    var updated: Set<Int64> = []
    var removed: Set<Int64> = []
    /// Removed jobs whose ends are yet to be noted as forgotten, with their records.
    var goneWithEnds: Set<Int64> = []
    /// Rows of other tables that are to be added.
    var added: [PostgresStatement] = []
    /// How many jobs more than before are in each state, by its number, or are history.
    var tally: [Int: Int64] = [:]
    var commit: Int64?
    var pause: Bool?
    /// The last number that a job was given, where this transaction has given any.
    var lastGiven: Int64?
    /// Jobs whose records were kept, in this order: so their ends are numbered some time after the commit.
    var ended: [Int64] = []
    /// Whether all ends had their numbers just before this transaction, so that few have come since.
    private(set) var isNumbered = false
    /// Which ends a look sees, once it is known.
    var seenEnds: SeenEnds?
    /// Blocked jobs due by then are to be made ready with the next statements.
    var promotion: UnixMillis?
    /// Whether others are to be told that there may be work, or that there is less.
    var tellsOthers = false

    init(
        _ connection: PostgresConnection, roots: RootNames, writer: Int64 = 0,
        lease: Duration = PostgresLease.Times().lease, idle: Duration = PostgresLease.Times().idle,
        isReader: Bool = false
    ) {
        self.idle = idle
        self.connection = connection
        self.writer = writer
        self.lease = lease
        self.isReader = isReader
        names = NameTable(connection, roots: roots)
    }

    /// Begins a transaction, which goes out with its first statement.
    ///
    /// - Parameter isNumbered: Whether ends that have no numbers now are left out of what is told; a transaction that forgets ends
    ///   numbers them, however many.
    func begin(alone isAlone: Bool, numbered isNumbered: Bool = false) {
        names.trim()
        self.isAlone = isAlone
        self.isNumbered = isNumbered
        let begin =
            isReader ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED"
        connection.begin([PostgresStatement(sql: begin)], idle: isAlone ? idle : PostgresConnection.idle)
        guard !isReader else { return }
        // A former transaction of this store may not have ended at the server, though its connection broke: what has become
        // of its commit is known once it has.
        connection.precede([PostgresStatement(sql: "SELECT pg_advisory_xact_lock($1)", values: [.integer(writer)])])
        guard isAlone else { return }
        // All other changes wait for this one: a process that stands still in it loses it long before its lease.
        connection.precede([
            PostgresStatement(
                sql: "SELECT pg_advisory_xact_lock($1), \(Self.limit)",
                values: [.integer(Schema.changeLock), .text(idle.setting)])
        ])
    }

    /// Sets for this transaction how long the server waits for its next statement.
    private static let limit = "set_config('idle_in_transaction_session_timeout', $2, true)"

    /// Forgets what the transaction has read and done; `hasHappened` where it was committed.
    func end(hasHappened: Bool) {
        names.end(hasHappened: hasHappened)
        jobs.removeAll()
        locked.removeAll()
        lapsed.removeAll()
        current.removeAll()
        forgotten.removeAll()
        leaders.removeAll()
        followers.removeAll()
        forgetWrites()
        commit = nil
        lastGiven = nil
        ended.removeAll()
        seenEnds = nil
    }

    /// Throws where others may change rows that this change reads or writes.
    func needAlone() throws {
        guard isAlone else { throw NeedsToBeAlone() }
    }

    /// How a statement that reads jobs ends: rows that may be written are locked, in the order of their numbers.
    var locking: String { isReader || !isAlone ? "" : " FOR UPDATE OF job" }

    /// Reads rows of jobs, and keeps them.
    @discardableResult
    func read(_ sql: String, _ values: [PostgresValue], locks: Bool? = nil) throws -> [Job] {
        try flush()
        return try keep(try connection.run(sql, values), areLocked: locks ?? (isAlone && !isReader))
    }

    /// Keeps the jobs of rows with all columns, and returns them as they are now.
    func keep(_ result: PostgresResult, areLocked: Bool) throws -> [Job] {
        let rows = result.map { $0 }
        try names.learn(from: rows)
        return try rows.map { row in
            let job = try names.decode(row)
            jobs[job.id.rawValue] = job
            if areLocked { locked.insert(job.id.rawValue) }
            return job
        }
    }

    func count(_ job: Job, by change: Int64) {
        tally[job.isCurrent ? job.state.rawValue : Counts.history, default: 0] += change
    }
}
