import Storage
import StorageSQL
import SystemValues

extension SQLRows: JobTable {
    func followers(of original: JobID) throws -> [Job] {
        try query(.followers).all({ $0.set(.original, original.rawValue) }, row: decode)
    }

    func doneCopies(of originals: [JobID]) throws -> [Job] {
        try originals.flatMap { original in
            try query(.doneCopies).all({ $0.set(.original, original.rawValue) }, row: decode)
        }.sorted { $0.id < $1.id }
    }

    func insert(_ job: Job) throws -> JobID {
        var numbered = job
        numbered.id = JobID(rawValue: try nextID())
        try put(numbered)
        return numbered.id
    }

    /// Adds a row under the job's own number.
    func put(_ job: Job) throws {
        let folder = try self.folder(of: job.place) ?? addFolder(of: job.place)
        let pipeline = try number(of: job.pipeline) ?? addPipeline(job.pipeline)
        let owner = try self.owner(of: job)
        let numbers = SharedNumbers(folder: folder, pipeline: pipeline, owner: owner)
        try query(.insert).run { $0.set(.ofJob, of: job, numbers) }
        count(job, by: 1)
        try index(job, insteadOf: nil)
    }

    func updateProgress(_ job: Job, from old: Job) throws {
        let numbers = SharedNumbers(owner: try owner(of: job))
        try query(.updateProgress).run {
            $0.set(.id, job.id.rawValue)
            $0.set(.ofProgress, of: job, numbers)
        }
        count(old, by: -1)
        count(job, by: 1)
    }

    func update(_ job: Job, from old: Job) throws {
        let numbers = SharedNumbers(
            pipeline: try number(of: job.pipeline) ?? addPipeline(job.pipeline), owner: try owner(of: job))
        try query(.update).run {
            $0.set(.id, job.id.rawValue)
            $0.set(.ofProgress, of: job, numbers)
            $0.set(.ofFile, of: job, numbers)
        }
        try index(job, insteadOf: old)
        count(old, by: -1)
        count(job, by: 1)
    }

    func remove(_ job: Job) throws {
        try removeResult(of: job.id)
        try forgetEnding(of: job.id)
        try index(nil, insteadOf: job)
        try query(.remove).run { $0.set(.id, job.id.rawValue) }
        count(job, by: -1)
    }

    func saveResult(_ result: [UInt8]?, of id: JobID) throws {
        guard let result else {
            try removeResult(of: id)
            _ = try dropEnding(of: id)
            return
        }
        try keep(result, of: id)
        withoutFacts.insert(id.rawValue)
        try noteEnding(of: id)
    }

    /// Keeps a record, which is not told of.
    func keep(_ result: [UInt8], of id: JobID) throws {
        try query(.saveResult).run {
            $0.set(.job, id.rawValue)
            $0.set(.record, result)
        }
    }

    private func removeResult(of id: JobID) throws {
        for table in [StaticQuery.removeResult, .dropLikeness, .dropEmbeddings, .dropFacts, .dropFindings] {
            try query(table).run { $0.set(.job, id.rawValue) }
        }
        withoutFacts.remove(id.rawValue)
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

    func claimRows(for request: ClaimRequest, at now: UnixMillis) throws -> [Job] {
        let pipelines = try request.pipelines.compactMap { try number(of: $0) }
        guard let pipeline = pipelines.first else { return [] }
        let owner = try number(of: request.owner) ?? addOwner(request.owner)
        // Folders that are out of reach, and jobs that are named, are few and rare: their statement is not kept, nor is the one
        // for several pipelines.
        let condition = JobConditions.literal.claim(request)
        let claim =
            try condition.isEmpty && pipelines.count == 1
            ? query(.claimRows) : Query(database, StaticQuery.claim(of: pipelines, where: condition))
        let jobs = try claim.all(
            {
                $0.set(.owner, owner)
                $0.set(.claimed, now)
                if pipelines.count == 1 { $0.set(.pipeline, pipeline) }
                $0.set(.limit, request.limit)
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

    func addFolder(of place: Place) throws -> Int64 {
        try query(.addFolder).first(
            {
                $0.set(.root, place.root)
                $0.set(.path, place.folder)
            }, row: { $0.integer(.id) }) ?? 0
    }

    func addPipeline(_ pipeline: Fingerprint) throws -> Int64 {
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
    /// What a job has in each of the columns.
    fileprivate mutating func set(_ columns: [QueueColumn], of job: Job, _ numbers: SharedNumbers) {
        for column in columns {
            switch column {
            case .name: set(.name, job.place.nameSlice)
            case .output: set(.output, PackedOutput.pack(job.output, for: job.place))
            default: set(column, to: column.value(of: job, numbers))
            }
        }
    }

    /// What a row has in a column.
    mutating func set(_ column: QueueColumn, to value: QueueColumn.Value) {
        switch value {
        case .number(let number): set(column, number)
        case .text(let text): set(column, text)
        case .bytes(let bytes): if let bytes { set(column, bytes) } else { set(column, nil as Int64?) }
        }
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
        place.path.withUnsafeBytes { unpack(packed, folder: [], name: $0, job: job) }
    }

    /// The same by a place's parts, which a row lends.
    static func unpack(
        _ packed: UnsafeRawBufferPointer, folder: [UInt8], name: UnsafeRawBufferPointer, job: Int64
    ) -> [UInt8] {
        let rest = UnsafeRawBufferPointer(rebasing: packed.dropFirst())
        var output: [UInt8] = []
        if packed.first == 0 {
            output.reserveCapacity(folder.count + 1 + name.count + rest.count)
            if !folder.isEmpty { output += folder + [UInt8(ascii: "/")] }
            output += name
        }
        output += rest
        return output.isEmpty || PathBelow.isWay(output) ? output : Array("job-\(job).json".utf8)
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
