/// The vectors of a job's photo, as the worker answered them: near each other for photos that a model takes for alike.
public struct KeptEmbeddings: Hashable, Sendable {
    /// The job; it has ended.
    public var job: JobID
    /// The vectors' bytes; what they mean only their maker knows.
    public var bytes: [UInt8]

    /// The vectors of a job's photo.
    public init(job: JobID, bytes: [UInt8]) {
        self.job = job
        self.bytes = bytes
    }
}

extension JobReading {
    /// The vectors of photos, by the numbers of their jobs behind `after`; at most `limit`.
    public func embeddings(after: JobID?, limit: Int) throws -> [KeptEmbeddings] {
        var kept: [KeptEmbeddings] = []
        try forEachEmbeddings(after: after, limit: limit) { kept.append(KeptEmbeddings(job: $0, bytes: Array($1))) }
        return kept
    }
}
