/// Rows of jobs and how to find them: a store that has these gets the verbs from the rules in this module.
///
/// All calls happen inside one transaction of the store. Rows come and go as whole `Job` values, so that no store
/// knows a rule; only `claimRows` is a store's own, because it must be one statement.
public protocol JobTable: JobTransaction {
    /// The place's current job.
    func current(at place: Place) throws -> Job?

    /// What is left of the photo that was forgotten at a place.
    func forgotten(at place: Place) throws -> ForgottenPhoto?

    /// The jobs with this content and pipeline that follow no other, history included, by number.
    func candidates(content: Fingerprint, pipeline: Fingerprint) throws -> [Job]

    /// The jobs that follow this one and are waiting for its end or for being claimed with its result, by number.
    func followers(of original: JobID) throws -> [Job]

    /// Adds a row under a number of its own, which is higher than all before.
    func insert(_ job: Job) throws -> JobID

    /// Writes progress, claim number, owner, waiting, times and failure of a row, which stood as `old` until now.
    func updateProgress(_ job: Job, from old: Job) throws

    /// Writes everything of a row, which stood as `old` until now.
    func update(_ job: Job, from old: Job) throws

    /// Removes a row and its record; where it had an end, ``EndingSpan`` says so from then on.
    func remove(_ job: Job) throws

    /// Removes many rows and their records.
    func remove(_ jobs: [Job]) throws

    /// Those of the jobs that have followers.
    func followed(among ids: [JobID]) throws -> Set<JobID>

    /// Makes every blocked job ready whose time has come.
    func promoteDue(at now: UnixMillis) throws

    /// Applies `claimed` to the first ready jobs that wait for no original, by priority, due time and number whatever their pipeline.
    ///
    /// - Parameter request: How many at most, of which pipelines, whose they are then, and which jobs stay as they are.
    func claimRows(for request: ClaimRequest, at now: UnixMillis) throws -> [Job]

    /// Whether the lease on a running job holds.
    func isHeld(_ job: Job) throws -> Bool

    /// The owners of running jobs.
    func owners() throws -> [Owner]

    /// The jobs that an owner has, by number.
    func running(of owner: Owner) throws -> [Job]
}

extension JobTable {
    /// Most stores have one writer, whose claims hold as long as it lives.
    public func isHeld(_ job: Job) throws -> Bool { true }

    /// One after the other, for stores that have no quicker way.
    public func remove(_ jobs: [Job]) throws { for job in jobs { try remove(job) } }

    /// One after the other, for stores that have no quicker way.
    public func followed(among ids: [JobID]) throws -> Set<JobID> {
        try Set(ids.filter { try !followers(of: $0).isEmpty })
    }
}

extension Job {
    /// What a job means to the copies that follow it.
    enum Sharing: Hashable {
        /// It will end, and they wait.
        case live
        /// It has ended in a way that holds for them too.
        case shared
        /// Nothing follows from it for them.
        case useless
    }

    var sharing: Sharing {
        switch state {
        case .ready, .running, .blocked: .live
        case .done, .quarantined: .shared
        case .failed: failure?.fault == .environment ? .useless : .shared
        case .waiting, .gone, .cancelled: .useless
        }
    }

    /// Starts the job afresh, as if it had just come.
    mutating func restart(_ fresh: Progress) {
        progress = fresh
        owner = nil
        original = nil
        waitsForOriginal = false
        finished = nil
        failure = nil
    }
}
