/// Which jobs: all conditions hold at once, and none means every current job.
public struct JobFilter: Hashable, Sendable {
    /// Which of a place's jobs.
    public enum Age: Hashable, Sendable {
        /// The place's current job.
        case current
        /// Jobs that a newer one has replaced.
        case history
        /// Both.
        case any
    }

    /// These jobs only.
    public var ids: [JobID]?
    /// In one of these states; empty means any.
    public var states: Set<JobState> = []
    /// Under this root.
    public var root: [UInt8]?
    /// In this folder below the root, or deeper.
    public var folder: [UInt8]?
    /// To be worked with one of these.
    public var pipelines: [Fingerprint]?
    /// Ended before this moment.
    public var finishedBefore: UnixMillis?
    /// Ended at this moment or later.
    public var finishedSince: UnixMillis?
    /// Current or not.
    public var age: Age = .current
    /// Only jobs whose photo has a finished job of other settings beside them.
    public var isRerun = false

    /// Every current job; set what should be narrower.
    public init(ids: [JobID]? = nil, states: Set<JobState> = [], age: Age = .current) {
        self.ids = ids
        self.states = states
        self.age = age
    }

    /// Whether a job is meant; what stores do in their own language must come to the same.
    public func matches(_ job: Job) -> Bool {
        if let ids, !ids.contains(job.id) { return false }
        if !states.isEmpty, !states.contains(job.state) { return false }
        if let root, root != job.place.root { return false }
        if let folder, !job.place.folder.isWithin(folder) { return false }
        if let pipelines, !pipelines.contains(job.pipeline) { return false }
        if let finishedBefore, (job.finished ?? .max) >= finishedBefore { return false }
        if let finishedSince, (job.finished ?? .min) < finishedSince { return false }
        if isRerun, job.counterpart == nil { return false }
        switch age {
        case .current: return job.isCurrent
        case .history: return !job.isCurrent
        case .any: return true
        }
    }
}

/// A page of jobs to read.
public struct PageRequest: Hashable, Sendable {
    /// Which jobs.
    public var filter: JobFilter
    /// Begin behind this job, the last one of the page before.
    public var after: JobID?
    /// End with this job at the latest; nil for none.
    public var through: JobID?
    /// At most this many.
    public var limit: Int
    /// The newest first instead of the oldest.
    public var newestFirst: Bool
    /// Jobs that do not meet it may be left out; a store that keeps no facts leaves none out.
    public var condition: FactCondition?

    /// A page of the oldest jobs that the filter lets through.
    public init(_ filter: JobFilter = JobFilter(), after: JobID? = nil, limit: Int = 100, newestFirst: Bool = false) {
        self.filter = filter
        self.after = after
        through = nil
        self.limit = limit
        self.newestFirst = newestFirst
    }
}

/// The queue at a glance.
public struct Overview: Hashable, Sendable {
    /// How many current jobs are in each state; states without a job are not named.
    public var counts: [JobState: Int]
    /// How many jobs a newer one has replaced.
    public var history: Int
    /// When the next blocked job is ready again.
    public var nextDue: UnixMillis?

    /// An overview, as a store makes it.
    public init(counts: [JobState: Int], history: Int, nextDue: UnixMillis?) {
        self.counts = counts
        self.history = history
        self.nextDue = nextDue
    }

    /// How many current jobs are in a state.
    public subscript(_ state: JobState) -> Int { counts[state] ?? 0 }

    /// How many current jobs are not final yet.
    public var unfinished: Int { self[.waiting] + self[.ready] + self[.running] + self[.blocked] }
}
