import Storage

/// The order in which jobs have ended: the number in the row of each record.
///
/// Many processes end jobs at the same time. Each gives its numbers in the last statements before its commit, and holds the row of
/// the last number until then: an end that can be read is behind all that can be read before it, whoever commits first.
extension PostgresRows {
    /// Keeps records; those with a place among the ends of this transaction get their numbers, `$4` of them.
    static let keepResults = """
        WITH span AS (UPDATE ending_span SET last = last + $4 WHERE $4 > 0 RETURNING last)
        INSERT INTO result (job, record, ended)
        SELECT new.job, new.record, CASE WHEN new.place > 0 THEN (SELECT last FROM span) - $4 + new.place END
        FROM unnest($1::bigint[], $2::bytea[], $3::bigint[]) AS new (job, record, place)
        ON CONFLICT (job) DO UPDATE SET record = excluded.record, ended = excluded.ended
        """

    /// Notes the ends of jobs that are forgotten, while their records are still there.
    static let forgetEndings = """
        UPDATE ending_span SET forgotten = greatest(forgotten, gone.last), forgettings = forgettings + gone.ends
        FROM (SELECT max(ended) AS last, count(ended) AS ends FROM result WHERE job = ANY($1)) AS gone
        WHERE gone.ends > 0
        """

    func endings(after number: Int64, limit: Int) throws -> [JobEnding] {
        try flushResults()
        return try connection.run(
            "SELECT job, ended FROM result WHERE ended > $1 ORDER BY ended LIMIT $2",
            [.integer(number), .integer(Int64(limit))]
        ).map { JobEnding(job: JobID(rawValue: $0.integer(0)), number: $0.integer(1)) }
    }

    func endingSpan() throws -> EndingSpan {
        try flushResults()
        let found = try connection.run("SELECT last, forgotten, forgettings FROM ending_span")[0]
        return EndingSpan(last: found.integer(0), forgotten: found.integer(1), forgettings: found.integer(2))
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
        _ = try connection.run(
            """
            UPDATE result SET ended = new.ended FROM unnest($1::bigint[], $2::bigint[]) AS new (job, ended)
            WHERE result.job = new.job
            """, [.integers(endings.map(\.job.rawValue)), .integers(endings.map(\.number))])
    }
}
