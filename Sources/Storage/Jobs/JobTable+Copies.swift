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
    }
}

extension Job {
    /// Live or done, which goes before any failure.
    fileprivate var standsForAll: Int { sharing == .live || state == .done ? 1 : 0 }
}
