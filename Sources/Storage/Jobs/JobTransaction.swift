/// Looking at the queue without changing it.
public protocol JobReading {
    /// One job, or nil where there is none of that number.
    func job(_ id: JobID) throws -> Job?

    /// The record that was kept when the job ended.
    func result(of id: JobID) throws -> [UInt8]?

    /// What is known of each place, in the order asked: nil where the queue has never seen it.
    func knownFiles(at places: [Place]) throws -> [KnownFile?]

    /// What tells this queue from every other one: 32 random bytes that it got when it was made.
    func identity() throws -> Fingerprint

    /// Every root that a place was ever registered with.
    func roots() throws -> [[UInt8]]

    /// One page of jobs, by number.
    func page(_ request: PageRequest) throws -> [Job]

    /// One page of the versions of a pipeline's ended jobs, history included, by number behind `after`.
    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) throws -> [JobVersion]

    /// How many jobs are in which state, and when the next one is due.
    func overview() throws -> Overview

    /// The number that the last commit of a change was given; nil before the first.
    func lastCommit() throws -> Int64?

    /// Whether the work is paused by hand.
    func isPaused() throws -> Bool
}

/// The queue's verbs: each is a whole change of state, and all in one transaction count together or not at all.
public protocol JobTransaction: JobReading {
    /// Takes in files, one result for each, in order.
    ///
    /// A place has one current job. The same place with the same content and pipeline is `known`, whatever became of
    /// it; with another one, its waiting, ready or blocked job starts afresh, a running one is cancelled (its end will
    /// be `lost`) and a final one becomes history. A second file with the content and pipeline of a first is not worked
    /// but waits for the first to end, and is then claimed with its result (`Claim.duplicate`).
    func enqueue(_ arrivals: [NewJob], at now: UnixMillis) throws -> [EnqueueResult]

    /// Hands out ready jobs by pipeline, priority, time and number, and counts the attempt of each.
    ///
    /// Blocked jobs whose time has come are ready first.
    func claim(_ request: ClaimRequest, at now: UnixMillis) throws -> [Claim]

    /// Those of the claims that still hold: ask before publishing an output.
    func validClaims(among claims: [ClaimID]) throws -> Set<ClaimID>

    /// Ends claims, one result for each, in order.
    ///
    /// Copies of a job follow its end: of one that is done, quarantined, or failed by the input's or our own fault they
    /// become claimable, with its result; where it is gone, cancelled, changed, or failed by the environment's fault, the
    /// eldest copy is worked in its place.
    func complete(_ endings: [(claim: ClaimID, outcome: Outcome)], at now: UnixMillis) throws -> [CompletionResult]

    /// Keeps the record of a job, or forgets it: for those that ended without a claim, by a command or at a start.
    func saveResult(_ result: [UInt8]?, of id: JobID) throws

    /// Gives this transaction's commit a number, by which its writer knows it again where the commit reports a fault.
    func note(commit number: Int64) throws

    /// Notes that the work is paused by hand, or goes on: it holds for later runs too.
    func pause(_ isPaused: Bool) throws

    /// Makes every job that a dead owner held ready again at once, and says how many they were.
    ///
    /// A job that was running at the death of `limit` supervisors is quarantined instead. Blocked jobs become ready: a
    /// start is a new beginning, and a time to wait for may come from a clock that was wrong.
    func recover(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int

    /// Gives back every job that an owner still holds, and says how many they were: it ends, and works none of them.
    func release(allOf owner: Owner, at now: UnixMillis) throws -> Int

    /// Does what a command says to at most `limit` of the jobs that are meant, oldest first, and returns those it changed.
    func change(_ command: JobCommand, limit: Int, at now: UnixMillis) throws -> [JobID]
}

/// What a user may ask for; jobs in a state where it means nothing are left alone.
public enum JobCommand: Hashable, Sendable {
    /// Failed, quarantined, cancelled, gone and blocked jobs start afresh, with another pipeline if one is named.
    case retry(JobFilter, pipeline: Fingerprint?)
    /// Unfinished jobs are cancelled, running ones too: end their workers.
    ///
    /// A re-run of a finished photo is put aside as history, and the finished job is current again.
    case cancel(JobFilter)
    /// The files of unfinished jobs that are not running are not there any more.
    case vanish(JobFilter)
    /// Ready and blocked jobs wait until intake meets their files again, and their copies wait for them no longer.
    case setAside(JobFilter)
    /// Final jobs are forgotten with their results. A file that still lies there is new when it is next found.
    case prune(JobFilter)
}
