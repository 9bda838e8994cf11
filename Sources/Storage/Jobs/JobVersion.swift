/// A job that has ended, and a number that changes whenever it ends again or gives its name to another photo.
///
/// Whoever keeps something that was made of ended jobs, such as a table, compares these instead of reading every record.
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
