import Storage

/// The vectors of photos, in the table `embedding`; a row is written by the transaction that holds its job.
extension PostgresRows {
    func keep(embeddings bytes: [UInt8]?, of id: JobID) throws { embeddings[id.rawValue] = .some(bytes) }

    func forEachEmbeddings(
        after: JobID?, limit: Int, _ body: (JobID, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try flushResults()
        var (last, left) = (after?.rawValue ?? -1, limit)
        while left > 0 {
            let most = min(left, Self.embeddingsAtOnce)
            let rows = try connection.run(
                "SELECT job, vectors FROM embedding WHERE job > $1 ORDER BY job LIMIT $2",
                [.integer(last), .integer(Int64(most))]
            ).map { (job: JobID(rawValue: $0.integer(0)), bytes: $0.bytes(1)) }
            for (job, bytes) in rows { try bytes.withUnsafeBytes { try body(job, $0) } }
            guard rows.count == most, let end = rows.last?.job else { return }
            (last, left) = (end.rawValue, left - most)
        }
    }

    /// Rows that are in memory at once: one has the vectors of all findings of a photo, and may be large.
    private static let embeddingsAtOnce = 200

    /// What is kept; see ``forgetting`` for the rest.
    var embeddingStatements: [PostgresStatement] {
        let kept = embeddings.compactMap { id, vectors in vectors.map { (id, $0) } }.sorted { $0.0 < $1.0 }
        guard !kept.isEmpty else { return [] }
        return [
            PostgresStatement(
                sql: """
                    INSERT INTO embedding (job, vectors) SELECT * FROM unnest($1::bigint[], $2::bytea[])
                    ON CONFLICT (job) DO UPDATE SET vectors = excluded.vectors
                    """, values: [.integers(kept.map(\.0)), .blobs(kept.map(\.1))])
        ]
    }
}
