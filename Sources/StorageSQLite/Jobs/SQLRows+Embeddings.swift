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

    func embeddings(after: JobID?, limit: Int) throws -> [KeptEmbeddings] {
        try query(.embeddings).all(
            {
                $0.set(.job, after?.rawValue ?? -1)
                $0.set(.limit, limit)
            }, row: { KeptEmbeddings(job: JobID(rawValue: $0.integer(.job)), bytes: $0.bytes(.vectors)) })
    }
}
