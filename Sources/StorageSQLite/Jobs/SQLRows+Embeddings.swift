import Storage
import StorageSQL

/// The vectors of photos, in the table `embedding`.
extension SQLRows {
    func keep(embeddings: [UInt8]?, of id: JobID) throws {
        guard let embeddings else { return try query(.dropEmbeddings).run { $0.set(.job, id.rawValue) } }
        try query(.keepEmbeddings).run {
            $0.set(.job, id.rawValue)
            $0.set(.vectors, embeddings)
        }
    }

    func forEachEmbeddings(
        after: JobID?, limit: Int, _ body: (JobID, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try query(.embeddings).run(
            {
                $0.set(.job, after?.rawValue ?? -1)
                $0.set(.limit, limit)
            },
            row: { row in
                let job = JobID(rawValue: row.integer(.job))
                try row.lend(.vectors) { try body(job, $0) }
            })
    }
}
