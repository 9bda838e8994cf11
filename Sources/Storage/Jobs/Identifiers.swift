/// Milliseconds since 1970; always handed in, never read from a clock here.
public typealias UnixMillis = Int64

/// The number of a job, never used again for another one.
public struct JobID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number itself.
    public let rawValue: Int64

    /// A job's number as read from a command line or a store.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in digits.
    public var description: String { String(rawValue) }

    /// Older jobs come first.
    public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

/// One claim of one job: an end names its claim, so that a late answer cannot overwrite a newer one.
///
/// Its text is `JOB.NUMBER`, for example `17.3`: the third time that job 17 was handed out.
public struct ClaimID: Hashable, Sendable, LosslessStringConvertible {
    /// The job that was handed out.
    public let job: JobID
    /// How often the job had been handed out by then; unlike its attempts this never goes down.
    public let claimNumber: Int64

    /// The claim of a job under a given number.
    public init(job: JobID, claimNumber: Int64) {
        self.job = job
        self.claimNumber = claimNumber
    }

    /// Reads `JOB.NUMBER`; nil where the text is anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let job = Int64(parts[0]), let claimNumber = Int64(parts[1]) else { return nil }
        self.init(job: JobID(rawValue: job), claimNumber: claimNumber)
    }

    /// The text `JOB.NUMBER`.
    public var description: String { "\(job).\(claimNumber)" }
}

/// The process that holds claims; two are the same only if they are the same life of the same process.
public struct Owner: Hashable, Sendable {
    /// The machine's name, for people.
    public let host: String
    /// The kernel's identifier of this start of the machine.
    public let boot: String
    /// The process.
    public let pid: Int32
    /// When the process started, in the kernel's ticks: a process number that is used again has another.
    public let started: Int64

    /// An owner from its parts; `Owner.current()` asks the system.
    public init(host: String, boot: String, pid: Int32, started: Int64) {
        self.host = host
        self.boot = boot
        self.pid = pid
        self.started = started
    }
}
