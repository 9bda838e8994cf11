extension JobTable {
    /// See `JobTransaction`; a default implementation for stores that conform to `JobTable`.
    public func change(_ command: JobCommand, limit: Int, at now: UnixMillis) throws -> [JobID] {
        switch command {
        case .retry(let filter, let pipeline):
            try each(filter, limit, leadersFirst: true, .failed, .quarantined, .cancelled, .gone, .blocked) { old in
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
        case .setAside(let filter):
            try each(filter, limit, .ready, .blocked) { old in
                guard let waiting = old.progress.after(.opened, at: now) else { return false }
                var job = old
                job.restart(waiting)
                // Intake tells the content of a file that it meets again.
                job.content = nil
                try update(job, from: old)
                try release(old, at: now)
                return true
            }
        case .prune(let filter):
            try each(filter, limit, .done, .failed, .gone, .quarantined, .cancelled) { old in
                try release(old, at: now)
                try remove(old)
                return true
            }
        }
    }

    /// Does something to the jobs that are meant and are in one of the states where it means something.
    private func each(
        _ filter: JobFilter, _ limit: Int, leadersFirst: Bool = false, _ states: JobState...,
        body: (Job) throws -> Bool
    ) throws -> [JobID] {
        var narrowed = filter
        narrowed.states = filter.states.isEmpty ? Set(states) : filter.states.intersection(states)
        guard !narrowed.states.isEmpty else { return [] }
        let jobs = try page(PageRequest(narrowed, limit: limit))
        let ids = jobs.map(\.id)
        let copies = jobs.filter { $0.original != nil }.map(\.id)
        let leaders = jobs.filter { $0.original == nil }.map(\.id)
        // A leader that goes before its copies hands all of them to the next one, which goes as well.
        var changed: Set<JobID> = []
        for id in leadersFirst ? ids : copies + leaders {
            // Read again: what was done to one may have changed those that follow it.
            if let job = try job(id), try body(job) { changed.insert(id) }
        }
        return ids.filter(changed.contains)
    }

    private func retry(_ old: Job, pipeline: Fingerprint, at now: UnixMillis) throws -> Bool {
        var job = old
        guard try old.isCurrent || bringBack(&job),
            let fresh = old.progress.after(.retried(whole: old.content != nil), at: now)
        else { return false }
        if pipeline != old.pipeline { try release(old, at: now) }
        job.restart(fresh)
        job.pipeline = pipeline
        try follow(&job, afresh: true)
        try saveResult(nil, of: job.id)
        try update(job, from: old)
        try tellFollowers(of: job, at: now)
        return true
    }

    private func stop(_ old: Job, _ event: JobEvent, at now: UnixMillis) throws -> Bool {
        guard let next = old.progress.after(event, at: now) else { return false }
        var job = old
        job.progress = next
        job.owner = nil
        job.waitsForOriginal = false
        job.finished = now
        if event == .cancelled {
            job.failure = JobFailure(code: "cancelled", message: "A person cancelled this photo.", fault: .input)
        }
        try settle(&job, from: old)
        if job.original == nil { try tellFollowers(of: job, at: now) }
        return true
    }
}
