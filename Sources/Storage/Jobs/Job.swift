import SystemValues

/// A job as people and programs look at it.
public struct Job: Hashable, Sendable {
    /// Its number.
    public var id: JobID
    /// The file.
    public var place: Place
    /// The record's path below the output folder.
    public var output: [UInt8]
    /// What `stat` said when the file was last looked at.
    public var stamp: FileIdentity
    /// The file's content, unless it is still being written.
    public var content: Fingerprint?
    /// What it is worked with.
    public var pipeline: Fingerprint
    /// Smaller numbers are claimed first.
    public var priority: Int
    /// Where it stands and what it has cost.
    public var progress: Progress
    /// How often it was handed out.
    public var claimNumber: Int64
    /// Who has it, while it is running.
    public var owner: Owner?
    /// The job whose result it shares.
    public var original: JobID?
    /// True while the original has not ended, so that this job cannot be claimed.
    public var waitsForOriginal: Bool
    /// False for history: the place has a newer job, or its re-run was put aside.
    public var isCurrent: Bool
    /// The other job of this place and content, where one of the two is done and the other its re-run.
    ///
    /// A re-run names the finished job whose result stands until it has one of its own; a finished job names its last
    /// re-run that ended without a result and was put aside.
    public var counterpart: JobID?
    /// When it got into the queue.
    public var arrived: UnixMillis
    /// When it was last handed out.
    public var claimed: UnixMillis?
    /// When it ended.
    public var finished: UnixMillis?
    /// The last failure, also of an attempt that will be repeated.
    public var failure: JobFailure?

    /// A job from all its parts, as a store makes it.
    public init(
        id: JobID, place: Place, output: [UInt8], stamp: FileIdentity, content: Fingerprint?, pipeline: Fingerprint,
        priority: Int, progress: Progress, claimNumber: Int64, owner: Owner?, original: JobID?, waitsForOriginal: Bool,
        isCurrent: Bool, arrived: UnixMillis, claimed: UnixMillis?, finished: UnixMillis?,
        failure: JobFailure?
    ) {
        self.id = id
        self.place = place
        self.output = output
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
        self.priority = priority
        self.progress = progress
        self.claimNumber = claimNumber
        self.owner = owner
        self.original = original
        self.waitsForOriginal = waitsForOriginal
        self.isCurrent = isCurrent
        self.arrived = arrived
        self.claimed = claimed
        self.finished = finished
        self.failure = failure
    }

    /// Where it stands.
    public var state: JobState { progress.state }
}

/// What intake needs to know about a file that it sees again.
public struct KnownFile: Hashable, Sendable {
    /// The place's current job.
    public let job: JobID
    /// Where it stands.
    public let state: JobState
    /// The record's path below the output folder.
    public let output: [UInt8]
    /// The same stamp: no need to read the file again.
    public let stamp: FileIdentity
    /// The content, unless the file was still being written.
    public let content: Fingerprint?
    /// Another pipeline: enqueue again, unless it is that of the re-run which was put aside.
    public let pipeline: Fingerprint
    /// What a re-run of a finished job was to be worked with that ended without a result; nil where there is none.
    public let putAside: Fingerprint?

    /// A known file, as a store makes it.
    public init(
        job: JobID, state: JobState, output: [UInt8], stamp: FileIdentity, content: Fingerprint?, pipeline: Fingerprint,
        putAside: Fingerprint? = nil
    ) {
        self.job = job
        self.state = state
        self.output = output
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
        self.putAside = putAside
    }
}
