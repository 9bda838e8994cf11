/// What the photo of a job looks like, as the worker answered it: bits that hardly differ for near-duplicates.
public struct KeptLikeness: Hashable, Sendable {
    /// The job; it has ended.
    public var job: JobID
    /// The bits' bytes; what they mean only their maker knows.
    public var bytes: [UInt8]

    /// What a job's photo looks like.
    public init(job: JobID, bytes: [UInt8]) {
        self.job = job
        self.bytes = bytes
    }
}
