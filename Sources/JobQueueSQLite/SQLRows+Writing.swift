import JobQueue

extension SQLRows: JobRows {
    func followers(of original: JobID) throws -> [Job] {
        try query(.followers).all({ $0.add(original.rawValue) }, row: decode)
    }

    func insert(_ job: Job) throws -> JobID {
        let folder = try self.folder(of: job.place) ?? addFolder(of: job.place)
        let pipeline = try number(of: job.pipeline) ?? addPipeline(job.pipeline)
        let id = try nextID()
        try query(.insert).run {
            $0.add(id)
            $0.add(job.state.rawValue)
            $0.add(job.progress.due)
            $0.add(job.isHeld)
            $0.add(job.original?.rawValue)
            $0.add(folder)
            $0.add(job.place.nameSlice)
            $0.add(PackedOutput.pack(job.output, for: job.place))
            $0.add(job.stamp)
            $0.add(job.content)
            $0.add(pipeline)
            $0.add(job.priority)
            $0.add(job.arrived)
            $0.add(job.stamp.changed)
        }
        count(job, by: 1)
        var numbered = job
        numbered.id = JobID(rawValue: id)
        try index(numbered, insteadOf: nil)
        return numbered.id
    }

    func advance(_ job: Job, from old: Job) throws {
        let owner = try job.owner.map { try number(of: $0) ?? addOwner($0) }
        try query(.advance).run {
            $0.add(job, owner: owner)
            $0.add(job.id.rawValue)
        }
        count(old, by: -1)
        count(job, by: 1)
    }

    func rewrite(_ job: Job, from old: Job) throws {
        let owner = try job.owner.map { try number(of: $0) ?? addOwner($0) }
        let pipeline = try number(of: job.pipeline) ?? addPipeline(job.pipeline)
        try query(.rewrite).run {
            $0.add(job, owner: owner)
            $0.add(job.original?.rawValue)
            $0.add(job.isCurrent)
            $0.add(PackedOutput.pack(job.output, for: job.place))
            $0.add(job.stamp)
            $0.add(job.content)
            $0.add(pipeline)
            $0.add(job.priority)
            $0.add(job.stamp.changed)
            $0.add(job.id.rawValue)
        }
        try index(job, insteadOf: old)
        count(old, by: -1)
        count(job, by: 1)
    }

    func remove(_ job: Job) throws {
        try keep(nil, of: job.id)
        try index(nil, insteadOf: job)
        try query(.remove).run { $0.add(job.id.rawValue) }
        count(job, by: -1)
    }

    func keep(_ result: [UInt8]?, of id: JobID) throws {
        guard let result else { return try query(.removeResult).run { $0.add(id.rawValue) } }
        try query(.keep).run {
            $0.add(id.rawValue)
            $0.add(result)
        }
    }

    func wake(at now: Instant) throws {
        try query(.wake).run(
            { $0.add(now) },
            row: { _ in
                tally[JobState.blocked.rawValue, default: 0] -= 1
                tally[JobState.ready.rawValue, default: 0] += 1
            })
    }

    func take(_ limit: Int, of pipeline: Fingerprint, for owner: Owner, at now: Instant) throws -> [Job] {
        guard limit > 0, let pipeline = try number(of: pipeline) else { return [] }
        let owner = try number(of: owner) ?? addOwner(owner)
        let jobs = try query(.take).all(
            {
                $0.add(owner)
                $0.add(now)
                $0.add(pipeline)
                $0.add(limit)
            }, row: decode)
        tally[JobState.ready.rawValue, default: 0] -= jobs.count
        tally[JobState.running.rawValue, default: 0] += jobs.count
        // RETURNING promises no order.
        return jobs.sorted { ($0.priority, $0.progress.due, $0.id) < ($1.priority, $1.progress.due, $1.id) }
    }

    func owners() throws -> [Owner] {
        try query(.owners).all(row: { $0.integer(0) }).map { try names.owner($0, query(.owner)) }
    }

    func running(of owner: Owner) throws -> [Job] {
        guard let owner = try number(of: owner) else { return [] }
        return try query(.running).all({ $0.add(owner) }, row: decode)
    }

    private func addFolder(of place: Place) throws -> Int64 {
        try query(.addFolder).first(
            {
                $0.add(place.root)
                $0.add(place.folder)
            }, row: { $0.integer(0) }) ?? 0
    }

    private func addPipeline(_ pipeline: Fingerprint) throws -> Int64 {
        try query(.addPipeline).first({ $0.add(pipeline.bytes) }, row: { $0.integer(0) }) ?? 0
    }

    private func addOwner(_ owner: Owner) throws -> Int64 {
        try query(.addOwner).first(
            {
                $0.add(owner.host)
                $0.add(owner.boot)
                $0.add(Int64(owner.pid))
                $0.add(owner.started)
            }, row: { $0.integer(0) }) ?? 0
    }
}

extension Query.Binder {
    fileprivate mutating func add(_ stamp: FileStamp) {
        add(stamp.device)
        add(stamp.inode)
        add(stamp.size)
        add(stamp.modified)
    }

    fileprivate mutating func add(_ content: Fingerprint?) {
        add(content.map { Int64(bitPattern: $0.head) })
        guard let content else { return add(nil as Int64?) }
        withUnsafeBytes(of: (content.tail.0.bigEndian, content.tail.1.bigEndian, content.tail.2.bigEndian)) {
            add(bytes: $0)
        }
    }

    /// The columns that `advance` writes and `rewrite` begins with.
    fileprivate mutating func add(_ job: Job, owner: Int64?) {
        add(job.state.rawValue)
        add(job.progress.attempts)
        add(job.progress.crashes)
        add(job.progress.retries)
        add(job.progress.recoveries)
        add(job.progress.due)
        add(job.turn)
        add(owner)
        add(job.isHeld)
        add(job.claimed)
        add(job.finished)
        add(job.failure?.code)
        add(job.failure?.message)
        add(job.failure?.fault.rawValue)
    }
}
