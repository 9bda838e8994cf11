extension JobTable {
    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func enqueue(_ arrivals: [NewJob], at now: UnixMillis) throws -> [EnqueueResult] {
        try foresee(.arrivals(arrivals))
        return try arrivals.map { arrival in
            guard let job = try current(at: arrival.place) else {
                return try meetForgotten(arrival) ?? add(arrival, .new, at: now)
            }
            if arrival.content == nil { return try reopen(job, arrival, at: now) }
            let isSame = job.content == arrival.content && job.pipeline == arrival.pipeline
            if isSame, job.state != .gone { return try recognize(job, arrival) }
            if job.content == arrival.content, let rerun = try putAside(by: job), rerun.pipeline == arrival.pipeline {
                _ = try recognize(job, arrival)
                return known(rerun)
            }
            return try replace(job, arrival, at: now)
        }
    }

    /// Answers for a photo that was forgotten and lies there still; nil where the arrival is to be taken in.
    private func meetForgotten(_ arrival: NewJob) throws -> EnqueueResult? {
        guard var photo = try forgotten(at: arrival.place) else { return nil }
        guard photo.isMet(in: arrival) else {
            try drop(photo)
            return nil
        }
        if arrival.content != nil, photo.stamp != arrival.stamp {
            photo.stamp = arrival.stamp
            try keep(forgotten: [photo])
        }
        return photo.receipt
    }

    private func add(
        _ arrival: NewJob, _ verdict: EnqueueResult.Verdict, insteadOf standing: JobID? = nil, at now: UnixMillis
    ) throws -> EnqueueResult {
        var job = Job(
            id: JobID(rawValue: 0), place: arrival.place, output: arrival.output, stamp: arrival.stamp,
            content: arrival.content, pipeline: arrival.pipeline, priority: arrival.priority,
            progress: Progress(arrival.content == nil ? .waiting : .ready, due: now), claimNumber: 0, owner: nil,
            original: nil, waitsForOriginal: false, isCurrent: true, arrived: now, claimed: nil, finished: nil,
            failure: nil)
        job.counterpart = standing
        try follow(&job)
        job.id = try insert(job)
        return EnqueueResult(job: job.id, verdict: verdict, state: job.state, original: job.original)
    }

    /// The file is being written (again).
    ///
    /// A running or final job is left alone until the new content is known: a touch changes no content, and a worker
    /// finds out for itself.
    private func reopen(_ old: Job, _ arrival: NewJob, at now: UnixMillis) throws -> EnqueueResult {
        let isSeen = old.stamp == arrival.stamp && old.state != .gone && old.pipeline == arrival.pipeline
        guard !isSeen, let waiting = old.progress.after(.opened, at: now) else { return known(old) }
        try release(old, at: now)
        var job = old
        job.restart(waiting)
        job.describe(as: arrival)
        try saveResult(nil, of: job.id)
        try update(job, from: old)
        switch old.state {
        case .waiting: return known(job)
        case .gone: return answer(job, .new)
        default: return answer(job, .replaced)
        }
    }

    /// The same work, though the file may have been touched or moved in time.
    private func recognize(_ old: Job, _ arrival: NewJob) throws -> EnqueueResult {
        guard old.stamp != arrival.stamp else { return known(old) }
        var job = old
        job.stamp = arrival.stamp
        try update(job, from: old)
        return known(job)
    }

    private func replace(_ old: Job, _ arrival: NewJob, at now: UnixMillis) throws -> EnqueueResult {
        var job = old
        let standing = try standing(behind: old, for: arrival.content)
        if let fresh = old.progress.after(.arrived, at: now) {
            try release(old, at: now)
            job.restart(fresh)
            job.describe(as: arrival)
            job.counterpart = standing
            try follow(&job)
            try saveResult(nil, of: job.id)
            try update(job, from: old)
            return answer(job, old.state == .waiting || old.state == .gone ? .new : .replaced)
        }
        if let cancelled = old.progress.after(.replaced, at: now) {
            try release(old, at: now)
            job.progress = cancelled
            job.owner = nil
            job.finished = now
            job.failure = JobFailure(
                code: "replaced", message: "The file got new content while it was worked on, or is to be worked anew.",
                fault: .input)
        }
        job.isCurrent = false
        try update(job, from: old)
        return try add(arrival, .replaced, insteadOf: standing, at: now)
    }

    private func known(_ job: Job) -> EnqueueResult { answer(job, .known) }

    private func answer(_ job: Job, _ verdict: EnqueueResult.Verdict) -> EnqueueResult {
        EnqueueResult(job: job.id, verdict: verdict, state: job.state, original: job.original)
    }
}

extension Job {
    fileprivate mutating func describe(as arrival: NewJob) {
        output = arrival.output
        stamp = arrival.stamp
        content = arrival.content
        pipeline = arrival.pipeline
        priority = arrival.priority
    }
}

/// The rules for files with the same content and pipeline: one leads, the others follow it.
///
/// A follower is `ready` and waits while its leader is live. When the leader has ended in a way that holds for any
/// copy, the follower is claimed together with that result. When the leader is of no use any more, the
/// eldest follower leads. At most one leader of a content and pipeline is live or done.
extension JobTable {
    /// Lets a job with content follow the one that leads, if any other than `leaver` does; with `afresh`, never one that
    /// has failed.
    func follow(_ job: inout Job, afresh: Bool = false, leaver: JobID? = nil) throws {
        guard let content = job.content, job.state == .ready || job.state == .blocked else { return }
        let leader = try candidates(content: content, pipeline: job.pipeline)
            .filter { $0.id != job.id && $0.id != leaver && (afresh ? $0.standsForAll == 1 : $0.sharing != .useless) }
            .max { ($0.standsForAll, $0.id) < ($1.standsForAll, $1.id) }
        guard let leader else { return }
        job.original = leader.id
        job.waitsForOriginal = leader.sharing == .live
        try hurry(leader, for: job)
    }

    /// Lets a leader that waits for its turn take it no later than a follower would have its own.
    func hurry(_ old: Job, for follower: Job) throws {
        guard old.state == .ready || old.state == .blocked, follower.priority < old.priority else { return }
        var leader = old
        leader.priority = follower.priority
        try update(leader, from: old)
    }

    /// Tells the followers what has become of their leader.
    func tellFollowers(of leader: Job, at now: UnixMillis) throws {
        guard leader.original == nil else { return try pass(try followers(of: leader.id), to: leader.original) }
        switch leader.sharing {
        case .live, .shared:
            for old in try followers(of: leader.id) where old.waitsForOriginal != (leader.sharing == .live) {
                var job = old
                job.waitsForOriginal = leader.sharing == .live
                try updateProgress(job, from: old)
            }
        case .useless:
            try release(leader, at: now)
        }
    }

    /// Makes the eldest follower lead the others, because this leader takes itself out.
    ///
    /// Where another job leads by now, because it was tried again after this one had failed, all follow that one.
    func release(_ leader: Job, at now: UnixMillis) throws {
        let followers = try followers(of: leader.id)
        guard let old = followers.first else { return }
        var eldest = old
        eldest.original = nil
        eldest.waitsForOriginal = false
        try follow(&eldest, leaver: leader.id)
        try update(eldest, from: old)
        try pass(Array(followers.dropFirst()), to: eldest.original ?? eldest.id)
    }

    private func pass(_ followers: [Job], to leader: JobID?) throws {
        guard let leader, !followers.isEmpty, let new = try job(leader) else { return }
        for old in followers {
            var job = old
            job.original = leader
            job.waitsForOriginal = new.sharing == .live
            try update(job, from: old)
        }
        if new.sharing == .live, let first = followers.min(by: { $0.priority < $1.priority }) {
            try hurry(new, for: first)
        }
    }
}

extension Job {
    /// Live or done, which goes before any failure.
    fileprivate var standsForAll: Int { sharing == .live || state == .done ? 1 : 0 }
}
