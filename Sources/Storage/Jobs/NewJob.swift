import SystemValues

/// A file that intake has found, as `enqueue` takes it.
public struct NewJob: Hashable, Sendable {
    /// Where it lies; a place has one current job.
    public var place: Place
    /// The record's path below the output folder, raw bytes; kept for the caller, not looked at.
    public var output: [UInt8]
    /// What `stat` said when the file was read.
    public var stamp: FileIdentity
    /// The SHA-256 of its bytes, or nil while it is still being written.
    public var content: Fingerprint?
    /// What it is to be worked with: model, settings, version.
    ///
    /// The same content with the same pipeline is worked once.
    public var pipeline: Fingerprint
    /// Smaller numbers are claimed first.
    public var priority: Int

    /// A file with `content`, or one that is still being written where `content` is nil.
    public init(
        place: Place, output: [UInt8], stamp: FileIdentity, content: Fingerprint?, pipeline: Fingerprint,
        priority: Int = 0
    ) {
        self.place = place
        self.output = output
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
        self.priority = priority
    }
}

/// What became of one arrival.
public struct EnqueueResult: Hashable, Sendable {
    /// What the queue made of an arrival.
    public enum Verdict: Sendable, Hashable {
        /// A file that was not in the queue, or has come back, or is whole now.
        case new
        /// Nothing to do: the same file, content and pipeline are in the queue already, whatever their state.
        case known
        /// The place was in the queue with another content or pipeline; this arrival takes its turn.
        case replaced
    }

    /// The place's current job.
    public let job: JobID
    /// What the queue made of the arrival.
    public let verdict: Verdict
    /// The job's state now.
    public let state: JobState
    /// The job with the same content and pipeline whose result this one will share.
    public let original: JobID?

    /// A result, as a store makes it.
    public init(job: JobID, verdict: Verdict, state: JobState, original: JobID?) {
        self.job = job
        self.verdict = verdict
        self.state = state
        self.original = original
    }
}
