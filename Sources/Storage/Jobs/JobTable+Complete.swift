extension JobTable {
    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func claim(_ request: ClaimRequest, at now: UnixMillis) throws -> [Claim] {
        try promoteDue(at: now)
        guard request.among != [], request.limit > 0 else { return [] }
        return try claimRows(for: request, at: now).compactMap { job in
            guard let content = job.content else { return nil }
            return Claim(
                id: ClaimID(job: job.id, claimNumber: job.claimNumber), place: job.place, output: job.output,
                stamp: job.stamp, content: content, pipeline: job.pipeline, progress: job.progress,
                duplicate: try duplicate(for: job))
        }
    }

    private func duplicate(for copy: Job) throws -> DuplicateResult? {
        guard let id = copy.original, let leader = try job(id), leader.sharing == .shared else { return nil }
        return DuplicateResult(
            original: id, place: leader.place, output: leader.output, state: leader.state,
            result: try result(of: id), failure: leader.failure)
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func validClaims(among claims: [ClaimID]) throws -> Set<ClaimID> {
        try foresee(.claims(claims))
        return try Set(claims.filter { try held($0) != nil })
    }

    private func held(_ claim: ClaimID) throws -> Job? {
        guard let job = try job(claim.job), job.state == .running, job.claimNumber == claim.claimNumber, try isHeld(job)
        else { return nil }
        return job
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], at now: UnixMillis
    ) throws -> [CompletionResult] {
        try foresee(.ends(endings.map(\.claim)))
        return try endings.map { ending in
            guard let old = try held(ending.claim),
                let next = old.progress.after(.ended(ending.outcome), at: now)
            else { return .lost }
            var job = old
            job.progress = next
            job.owner = nil
            if next.state == .done { job.failure = nil }
            if let failure = ending.outcome.failure { job.failure = failure }
            try end(&job, from: old, at: now)
            if next.state.isFinal, let result = ending.outcome.result {
                try saveResult(result, of: job.id)
                try keep(likeness: ending.outcome.likeness, of: job.id)
                if let facts = ending.outcome.facts { try keep(facts: facts, of: job.id) }
                try keep(embeddings: ending.outcome.embeddings, of: job.id)
            }
            return .completed(next.state)
        }
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func release(allOf owner: Owner, at now: UnixMillis) throws -> Int {
        try complete(
            running(of: owner).map { (ClaimID(job: $0.id, claimNumber: $0.claimNumber), .released) }, at: now
        ).count
    }

    /// Writes what has become of a running job, and tells the jobs that follow it.
    private func end(_ job: inout Job, from old: Job, at now: UnixMillis) throws {
        if job.state == .waiting {
            // Its content is not known any more.
            job.content = nil
            job.original = nil
            try update(job, from: old)
            return try release(old, at: now)
        }
        if job.state.isFinal {
            job.finished = now
        } else if job.original != nil {
            // While the copy was out with that result, its original may have been retried or forgotten.
            job.original = nil
            try follow(&job)
            return try update(job, from: old)
        }
        try settle(&job, from: old)
        if job.original == nil, job.sharing != .live { try tellFollowers(of: job, at: now) }
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func recover(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int {
        try promoteDue(at: .max)
        return try reclaim(limit: limit, at: now, where: isDead).count
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func reclaim(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> [Job] {
        var freed: [JobID] = []
        for owner in try owners() where isDead(owner) {
            let held = try running(of: owner)
            // An owner of a lease may have begun anew, and claimed these since, before its rows were looked at.
            guard !held.isEmpty, isDead(owner) else { continue }
            for old in held {
                guard let next = old.progress.after(.recovered(limit: limit), at: now) else { continue }
                var job = old
                job.progress = next
                job.owner = nil
                if next.state == .quarantined {
                    job.failure = JobFailure(
                        code: "recovered",
                        message: "Quiver itself ended \(next.recoveries) times while this photo was worked on.",
                        fault: .quiver)
                }
                try end(&job, from: old, at: now)
                freed.append(old.id)
            }
        }
        return try freed.compactMap { try job($0) }
    }
}
