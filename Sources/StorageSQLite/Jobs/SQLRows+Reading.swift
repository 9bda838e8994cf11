import GRDB
import Storage
import StorageSQL

extension SQLRows: JobReading {
    func job(_ id: JobID) throws -> Job? {
        try query(.job).first({ $0.set(.id, id.rawValue) }, row: decode)
    }

    func result(of id: JobID) throws -> [UInt8]? {
        try query(.result).first({ $0.set(.job, id.rawValue) }, row: { $0.bytes(.record) })
    }

    func isPaused() throws -> Bool { try query(.isPaused).first(row: { $0.integer(.jobs) }) == 1 }

    func lastNumber() throws -> JobID {
        JobID(rawValue: try lastID ?? query(.lastID).first(row: { $0.integer(.jobs) }) ?? 0)
    }

    func lastCommit() throws -> Int64? { try query(.lastCommit).first(row: { $0.integer(.jobs) }) }

    func current(at place: Place) throws -> Job? {
        guard let folder = try folder(of: place) else { return nil }
        return try query(.current).first(
            {
                $0.set(.folder, folder)
                $0.set(.name, place.nameSlice)
            }, row: decode)
    }

    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) throws -> [JobVersion] {
        guard let number = try number(of: pipeline) else { return [] }
        return try query(.versions).all(
            {
                $0.set(.pipeline, number)
                $0.set(.id, after?.rawValue ?? -1)
                $0.set(.limit, limit)
            },
            row: { row in
                JobVersion(
                    id: JobID(rawValue: row.integer(.id)),
                    state: JobState(rawValue: Int(row.integer(.state))) ?? .failed, finished: row.optional(.finished),
                    claimNumber: row.integer(.turn), isCurrent: row.integer(.current) != 0)
            })
    }

    func identity() throws -> Fingerprint {
        let bytes = try query(.identity).first(row: { $0.bytes(.fingerprint) })
        guard let identity = bytes.flatMap({ Fingerprint($0) }) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the queue has no identity")
        }
        return identity
    }

    func roots() throws -> [[UInt8]] {
        var roots: [[UInt8]] = []
        try query(.roots).run(row: { roots.append($0.bytes(.root)) })
        return roots
    }

    func overview() throws -> Overview {
        var counts: [JobState: Int] = [:]
        var history = 0
        try query(.overview).run(row: { row in
            let number = Int(row.integer(.jobs))
            if let state = JobState(rawValue: Int(row.integer(.state))) {
                counts[state] = number
            } else {
                history = number
            }
        })
        let due = try query(.nextDue).first(row: { $0.optional(.due) })
        return Overview(counts: counts, history: history, nextDue: due ?? nil)
    }

    func page(_ request: PageRequest) throws -> [Job] {
        let pipelines = try request.filter.pipelines.map { try $0.compactMap { try number(of: $0) } }
        let conditions = JobConditions.literal.page(request, pipelines: pipelines)
        let tables = JobConditions.tables(for: request)
        return try Query(database, "SELECT \([QueueColumn].ofJob.list) FROM \(tables) WHERE \(conditions)")
            .all(row: decode)
    }

    func endedPlaces(
        after: JobID?, through: JobID?, limit: Int, possible: FactCondition, sure: FactCondition
    ) throws -> EndedPlace.Page {
        let sql = JobConditions.literal.endedPlaces(
            after: after, through: through, limit: limit, possible: possible, sure: sure)
        var (page, looked, last, former) = (EndedPlace.Page(), 0, Int64(0), [Int]())
        try Query(database, sql).run(row: { row in
            looked += 1
            last = row.integer(.id)
            guard let place = try endedPlace(row, last) else { return }
            if place.job.rawValue != last { former.append(page.places.count) }
            page.places.append(place)
        })
        page.next = looked > 0 && looked == limit ? JobID(rawValue: last) : nil
        guard !former.isEmpty else { return page }
        let told = try verdicts(on: former.map { page.places[$0].job }, possible: possible, sure: sure)
        for index in former { page.places[index].verdict = told[page.places[index].job] }
        return page
    }

    /// Where the record of a current job lies, without all else that its row says.
    private func endedPlace(_ row: Query.Row, _ id: Int64) throws -> EndedPlace? {
        let state = JobState(rawValue: Int(row.integer(.state)))
        guard state?.isFinal == true else {
            // What is kept of the job whose result stands is in other rows.
            let other = try row.optional(.counterpart).flatMap { try job(JobID(rawValue: $0)) }
            return other.flatMap { EndedPlace($0, verdict: nil) }
        }
        guard let finished = row.optional(.finished) else { return nil }
        let folder = try names.folder(row.integer(.folder), query(.folder))
        let way = row.withBytes(.name) { name in
            row.withBytes(.output) { PackedOutput.unpack($0, folder: folder.path, name: name, job: id) }
        }
        guard !way.isEmpty else { return nil }
        let meets = row.integer(.meets)
        return EndedPlace(
            job: JobID(rawValue: id), finished: finished, hasResult: state == .done,
            verdict: meets == 1 ? nil : meets == 2, way: way)
    }
}
