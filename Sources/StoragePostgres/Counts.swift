import Storage

/// The row of a writer in the table `writer_counts`: how many jobs it has brought into each state, and its last commit.
///
/// Each writer has one row, so that none waits for another, and a commit writes one. What all rows say together is true.
enum Counts {
    /// The number under which jobs are counted that are history, beside those of states.
    static let history = 100

    /// The numbers under which jobs are counted, in the order of the columns.
    static let numbers = JobState.allCases.map(\.rawValue) + [history]
    /// A column for each state, and one for history.
    static let columns = JobState.allCases.map { "\($0)" } + ["history"]

    /// Adds to a writer's counts, and notes its commit where there is one.
    static func add(_ changes: [Int: Int64], commit: Int64?, writer: Int64) -> PostgresStatement {
        PostgresStatement(
            sql: add,
            values: [.integer(writer), PostgresValue.optional(commit)]
                + numbers.map { .integer(changes[$0] ?? 0) })
    }

    private static let add = """
        INSERT INTO writer_counts AS c (writer, last_commit, \(list))
        VALUES ($1, $2, \((1...columns.count).map { "$\($0 + 2)" }.joined(separator: ", ")))
        ON CONFLICT (writer) DO UPDATE SET last_commit = coalesce(excluded.last_commit, c.last_commit), \(sums)
        """

    /// What all writers have counted together: one row, a column for each state and one for history.
    static let total =
        "SELECT " + columns.map { "coalesce(sum(\($0)), 0)::bigint" }.joined(separator: ", ") + " FROM writer_counts"

    /// Adds a writer's counts to those of writer 0, which is none: there would be a row for each run.
    static let handOver = """
        WITH gone AS (DELETE FROM writer_counts WHERE writer = $1 RETURNING \(list))
        INSERT INTO writer_counts AS c (writer, \(list)) SELECT 0, \(list) FROM gone
        ON CONFLICT (writer) DO UPDATE SET \(sums)
        """

    private static let list = columns.joined(separator: ", ")
    private static let sums = columns.map { "\($0) = c.\($0) + excluded.\($0)" }.joined(separator: ", ")
}
