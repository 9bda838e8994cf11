import Storage

/// What photos look like, in the table `likeness`; a row is written by the transaction that holds its job.
extension PostgresRows {
    func keep(likeness: [UInt8]?, of id: JobID) throws { likenesses[id.rawValue] = .some(likeness) }

    func likenesses(after: JobID?, limit: Int) throws -> [KeptLikeness] {
        try flushResults()
        return try connection.run(
            "SELECT job, likeness FROM likeness WHERE job > $1 ORDER BY job LIMIT $2",
            [.integer(after?.rawValue ?? -1), .integer(Int64(limit))]
        ).map { KeptLikeness(job: JobID(rawValue: $0.integer(0)), bytes: $0.bytes(1)) }
    }

    /// What is kept and what is forgotten.
    var likenessStatements: [PostgresStatement] {
        var statements: [PostgresStatement] = []
        let kept = likenesses.compactMap { id, likeness in likeness.map { (id, $0) } }.sorted { $0.0 < $1.0 }
        if !kept.isEmpty {
            statements.append(
                PostgresStatement(
                    sql: """
                        INSERT INTO likeness (job, likeness) SELECT * FROM unnest($1::bigint[], $2::bytea[])
                        ON CONFLICT (job) DO UPDATE SET likeness = excluded.likeness
                        """, values: [.integers(kept.map(\.0)), .blobs(kept.map(\.1))]))
        }
        let dropped = likenesses.filter { $0.value == nil }.keys.sorted()
        if !dropped.isEmpty {
            statements.append(
                PostgresStatement(sql: "DELETE FROM likeness WHERE job = ANY($1)", values: [.integers(dropped)]))
        }
        return statements
    }
}
