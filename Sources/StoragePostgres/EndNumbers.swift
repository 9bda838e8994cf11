import Storage

/// Ends have no numbers yet, and get them in transactions of their own before they can be told.
struct NeedsNumbers: Error {
    /// The rows that were asked.
    let asked: ObjectIdentifier
}

/// Gives the ends of jobs their numbers, some time after the commits that ended them.
///
/// Commits that end jobs wait for no other one: each adds its ends to the table `new_end`, under ids that a sequence gives. Later a
/// short transaction moves those that are committed into the table `ending`, with the next numbers. It holds the row of the last
/// number until its own commit, as only such transactions do: so an end that can be read with its number is behind all that can be
/// read before it.
///
/// Such a transaction has no other lock when it waits for that row, and waits for none while it holds it. Of all others only
/// those that forget or restore ends lock the row, which are alone. So no two transactions wait for each other because of numbers.
enum EndNumbers {
    /// So many get their numbers in one transaction.
    static let atOnce: Int64 = 5000

    /// Waits until no other transaction gives numbers, and keeps others from it.
    static let lock = PostgresStatement(sql: "SELECT FROM ending_span FOR UPDATE")

    /// The same where there is an end without a number: a transaction that only looks writes nothing.
    static let lockIfAny = PostgresStatement(
        sql: "SELECT FROM ending_span WHERE (\(first)) IS NOT NULL FOR UPDATE")

    /// The first end without a number; NULL where each has one.
    static let first = "SELECT min(id) FROM new_end"

    /// Whether an end has no number yet.
    static func areMissing(over connection: PostgresConnection) throws -> Bool {
        try connection.run(first)[0].optional(0) != nil
    }

    /// Gives the next numbers to the first ends that have none; says to how many.
    static let next = PostgresStatement(
        // As an array: one look into the index for each, whatever the planner thinks of the table.
        sql: giving("ARRAY(SELECT id FROM new_end ORDER BY id LIMIT \(atOnce))"))

    /// Gives the next numbers to these and no others.
    static func of(_ ids: [Int64]) -> PostgresStatement {
        PostgresStatement(sql: giving("$1"), values: [.integers(ids)])
    }

    /// An end whose record was replaced or forgotten meanwhile uses up its number all the same, and is not told.
    private static func giving(_ ids: String) -> String {
        """
        WITH gone AS (DELETE FROM new_end WHERE id = ANY(\(ids)) RETURNING id, job),
            numbered AS (SELECT id, job, row_number() OVER (ORDER BY id) AS place FROM gone),
            span AS (
                UPDATE ending_span SET last = last + (SELECT count(*) FROM gone) WHERE EXISTS (SELECT FROM gone)
                RETURNING last - (SELECT count(*) FROM gone) AS former),
            kept AS (
                INSERT INTO ending (job, number, end_id)
                SELECT numbered.job, span.former + numbered.place, numbered.id
                FROM span, numbered \(PostgresRows.withRecord("numbered.job", "numbered.id"))
                ON CONFLICT (job) DO UPDATE SET number = excluded.number, end_id = excluded.end_id)
        SELECT count(*) FROM gone
        """
    }

    /// Gives numbers to all ends that are there by now, in as many transactions as it takes, each of them short.
    static func give(over connection: PostgresConnection) throws {
        var given: Int64
        repeat {
            given = try inTransaction(over: connection) { try giveNext(over: connection) }
        } while given == atOnce
    }

    /// Gives numbers to the first ends that have none, in a transaction that has begun; returns to how many.
    ///
    /// The lock comes first: an end that is committed behind the look for one is left to the next time, since its row may be
    /// another giver's by then.
    static func giveNext(over connection: PostgresConnection) throws -> Int64 {
        guard try connection.run([lockIfAny])[0].count > 0 else { return 0 }
        return try connection.run([next])[0][0].integer(0)
    }

    /// Begins a look in which every end has its number: those that it sees without one get the next numbers, in the same order.
    ///
    /// - Parameter connection: Another one than that of the look.
    static func begin(lookOf rows: PostgresRows, over connection: PostgresConnection) throws {
        let tooMany = try connection.run("SELECT id FROM new_end ORDER BY id OFFSET \(atOnce) LIMIT 1")
        if tooMany.count > 0 { try give(over: connection) }
        try inTransaction(over: connection) {
            _ = try connection.run([lock])
            // No number is given between this look's beginning and the commit.
            rows.begin(alone: false)
            let fresh = try rows.seeNewEnds()
            if !fresh.isEmpty { _ = try connection.run([of(fresh)]) }
        }
    }

    private static func inTransaction<T>(over connection: PostgresConnection, _ body: () throws -> T) throws -> T {
        connection.begin([PostgresStatement(sql: "BEGIN ISOLATION LEVEL READ COMMITTED")])
        do {
            let answer = try body()
            try connection.commit([])
            return answer
        } catch {
            try? connection.rollBack()
            throw error
        }
    }
}

/// Which ends a look sees.
struct SeenEnds {
    var span: EndingSpan
    /// Those that have got their numbers since its beginning, in their order.
    var fresh: [JobEnding] = []
}
