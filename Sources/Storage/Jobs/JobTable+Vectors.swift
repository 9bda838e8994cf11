/// The vectors of a content stand with the job that was worked, and count for its copies too.
extension JobTable {
    /// Hands the vectors of jobs that are to go to a copy that stays.
    ///
    /// A copy goes on to name its original when that is gone: by it the next copy is found where this one goes as well.
    func handOnVectors(of leaving: [Job]) throws {
        let gone = Set(leaving.map(\.id))
        let copies = try doneCopies(of: Array(Set(leaving.map { $0.original ?? $0.id })).sorted())
            .filter { !gone.contains($0.id) }
        let heirs = Dictionary(grouping: copies) { $0.original }
        for job in leaving {
            let heir = heirs[job.original ?? job.id]?.first { $0.content == job.content }
            guard let heir else { continue }
            if let vectors = try embeddings(of: job.id), try embeddings(of: heir.id) == nil {
                try keep(embeddings: vectors, of: heir.id)
            }
        }
    }
}

extension JobReading {
    /// The vectors of one job's photo; nil where there are none.
    public func embeddings(of job: JobID) throws -> [UInt8]? {
        try embeddings(after: JobID(rawValue: job.rawValue - 1), limit: 1).first { $0.job == job }?.bytes
    }
}
