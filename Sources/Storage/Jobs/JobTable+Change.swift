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
        case .prioritize(let filter, let level):
            try each(filter, limit, .waiting, .ready, .blocked) { old in
                var job = old
                job.priority = JobPriority(level: level, isBacklog: JobPriority(rank: old.priority).isBacklog).rank
                if job.priority > old.priority, job.original == nil {
                    let copies = try followers(of: job.id).filter(\.waitsForOriginal)
                    job.priority = min(job.priority, copies.map(\.priority).min() ?? job.priority)
                }
                guard job.priority != old.priority else { return false }
                try update(job, from: old)
                if job.waitsForOriginal, let leader = try job.original.flatMap({ try self.job($0) }) {
                    try hurry(leader, for: job)
                }
                return true
            }
        case .adopt(let filter, let pipeline):
            try each(filter, limit, .done, .failed, .gone, .quarantined, .cancelled) { old in
                guard old.pipeline != pipeline, try !isLed(old, in: pipeline) else { return false }
                var job = old
                job.pipeline = pipeline
                try update(job, from: old)
                return true
            }
        case .prune(let filter, let comingBack):
            try prune(filter, limit, comingBack, at: now)
        }
    }

    /// Whether another job of a pipeline leads the content that this one leads in its own.
    private func isLed(_ job: Job, in pipeline: Fingerprint) throws -> Bool {
        guard job.state == .done, job.original == nil, let content = job.content else { return false }
        return try candidates(content: content, pipeline: pipeline).contains { $0.sharing != .useless }
    }

    private func prune(
        _ filter: JobFilter, _ limit: Int, _ comingBack: Set<JobID>, at now: UnixMillis
    ) throws -> [JobID] {
        guard let filter = filter.narrowed(to: Set(JobState.allCases.filter(\.isFinal))) else { return [] }
        let jobs = try page(PageRequest(filter, limit: limit))
        let left = try jobs.filter { !comingBack.contains($0.id) }.compactMap { job in
            ForgottenPhoto(job, outlived: try putAside(by: job))
        }
        try handOnVectors(of: jobs)
        var rest = jobs
        // What followed one of them may follow the next one then, which has to hand it on as well.
        while case let followed = try followed(among: rest.map(\.id)), !followed.isEmpty {
            for job in rest where followed.contains(job.id) {
                try release(job, at: now)
                try remove(job)
            }
            rest.removeAll { followed.contains($0.id) }
        }
        try remove(rest)
        if !left.isEmpty { try keep(forgotten: left) }
        return jobs.map(\.id)
    }

    /// Does something to the jobs that are meant and are in one of the states where it means something.
    private func each(
        _ filter: JobFilter, _ limit: Int, leadersFirst: Bool = false, _ states: JobState...,
        body: (Job) throws -> Bool
    ) throws -> [JobID] {
        guard let narrowed = filter.narrowed(to: Set(states)) else { return [] }
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

extension JobFilter {
    /// The same of jobs in some states only; nil where no job can be meant.
    fileprivate func narrowed(to states: Set<JobState>) -> JobFilter? {
        var narrowed = self
        narrowed.states = self.states.isEmpty ? states : self.states.intersection(states)
        return narrowed.states.isEmpty ? nil : narrowed
    }
}

/// A finished job and the re-run of its photo with another pipeline: the result stands until there is a newer result.
extension JobTable {
    /// The finished job whose result a new job of this place and content would replace; nil where there is none.
    func standing(behind old: Job, for content: Fingerprint?) throws -> JobID? {
        let id = old.state == .done ? old.id : old.counterpart
        guard let content, let id, let job = try job(id), job.state == .done, job.content == content else { return nil }
        return id
    }

    /// Writes a job that has ended; one without a result gives its place back to the finished job that it was to replace.
    func settle(_ job: inout Job, from old: Job) throws {
        guard let id = job.counterpart else { return try updateProgress(job, from: old) }
        guard job.lacksResult, let standing = try self.job(id), standing.state == .done, !standing.isCurrent
        else {
            if job.state.isFinal { job.counterpart = nil }
            return try update(job, from: old)
        }
        job.isCurrent = false
        try update(job, from: old)
        var current = standing
        current.isCurrent = true
        current.counterpart = job.id
        try update(current, from: standing)
    }

    /// Makes a re-run that ended without a result the place's current job again; false where the job is history for good.
    func bringBack(_ job: inout Job) throws -> Bool {
        guard job.lacksResult, let standing = try job.counterpart.flatMap({ try self.job($0) }),
            standing.isCurrent, standing.counterpart == job.id
        else { return false }
        var former = standing
        former.isCurrent = false
        try update(former, from: standing)
        job.isCurrent = true
        return true
    }

    /// The re-run of a finished job that ended without a result; one whose photo was gone is worked when the photo is back.
    func putAside(by job: Job) throws -> Job? {
        guard job.state == .done, job.isCurrent, let rerun = try job.counterpart.flatMap({ try self.job($0) }),
            rerun.state != .gone
        else { return nil }
        return rerun
    }

    /// What intake needs to know of a place; a default implementation for stores that conform to `JobTable`.
    public func knownFiles(at places: [Place]) throws -> [KnownFile?] {
        try foresee(.places(places))
        return try places.map { place in
            guard let job = try current(at: place) else { return try forgotten(at: place).map(KnownFile.init) }
            return KnownFile(
                job: job.id, state: job.state, output: job.output, stamp: job.stamp, content: job.content,
                pipeline: job.pipeline, putAside: try putAside(by: job)?.pipeline)
        }
    }
}

extension JobReading {
    /// The finished job whose result stands for a photo whose re-run waits or ended without a result; nil where none does.
    public func standing(for rerun: Job) throws -> Job? {
        guard !rerun.state.isFinal || rerun.lacksResult, let job = try rerun.counterpart.flatMap({ try self.job($0) }),
            job.state == .done, rerun.isCurrent || (job.isCurrent && job.counterpart == rerun.id)
        else { return nil }
        return job
    }
}

extension Job {
    /// Whether the job ended so that it says nothing of the photo: its record replaces none that does.
    var lacksResult: Bool {
        switch state {
        case .cancelled, .gone, .quarantined: true
        case .failed: failure?.fault == .environment
        case .waiting, .ready, .running, .blocked, .done: false
        }
    }
}
