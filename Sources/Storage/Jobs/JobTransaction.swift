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

    /// Where the records of photos lie that have ended, by the numbers of their current jobs behind `after` up to `through`; at
    /// most `limit` of these are looked at.
    ///
    /// - Parameters:
    ///   - possible: What holds for each photo that fits.
    ///   - sure: What holds for photos alone that fit.
    func endedPlaces(
        after: JobID?, through: JobID?, limit: Int, possible: FactCondition, sure: FactCondition
    ) throws -> EndedPlace.Page

    /// One page of the versions of a pipeline's ended jobs, history included, by number behind `after`.
    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) throws -> [JobVersion]

    /// How many jobs are in which state, and when the next one is due.
    func overview() throws -> Overview

    /// The number that the last commit of a change was given; nil before the first.
    func lastCommit() throws -> Int64?

    /// Whether the work is paused by hand.
    func isPaused() throws -> Bool

    /// Is told what is about to be looked at: a store that is far away fetches it at once.
    func foresee(_ foresight: Foresight) throws

    /// The last number that a job was given, forgotten jobs included; 0 before the first.
    func lastNumber() throws -> JobID

    /// The last ends of jobs behind a number, by number; at most `limit`.
    ///
    /// Nothing of a lower number is added later: an end that can be read is behind all that can be read before it.
    /// An end of this transaction itself may be told only behind its commit.
    func endings(after number: Int64, limit: Int) throws -> [JobEnding]

    /// Which ends can be told.
    func endingSpan() throws -> EndingSpan

    /// The done jobs that took the result of one of these, by number, history included; also where that one is gone.
    func doneCopies(of originals: [JobID]) throws -> [Job]

    /// The records of these jobs; jobs without one are not named.
    func results(of ids: [JobID]) throws -> [JobID: [UInt8]]

    /// Those of the jobs whose records hold these bytes.
    func jobs(among ids: [JobID], withResultsHolding bytes: [UInt8]) throws -> Set<JobID>

    /// Where the queue was moved to, so that it is not to be worked here any more; nil where it was not.
    func movedTo() throws -> String?

    /// The processes that write the queue, or did within the last day, by the time that they began; empty where one alone may.
    func members() throws -> [QueueMember]

    /// One page of the photos that were forgotten, by the numbers of their jobs behind `after`.
    func forgotten(after: JobID?, limit: Int) throws -> [ForgottenPhoto]

    /// What photos look like, by the numbers of their jobs behind `after`; at most `limit`.
    ///
    /// Jobs of whose photos that is not known, such as those of earlier versions, are not named.
    func likenesses(after: JobID?, limit: Int) throws -> [KeptLikeness]

    /// Those of the jobs that surely meet a condition, by what is kept of their photos; a store that keeps nothing names none.
    func jobs(among ids: [JobID], surely condition: FactCondition) throws -> Set<JobID>

    /// How near the least sure finding of photos is to another answer, in steps (``PhotoFacts/steps(of:)``), as far as that is kept
    /// and holds; a store that keeps nothing names none.
    func keptMargins(of ids: [JobID]) throws -> [JobID: Int64]

    /// The labels of the findings that are kept, as they are compared.
    func keptLabels() throws -> Set<String>

    /// Jobs with a record whose photos' facts are not kept, or held before a user's review; by number.
    func jobsWithDueFacts(limit: Int) throws -> [JobID]

    /// Lends the vectors of photos one by one, by the numbers of their jobs behind `after`; at most `limit`.
    ///
    /// Jobs of whose photos there are none are not named. Bytes are valid within the call alone: nothing is copied for who
    /// looks at all of them.
    func forEachEmbeddings(
        after: JobID?, limit: Int, _ body: (JobID, UnsafeRawBufferPointer) throws -> Void) throws

    /// The pipelines whose ended jobs are to count as worked with this one, and do not yet.
    func predecessors(of pipeline: Fingerprint) throws -> [Fingerprint]

    /// The pipelines that have such ones.
    func pipelinesWithPredecessors() throws -> [Fingerprint]

    /// The storage's own clock, by which its members are told; nil where it has none.
    func clock() throws -> UnixMillis?
}

/// What a verb or a reading is about to look at.
public enum Foresight: Sendable {
    /// Files that are taken in.
    case arrivals([NewJob])
    /// The current jobs of places.
    case places([Place])
    /// Claims that are to be ended, or whose jobs have ended and are to be given a record: no other transaction changes them
    /// meanwhile.
    case ends([ClaimID])
    /// Claims that are looked at.
    case claims([ClaimID])
}

extension JobReading {
    /// Most stores lie near.
    public func foresee(_ foresight: Foresight) throws {}

    /// Most stores have one writer, which is told of elsewhere.
    public func members() throws -> [QueueMember] { [] }

    /// Most stores keep no facts.
    public func jobs(among ids: [JobID], surely condition: FactCondition) throws -> Set<JobID> { [] }

    /// Most stores keep no facts.
    public func keptMargins(of ids: [JobID]) throws -> [JobID: Int64] { [:] }

    /// Most stores keep no facts.
    public func keptLabels() throws -> Set<String> { [] }

    /// Most stores keep no facts.
    public func jobsWithDueFacts(limit: Int) throws -> [JobID] { [] }

    /// Out of whole jobs, for stores that have no quicker way.
    public func endedPlaces(
        after: JobID?, through: JobID?, limit: Int, possible: FactCondition, sure: FactCondition
    ) throws -> EndedPlace.Page {
        var request = PageRequest(after: after, limit: limit)
        request.through = through
        let current = try self.page(request)
        let ended = try current.compactMap { job in
            try job.state.isFinal ? job : job.counterpart.flatMap { try self.job($0) }
        }
        let verdicts = try verdicts(on: ended.map(\.id), possible: possible, sure: sure)
        var page = EndedPlace.Page()
        page.places = ended.compactMap { EndedPlace($0, verdict: verdicts[$0.id]) }
        page.next = current.count == limit ? current.last?.id : nil
        return page
    }

    /// Which photos fit what was asked, by what is kept of them; those of which that does not tell are not named.
    package func verdicts(
        on ids: [JobID], possible: FactCondition, sure: FactCondition
    ) throws -> [JobID: Bool] {
        var told: [JobID: Bool] = [:]
        if sure != .never { for id in try jobs(among: ids, surely: sure) { told[id] = true } }
        let rest = ids.filter { told[$0] == nil }
        if possible != .always { for id in try jobs(among: rest, surely: possible.opposite) { told[id] = false } }
        return told
    }

    /// Most stores go by this machine's clock.
    public func clock() throws -> UnixMillis? { nil }

    /// Looks into all of them, some at a time, for stores that have no quicker way.
    public func jobs(among ids: [JobID], withResultsHolding bytes: [UInt8]) throws -> Set<JobID> {
        var found: Set<JobID> = []
        for start in stride(from: 0, to: ids.count, by: 200) {
            let part = Array(ids[start..<min(start + 200, ids.count)])
            for (id, record) in try results(of: part) where record.holds(bytes) { found.insert(id) }
        }
        return found
    }

    /// One after the other, for stores that have no quicker way.
    public func results(of ids: [JobID]) throws -> [JobID: [UInt8]] {
        Dictionary(try ids.compactMap { id in try result(of: id).map { (id, $0) } }) { first, _ in first }
    }
}

extension [UInt8] {
    /// Whether other bytes, at least one, stand anywhere in these.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first, count >= part.count else { return false }
        return withUnsafeBytes { all in
            (0...(all.count - part.count)).contains { start in
                all[start] == first && all[start..<start + part.count].elementsEqual(part)
            }
        }
    }
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

    /// Hands out ready jobs of all pipelines that are named by priority, time and number, and counts the attempt of each.
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
    ///
    /// What is kept gets the next number of all ends, and what is forgotten loses its own.
    func saveResult(_ result: [UInt8]?, of id: JobID) throws

    /// Keeps what a job's photo looks like, or forgets it; it goes with the job's record.
    func keep(likeness: [UInt8]?, of id: JobID) throws

    /// Keeps what queries ask of a job's photo; it goes with the job's record, and is due anew where another one is kept.
    ///
    /// Facts without the review of a photo that has one are due at once.
    func keep(facts: PhotoFacts, of id: JobID) throws

    /// Keeps the vectors of a job's photo, or forgets them; they go with the job's record.
    func keep(embeddings: [UInt8]?, of id: JobID) throws

    /// Gives this transaction's commit a number, by which its writer knows it again where the commit reports a fault.
    func note(commit number: Int64) throws

    /// Notes that the work is paused by hand, or goes on: it holds for later runs too.
    func pause(_ isPaused: Bool) throws

    /// Makes every job that a dead owner held ready again at once, and says how many they were.
    ///
    /// A job that was running at the death of `limit` supervisors is quarantined instead. Blocked jobs become ready: a
    /// start is a new beginning, and a time to wait for may come from a clock that was wrong.
    func recover(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int

    /// The same while others work: blocked jobs keep their times. Returns the jobs that were held, as they stand now.
    func reclaim(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> [Job]

    /// Gives back every job that an owner still holds, and says how many they were: it ends, and works none of them.
    func release(allOf owner: Owner, at now: UnixMillis) throws -> Int

    /// Gives an empty queue the identity of another one, and the last number that was given there.
    func restore(identity: Fingerprint, lastNumber: JobID) throws

    /// Adds jobs of another queue under their own numbers, which are free here, with their records; no process has them.
    ///
    /// Their ends come by themselves.
    func restore(_ jobs: [KeptJob]) throws

    /// Keeps what is left of photos that were forgotten, one a place.
    func keep(forgotten photos: [ForgottenPhoto]) throws

    /// Forgets a forgotten photo altogether.
    func drop(_ photo: ForgottenPhoto) throws

    /// Notes that what has ended with one pipeline is to count as worked with another, see ``JobCommand/adopt(_:pipeline:)``;
    /// nil for one whose ended jobs stay as they are, or have been adopted.
    func note(resultsOf former: Fingerprint, standFor present: Fingerprint?) throws

    /// Gives an empty queue the span of another one's ends.
    func restore(_ span: EndingSpan) throws

    /// Adds ends of jobs that were restored, under their own numbers.
    func restore(_ endings: [JobEnding]) throws

    /// Notes where the queue was moved to; nil for a queue that is to be used again.
    func note(movedTo target: String?) throws

    /// Does what a command says to at most `limit` of the jobs that are meant, oldest first, and returns those it changed.
    func change(_ command: JobCommand, limit: Int, at now: UnixMillis) throws -> [JobID]
}

extension JobTransaction {
    /// Most stores keep no facts.
    public func keep(facts: PhotoFacts, of id: JobID) throws {}

    /// Keeps the record of a job that has ended without a claim's answer, where it still stands as it did.
    ///
    /// - Returns: Whether the job had no record before, so that its end is news; nil where it has another state by now, and
    ///   nothing was kept.
    public func keep(_ record: [UInt8], ofEnded job: Job) throws -> Bool? {
        try foresee(.ends([ClaimID(job: job.id, claimNumber: job.claimNumber)]))
        guard try self.job(job.id)?.state == job.state else { return nil }
        let isNews = try result(of: job.id) == nil
        try saveResult(record, of: job.id)
        return isNews
    }
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
    /// Jobs that wait for their turn get another level; on one level new photos still go before backlog.
    ///
    /// A job that others wait for is claimed no later than the first of them would be.
    case prioritize(JobFilter, level: Int)
    /// Final jobs count as worked with another pipeline, as they are: their photos are not worked again for it.
    ///
    /// One that would lead its content beside another job of that pipeline stays as it is, and shares that one's result
    /// when its file is next found.
    case adopt(JobFilter, pipeline: Fingerprint)
    /// Final jobs are forgotten with their results.
    ///
    /// A file that still lies there stays known, as long as it is the same and is to be worked with the same. One of the jobs
    /// that are named as `comingBack` leaves nothing, and is new when it is next found.
    case prune(JobFilter, comingBack: Set<JobID> = [])
}
