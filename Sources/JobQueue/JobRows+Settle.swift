extension JobRows {
    /// As `JobVerbs` says; stores on rows have this for nothing.
    public func claim(_ request: ClaimRequest, at now: Instant) throws -> [Claim] {
        try wake(at: now)
        var claims: [Claim] = []
        for pipeline in request.pipelines where claims.count < request.limit {
            for job in try take(request.limit - claims.count, of: pipeline, for: request.owner, at: now) {
                guard let content = job.content else { continue }
                claims.append(
                    Claim(
                        id: ClaimID(job: job.id, turn: job.turn), place: job.place, output: job.output,
                        stamp: job.stamp, content: content, pipeline: job.pipeline, progress: job.progress,
                        echo: try echo(for: job)))
            }
        }
        return claims
    }

    private func echo(for copy: Job) throws -> Echo? {
        guard let id = copy.original, let leader = try job(id), leader.lead == .shared else { return nil }
        return Echo(
            original: id, place: leader.place, output: leader.output, state: leader.state,
            result: try result(of: id), failure: leader.failure)
    }

    /// As `JobVerbs` says; stores on rows have this for nothing.
    public func holding(_ claims: [ClaimID]) throws -> Set<ClaimID> {
        try Set(claims.filter { try held($0) != nil })
    }

    private func held(_ claim: ClaimID) throws -> Job? {
        guard let job = try job(claim.job), job.state == .running, job.turn == claim.turn else { return nil }
        return job
    }

    /// As `JobVerbs` says; stores on rows have this for nothing.
    public func settle(
        _ endings: [(claim: ClaimID, outcome: Outcome)], at now: Instant
    ) throws -> [Settlement] {
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
            if next.state.isFinal, let result = ending.outcome.result { try keep(result, of: job.id) }
            return .settled(next.state)
        }
    }

    /// Writes what has become of a running job, and tells the jobs that follow it.
    private func end(_ job: inout Job, from old: Job, at now: Instant) throws {
        if job.state == .waiting {
            // Its content is not known any more.
            job.content = nil
            job.original = nil
            try rewrite(job, from: old)
            return try release(old, at: now)
        }
        if job.state.isFinal {
            job.finished = now
        } else if job.original != nil {
            // While the copy was out with an echo, its original may have been retried or forgotten.
            job.original = nil
            try follow(&job)
            return try rewrite(job, from: old)
        }
        try advance(job, from: old)
        if job.original == nil, job.lead != .live { try tellFollowers(of: job, at: now) }
    }

    /// As `JobVerbs` says; stores on rows have this for nothing.
    public func recover(limit: Int, at now: Instant, where isDead: (Owner) -> Bool) throws -> Int {
        try wake(at: .max)
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
