import Storage

/// The order in which jobs have ended, see ``EndNumbers``.
///
/// A record names its end, so that what stands in `ending` of a former record is not told.
extension PostgresRows {
    /// Keeps records by the numbers of their jobs, some of them as new ends.
    ///
    /// - Parameters:
    ///   - ended: The jobs that have ended, in the order of their ends.
    ///   - areDue: Whether the facts of all these photos are to be made out of the records.
    static func keep(
        _ records: [(job: Int64, record: [UInt8])], ended: [Int64], facts areDue: Bool
    ) -> PostgresStatement {
        guard ended.count == records.count, ended.count <= JobStatements.few else {
            return PostgresStatement(
                sql: areDue ? keepManyDue : keepMany,
                values: [.integers(ended), .integers(records.map(\.job)), .blobs(records.map(\.record))])
        }
        return PostgresStatement(
            sql: (areDue ? keepFewDue : keepFew)[ended.count - 1],
            values: ended.map { .integer($0) } + records.flatMap { [.integer($0.job), .bytes($0.record)] })
    }

    private static let (keepMany, keepManyDue) = (keepMany(facts: false), keepMany(facts: true))

    private static let (keepFew, keepFewDue) = (keepFew(facts: false), keepFew(facts: true))

    private static func keepMany(facts areDue: Bool) -> String {
        keep(
            ends: "SELECT job FROM unnest($1::bigint[]) WITH ORDINALITY AS new (job, place) ORDER BY place",
            records: "unnest($2::bigint[], $3::bytea[])", due: areDue ? "unnest($2::bigint[])" : nil)
    }

    /// The statements for one record, for two, and so on.
    private static func keepFew(facts areDue: Bool) -> [String] {
        (1...JobStatements.few).map { count in
            let numbers = (0..<count).map { (job: count + 2 * $0 + 1, record: count + 2 * $0 + 2) }
            return keep(
                ends: "VALUES " + (1...count).map { "($\($0)::bigint)" }.joined(separator: ", "),
                records: "(VALUES "
                    + numbers.map { "($\($0.job)::bigint, $\($0.record)::bytea)" }.joined(separator: ", ")
                    + ")",
                due: areDue ? "(VALUES " + numbers.map { "($\($0.job)::bigint)" }.joined(separator: ", ") + ")" : nil)
        }
    }

    private static func keep(ends: String, records: String, due: String?) -> String {
        """
        WITH fresh AS (INSERT INTO new_end (job) \(ends) RETURNING id, job)\(due.map { ",\n    due AS (\(noteDue(of: $0)))" } ?? "")
        INSERT INTO result (job, record, end_id)
        SELECT new.job, new.record, coalesce(fresh.id, 0)
        FROM \(records) AS new (job, record) LEFT JOIN fresh ON fresh.job = new.job
        ON CONFLICT (job) DO UPDATE SET record = excluded.record, end_id = excluded.end_id
        """
    }

    /// Notes the ends of jobs that are forgotten, while their records are still there and all have numbers.
    static let forgetEndings = """
        UPDATE ending_span SET forgotten = greatest(forgotten, gone.last), forgettings = forgettings + gone.ends
        FROM (SELECT max(number) AS last, count(*) AS ends FROM \(told) WHERE ending.job = ANY($1)) AS gone
        WHERE gone.ends > 0
        """

    static let dropEndings = "DELETE FROM ending WHERE job = ANY($1)"

    /// The ends of the records that are kept.
    private static let told = "ending " + withRecord("ending.job", "ending.end_id")

    /// Leaves of ends those whose records are kept: one look into the index for each, whatever the planner thinks of the table.
    static func withRecord(_ job: String, _ end: String, kind: String = "CROSS") -> String {
        "\(kind) JOIN LATERAL (SELECT job FROM result WHERE result.job = \(job) AND result.end_id = \(end) OFFSET 0) AS kept"
    }

    func endings(after number: Int64, limit: Int) throws -> [JobEnding] {
        let fresh = isReader ? try seen().fresh : []
        if !isReader { try needNumbers() }
        let found = try connection.run(
            "SELECT ending.job, number FROM \(Self.told) WHERE number > $1 ORDER BY number LIMIT $2",
            [.integer(number), .integer(Int64(limit))]
        ).map { JobEnding(job: JobID(rawValue: $0.integer(0)), number: $0.integer(1)) }
        return found + fresh.filter { $0.number > number }.prefix(limit - found.count)
    }

    func endingSpan() throws -> EndingSpan {
        if isReader { return try seen().span }
        try needNumbers()
        return Self.span(try connection.run(Self.span)[0])
    }

    private static let span = "SELECT last, forgotten, forgettings FROM ending_span"

    private static func span(_ row: PostgresResult.Row) -> EndingSpan {
        EndingSpan(last: row.integer(0), forgotten: row.integer(1), forgettings: row.integer(2))
    }

    /// Sees that the ends which were committed before its first attempt have numbers, and gives none itself.
    ///
    /// Other requests share it, so that it may hold locks for which one waits that has the lock of numbers. Its own ends are told
    /// behind its commit.
    ///
    /// - Throws: ``NeedsNumbers`` where they have none.
    private func needNumbers() throws {
        if !isNumbered, try EndNumbers.areMissing(over: connection) {
            throw NeedsNumbers(asked: ObjectIdentifier(self))
        }
        // Behind that question: this transaction's own ends wait for nothing.
        try flushResults()
    }

    /// Gives numbers to the ends that are at the server, for a transaction that is alone and forgets some of them.
    ///
    /// - Throws: ``NeedsNumbers`` where they are too many for this transaction.
    func numberFormerEnds() throws {
        while try EndNumbers.giveNext(over: connection) == EndNumbers.atOnce {
            if !isNumbered { throw NeedsNumbers(asked: ObjectIdentifier(self)) }
        }
    }

    /// The ends that this look can tell.
    ///
    /// - Throws: ``NeedsNumbers`` where there are others too, which another transaction must number first.
    private func seen() throws -> SeenEnds {
        if let seenEnds { return seenEnds }
        let found = try connection.run([
            PostgresStatement(sql: Self.span), PostgresStatement(sql: EndNumbers.first),
        ])
        guard found[1][0].optional(0) == nil || isNumbered else { throw NeedsNumbers(asked: ObjectIdentifier(self)) }
        let seen = SeenEnds(span: Self.span(found[0][0]))
        seenEnds = seen
        return seen
    }

    /// Takes the ends that this look sees without a number as those that come next; returns the ids of all.
    func seeNewEnds() throws -> [Int64] {
        let found = try connection.run([
            PostgresStatement(sql: Self.span),
            PostgresStatement(
                sql: """
                    SELECT new_end.id, new_end.job, kept.job
                    FROM new_end \(Self.withRecord("new_end.job", "new_end.id", kind: "LEFT")) ON true ORDER BY new_end.id
                    """),
        ])
        var seen = SeenEnds(span: Self.span(found[0][0]))
        for row in found[1].map({ $0 }) {
            seen.span.last += 1
            guard row.optional(2) != nil else { continue }
            seen.fresh.append(JobEnding(job: JobID(rawValue: row.integer(1)), number: seen.span.last))
        }
        seenEnds = seen
        return found[1].map { $0.integer(0) }
    }

    func restore(_ span: EndingSpan) throws {
        try needAlone()
        _ = try connection.run(
            "UPDATE ending_span SET last = $1, forgotten = $2, forgettings = $3",
            [.integer(span.last), .integer(span.forgotten), .integer(span.forgettings)])
    }

    func restore(_ endings: [JobEnding]) throws {
        try needAlone()
        try flushResults()
        // 0 is the end of every record that came with its number.
        _ = try connection.run(
            "INSERT INTO ending (job, number, end_id) SELECT job, number, 0 FROM unnest($1::bigint[], $2::bigint[]) AS new (job, number)",
            [.integers(endings.map(\.job.rawValue)), .integers(endings.map(\.number))])
    }
}
