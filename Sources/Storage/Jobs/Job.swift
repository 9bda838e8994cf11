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
    /// Smaller numbers are claimed first; what they say is ``JobPriority``.
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

/// A job as users and programs look at it.
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
    /// Smaller numbers are claimed first; what they say is ``JobPriority``.
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
    /// False for history: the place has a newer job, or the job is a re-run that ended without a result.
    public var isCurrent: Bool
    /// The other job of this place and content, where one of the two is done and the other its re-run.
    ///
    /// A re-run names the finished job whose result stands until it has one of its own; a finished job names its last
    /// re-run that ended without a result.
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

/// A job that has ended, and a number that changes whenever it ends again or gives its name to another photo.
///
/// A caller that keeps something made of ended jobs, such as a table, compares these instead of reading every record.
public struct JobVersion: Hashable, Sendable {
    /// The job's number.
    public let id: JobID
    /// A digest of its number, its state, the moment of its end, its claims, and whether it is its place's current job.
    public let digest: UInt64

    /// The version of a job as a store has it.
    public init(id: JobID, state: JobState, finished: UnixMillis?, claimNumber: Int64, isCurrent: Bool) {
        self.id = id
        let parts = [
            UInt64(bitPattern: id.rawValue), UInt64(state.rawValue), UInt64(bitPattern: finished ?? -1),
            UInt64(bitPattern: claimNumber), isCurrent ? 1 : 0,
        ]
        digest = parts.reduce(0x9E37_79B9_7F4A_7C15) { Self.mixed($0 ^ $1) }
    }

    /// The version of a job.
    public init(_ job: Job) {
        self.init(
            id: job.id, state: job.state, finished: job.finished, claimNumber: job.claimNumber,
            isCurrent: job.isCurrent)
    }

    /// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the number changes half of the bits.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The versions of all ended jobs of a pipeline in two numbers; equal sums mean that nothing has ended, gone or come back.
public struct JobVersionSum: Hashable, Sendable, Codable {
    /// How many jobs.
    public private(set) var count = 0
    /// The sum of their digests, which their order does not change.
    public private(set) var sum: UInt64 = 0

    /// No job at all.
    public init() {}

    /// Counts a job.
    public mutating func add(_ version: JobVersion) {
        count += 1
        sum &+= version.digest
    }
}
