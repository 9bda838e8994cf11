/// The vectors of a content stand with the job that was worked, and count for its copies too.
extension JobTable {
    /// Hands the vectors of jobs that are to go to a copy that stays.
    ///
    /// The youngest copy is the heir: jobs are forgotten eldest first, and so each copy is led to another original once.
    /// The other copies name that one as their original from then on: a copy's vectors are found there, and the next
    /// heir is where this one goes as well. The heir itself goes on to name what is gone. So it leads nothing, and the same content is
    /// worked anew where it comes back.
    func handOnVectors(of leaving: [Job]) throws {
        let gone = Set(leaving.map(\.id))
        let staying = try doneCopies(of: gone.sorted()).filter { !gone.contains($0.id) }
        let copies = Dictionary(grouping: staying) { $0.original }
        for job in leaving {
            let same = (copies[job.id] ?? []).filter { $0.content == job.content }
            guard let heir = same.last, let vectors = try embeddings(of: job.id) else { continue }
            if try embeddings(of: heir.id) == nil { try keep(embeddings: vectors, of: heir.id) }
            for old in same.dropLast() {
                var copy = old
                copy.original = heir.id
                try update(copy, from: old)
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
