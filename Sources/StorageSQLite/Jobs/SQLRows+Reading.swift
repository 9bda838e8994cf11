import GRDB
import Storage

extension SQLRows: JobReading {
    func job(_ id: JobID) throws -> Job? {
        try query(.job).first({ $0.set(.id, id.rawValue) }, row: decode)
    }

    func result(of id: JobID) throws -> [UInt8]? {
        try query(.result).first({ $0.set(.job, id.rawValue) }, row: { $0.bytes(.record) })
    }

    func isPaused() throws -> Bool { try query(.isPaused).first(row: { $0.integer(.jobs) }) == 1 }

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
        let filter = request.filter
        var conditions: [String] = []
        if let ids = filter.ids {
            // Numbers from our own type: nothing to escape, and no bound on how many.
            conditions.append("job.id IN (\(ids.map(\.description).joined(separator: ",")))")
        }
        if !filter.states.isEmpty {
            let states = filter.states.map { String($0.rawValue) }.sorted()
            // A single state is written so that the index over just this state can serve.
            conditions.append(
                states.count == 1 ? "state = \(states[0])" : "state IN (\(states.joined(separator: ",")))")
        }
        if filter.root != nil { conditions.append("folder IN (SELECT id FROM folder WHERE root = :root)") }
        if filter.folder?.isEmpty == false {
            conditions.append(
                "folder IN (SELECT id FROM folder WHERE path = :path OR substr(path, 1, :length) = :prefix)")
        }
        if let pipeline = filter.pipeline {
            conditions.append("pipeline = \(try number(of: pipeline) ?? -1)")
        }
        if let before = filter.finishedBefore { conditions.append("finished < \(before)") }
        if let since = filter.finishedSince { conditions.append("finished >= \(since)") }
        if filter.isRerun { conditions.append("counterpart IS NOT NULL") }
        switch filter.age {
        case .current: conditions.append("current = 1")
        case .history: conditions.append("current = 0")
        case .any: break
        }
        if let after = request.after { conditions.append("job.id \(request.newestFirst ? "<" : ">") \(after)") }
        let sql = """
            SELECT \([ColumnName].ofJob.list) FROM job
            WHERE \(conditions.isEmpty ? "1" : conditions.joined(separator: " AND "))
            ORDER BY id \(request.newestFirst ? "DESC" : "ASC") LIMIT \(max(0, request.limit))
            """
        return try Query(database, sql).all(
            {
                if let root = filter.root { $0.set(.root, root) }
                if let folder = filter.folder, !folder.isEmpty {
                    let within = folder + [UInt8(ascii: "/")]
                    $0.set(.path, folder)
                    $0.set(.length, within.count)
                    $0.set(.prefix, within)
                }
            }, row: decode)
    }
}
