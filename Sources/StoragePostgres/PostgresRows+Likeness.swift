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

    /// What is kept; see ``forgetting`` for the rest.
    var likenessStatements: [PostgresStatement] {
        let kept = likenesses.compactMap { id, likeness in likeness.map { (id, $0) } }.sorted { $0.0 < $1.0 }
        guard !kept.isEmpty else { return [] }
        return [
            PostgresStatement(
                sql: """
                    INSERT INTO likeness (job, likeness) SELECT * FROM unnest($1::bigint[], $2::bytea[])
                    ON CONFLICT (job) DO UPDATE SET likeness = excluded.likeness
                    """, values: [.integers(kept.map(\.0)), .blobs(kept.map(\.1))])
        ]
    }

    /// What is forgotten of what lies beside records, in one statement: each end without a likeness or vectors sends it.
    ///
    /// Findings of photos whose facts are kept anew go first.
    var forgetting: PostgresStatement? {
        let dropped = results.filter { $0.value == nil }.keys.sorted()
        let gone = [
            likenesses.filter { $0.value == nil }.keys.sorted(), embeddings.filter { $0.value == nil }.keys.sorted(),
            (dropped + facts.keys).sorted(), dropped,
        ]
        guard gone.contains(where: { !$0.isEmpty }) else { return nil }
        return PostgresStatement(sql: Self.forget, values: gone.map { .integers($0) })
    }

    private static let forget = """
        WITH likeness AS (DELETE FROM likeness WHERE job = ANY($1)),
            embedding AS (DELETE FROM embedding WHERE job = ANY($2)),
            finding AS (DELETE FROM finding_fact WHERE job = ANY($3))
        DELETE FROM photo_fact WHERE job = ANY($4)
        """
}
