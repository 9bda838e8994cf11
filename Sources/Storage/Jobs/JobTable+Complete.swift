extension JobTable {
    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func claim(_ request: ClaimRequest, at now: UnixMillis) throws -> [Claim] {
        try promoteDue(at: now)
        var claims: [Claim] = []
        for pipeline in request.pipelines where claims.count < request.limit {
            let rows = try claimRows(
                request.limit - claims.count, of: pipeline, outside: request.outside, for: request.owner, at: now)
            for job in rows {
                guard let content = job.content else { continue }
                claims.append(
                    Claim(
                        id: ClaimID(job: job.id, claimNumber: job.claimNumber), place: job.place, output: job.output,
                        stamp: job.stamp, content: content, pipeline: job.pipeline, progress: job.progress,
                        duplicate: try duplicate(for: job)))
            }
        }
        return claims
    }

    private func duplicate(for copy: Job) throws -> DuplicateResult? {
        guard let id = copy.original, let leader = try job(id), leader.sharing == .shared else { return nil }
        return DuplicateResult(
            original: id, place: leader.place, output: leader.output, state: leader.state,
            result: try result(of: id), failure: leader.failure)
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func validClaims(among claims: [ClaimID]) throws -> Set<ClaimID> {
        try Set(claims.filter { try held($0) != nil })
    }

    private func held(_ claim: ClaimID) throws -> Job? {
        guard let job = try job(claim.job), job.state == .running, job.claimNumber == claim.claimNumber else {
            return nil
        }
        return job
    }

    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], at now: UnixMillis
    ) throws -> [CompletionResult] {
        try endings.map { ending in
            guard let old = try held(ending.claim),
                let next = old.progress.after(.ended(ending.outcome), at: now)
            else { return .lost }
            var job = old
            job.progress = next
            job.owner = nil
            if next.state == .done { job.failure = nil }
            if let failure = ending.outcome.failure { job.failure = failure }
            try end(&job, from: old, at: now)
            if next.state.isFinal, let result = ending.outcome.result { try saveResult(result, of: job.id) }
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
        var count = 0
        for owner in try owners() where isDead(owner) {
            for old in try running(of: owner) {
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
                count += 1
            }
        }
        return count
    }
}
