import Storage
import SystemValues

extension SQLRows: JobTable {
    func followers(of original: JobID) throws -> [Job] {
        try query(.followers).all({ $0.set(.original, original.rawValue) }, row: decode)
    }

    func insert(_ job: Job) throws -> JobID {
        let folder = try self.folder(of: job.place) ?? addFolder(of: job.place)
        let pipeline = try number(of: job.pipeline) ?? addPipeline(job.pipeline)
        let id = try nextID()
        var numbered = job
        numbered.id = JobID(rawValue: id)
        let owner = try self.owner(of: job)
        try query(.insert).run {
            $0.set(.folder, folder)
            $0.set(.name, job.place.nameSlice)
            $0.set(.arrived, job.arrived)
            $0.set(progressOf: numbered, owner: owner)
            $0.set(fileOf: job, pipeline: pipeline)
        }
        count(job, by: 1)
        try index(numbered, insteadOf: nil)
        return numbered.id
    }

    func updateProgress(_ job: Job, from old: Job) throws {
        let owner = try owner(of: job)
        try query(.updateProgress).run { $0.set(progressOf: job, owner: owner) }
        count(old, by: -1)
        count(job, by: 1)
    }

    func update(_ job: Job, from old: Job) throws {
        let owner = try owner(of: job)
        let pipeline = try number(of: job.pipeline) ?? addPipeline(job.pipeline)
        try query(.update).run {
            $0.set(progressOf: job, owner: owner)
            $0.set(fileOf: job, pipeline: pipeline)
        }
        try index(job, insteadOf: old)
        count(old, by: -1)
        count(job, by: 1)
    }

    func remove(_ job: Job) throws {
        try saveResult(nil, of: job.id)
        try index(nil, insteadOf: job)
        try query(.remove).run { $0.set(.id, job.id.rawValue) }
        count(job, by: -1)
    }

    func saveResult(_ result: [UInt8]?, of id: JobID) throws {
        guard let result else { return try query(.removeResult).run { $0.set(.job, id.rawValue) } }
        try query(.saveResult).run {
            $0.set(.job, id.rawValue)
            $0.set(.record, result)
        }
    }

    func pause(_ isPaused: Bool) throws { try query(.notePause).run { $0.set(.jobs, isPaused ? 1 : 0) } }

    func note(commit number: Int64) throws { try query(.noteCommit).run { $0.set(.jobs, number) } }

    func promoteDue(at now: UnixMillis) throws {
        try query(.promoteDue).run(
            { $0.set(.due, now) },
            row: { _ in
                tally[JobState.blocked.rawValue, default: 0] -= 1
                tally[JobState.ready.rawValue, default: 0] += 1
            })
    }

    func claimRows(
        _ limit: Int, of pipeline: Fingerprint, outside folders: Set<FolderPlace>, for owner: Owner, at now: UnixMillis
    ) throws -> [Job] {
        guard limit > 0, let pipeline = try number(of: pipeline) else { return [] }
        let owner = try number(of: owner) ?? addOwner(owner)
        // Folders that are out of reach are few and rare: their statement is not kept.
        let claim =
            try folders.isEmpty
            ? query(.claimRows) : Query(database, StaticQuery.claim(outside: StaticQuery.condition(for: folders)))
        let jobs = try claim.all(
            {
                $0.set(.owner, owner)
                $0.set(.claimed, now)
                $0.set(.pipeline, pipeline)
                $0.set(.limit, limit)
            }, row: decode)
        tally[JobState.ready.rawValue, default: 0] -= jobs.count
        tally[JobState.running.rawValue, default: 0] += jobs.count
        // RETURNING promises no order.
        return jobs.sorted { ($0.priority, $0.progress.due, $0.id) < ($1.priority, $1.progress.due, $1.id) }
    }

    func owners() throws -> [Owner] {
        try query(.owners).all(row: { $0.integer(.owner) }).map { try names.owner($0, query(.owner)) }
    }

    func running(of owner: Owner) throws -> [Job] {
        guard let owner = try number(of: owner) else { return [] }
        return try query(.running).all({ $0.set(.owner, owner) }, row: decode)
    }

    private func addFolder(of place: Place) throws -> Int64 {
        try query(.addFolder).first(
            {
                $0.set(.root, place.root)
                $0.set(.path, place.folder)
            }, row: { $0.integer(.id) }) ?? 0
    }

    private func addPipeline(_ pipeline: Fingerprint) throws -> Int64 {
        try query(.addPipeline).first({ $0.set(.fingerprint, pipeline.bytes) }, row: { $0.integer(.id) }) ?? 0
    }

    /// The owner's number; nil where no process has the job.
    private func owner(of job: Job) throws -> Int64? {
        try job.owner.map { try number(of: $0) ?? addOwner($0) }
    }

    private func addOwner(_ owner: Owner) throws -> Int64 {
        try query(.addOwner).first({ $0.set(owner) }, row: { $0.integer(.id) }) ?? 0
    }
}

extension Query.Binder {
    /// A job's number, and the columns of `ofProgress`.
    fileprivate mutating func set(progressOf job: Job, owner: Int64?) {
        set(.id, job.id.rawValue)
        set(.state, job.state.rawValue)
        set(.attempts, job.progress.attempts)
        set(.crashes, job.progress.crashes)
        set(.retries, job.progress.retries)
        set(.recoveries, job.progress.recoveries)
        set(.due, job.progress.due)
        set(.turn, job.claimNumber)
        set(.owner, owner)
        set(.held, job.waitsForOriginal)
        set(.claimed, job.claimed)
        set(.finished, job.finished)
        set(.failureCode, job.failure?.code)
        set(.failureMessage, job.failure?.message)
        set(.failureFault, job.failure?.fault.rawValue)
    }

    /// The columns of `ofFile`.
    fileprivate mutating func set(fileOf job: Job, pipeline: Int64) {
        set(.original, job.original?.rawValue)
        set(.current, job.isCurrent)
        set(.counterpart, job.counterpart?.rawValue)
        set(.output, PackedOutput.pack(job.output, for: job.place))
        set(.device, job.stamp.device)
        set(.inode, job.stamp.inode)
        set(.size, job.stamp.size)
        set(.modified, job.stamp.mtimeNanoseconds)
        set(.changed, job.stamp.ctimeNanoseconds)
        set(.contentHead, job.content.map { Int64(bitPattern: $0.head) })
        set(.pipeline, pipeline)
        set(.priority, job.priority)
        guard let tail = job.content?.tail else { return set(.contentTail, nil as Int64?) }
        withUnsafeBytes(of: (tail.0.bigEndian, tail.1.bigEndian, tail.2.bigEndian)) { set(.contentTail, bytes: $0) }
    }
}

/// How a record's path is stored: most begin with the photo's own path, which the row holds already.
///
/// One byte says which: 0, followed by what comes behind the photo's path, or 1, followed by the path as it is. This
/// makes rows a quarter smaller, and the queue the faster for it.
enum PackedOutput {
    static func pack(_ output: [UInt8], for place: Place) -> [UInt8] {
        let path = place.path
        guard output.count >= path.count, output[..<path.count] == path[...] else { return [1] + output }
        return [0] + output[path.count...]
    }

    /// The record's path; a row that leads out of the results, which no Quiver has written, gets a name of its own there.
    static func unpack(_ packed: UnsafeRawBufferPointer, for place: Place, job: Int64) -> [UInt8] {
        let output = packed.first == 0 ? place.path + packed.dropFirst() : Array(packed.dropFirst())
        return output.isEmpty ? [] : PathBelow(output)?.bytes ?? Array("job-\(job).json".utf8)
    }
}

extension Place {
    /// The folder below the root, without copying it.
    var folderSlice: ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    }

    /// The last part of the path, without copying it.
    var nameSlice: ArraySlice<UInt8> {
        path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...]
    }
}
