extension JobTable {
    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func change(_ command: JobCommand, limit: Int, at now: UnixMillis) throws -> [JobID] {
        switch command {
        case .retry(let filter, let pipeline):
            try each(filter, limit, .failed, .quarantined, .cancelled, .gone, .blocked) { old in
                try retry(old, pipeline: pipeline ?? old.pipeline, at: now)
            }
        case .cancel(let filter):
            try each(filter, limit, .waiting, .ready, .running, .blocked) { old in
                try stop(old, .cancelled, at: now)
            }
        case .vanish(let filter):
            try each(filter, limit, .waiting, .ready, .blocked) { old in
                try stop(old, .vanished, at: now)
            }
        case .prune(let filter):
            try each(filter, limit, .done, .failed, .gone, .quarantined, .cancelled) { old in
                try release(old, at: now)
                try remove(old)
            }
        }
    }

    /// Does something to the jobs that are meant and are in one of the states where it means something.
    private func each(
        _ filter: JobFilter, _ limit: Int, _ states: JobState..., body: (Job) throws -> Void
    ) throws -> [JobID] {
        var narrowed = filter
        narrowed.states = filter.states.isEmpty ? Set(states) : filter.states.intersection(states)
        guard !narrowed.states.isEmpty else { return [] }
        let ids = try page(PageRequest(narrowed, limit: limit)).map(\.id)
        for id in ids {
            // Read again: what was done to one may have changed those that follow it.
            if let job = try job(id) { try body(job) }
        }
        return ids
    }

    private func retry(_ old: Job, pipeline: Fingerprint, at now: UnixMillis) throws {
        guard old.isCurrent, let fresh = old.progress.after(.retried(whole: old.content != nil), at: now)
        else { return }
        if pipeline != old.pipeline { try release(old, at: now) }
        var job = old
        job.restart(fresh)
        job.pipeline = pipeline
        try follow(&job, afresh: true)
        try saveResult(nil, of: job.id)
        try update(job, from: old)
        try tellFollowers(of: job, at: now)
    }

    private func stop(_ old: Job, _ event: JobEvent, at now: UnixMillis) throws {
        guard let next = old.progress.after(event, at: now) else { return }
        var job = old
        job.progress = next
        job.owner = nil
        job.waitsForOriginal = false
        job.finished = now
        if event == .cancelled {
            job.failure = JobFailure(code: "cancelled", message: "A person cancelled this photo.", fault: .input)
        }
        try updateProgress(job, from: old)
        if job.original == nil { try tellFollowers(of: job, at: now) }
    }
}
