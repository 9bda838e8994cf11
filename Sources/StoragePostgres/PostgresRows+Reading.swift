import Storage
import StorageSQL
import SystemValues

extension PostgresRows: JobReading {
    func job(_ id: JobID) throws -> Job? {
        if let known = jobs[id.rawValue] { return known }
        let found = try read(
            "SELECT \(JobStatements.columns) FROM job WHERE id = $1\(locking)", [.integer(id.rawValue)]
        ).first
        if found == nil { jobs[id.rawValue] = .some(nil) }
        return found
    }

    func result(of id: JobID) throws -> [UInt8]? {
        if let known = results[id.rawValue] { return known }
        let found = try connection.run("SELECT record FROM result WHERE job = $1", [.integer(id.rawValue)])
        return found.count == 0 ? nil : found[0].bytes(0)
    }

    func isPaused() throws -> Bool {
        if let pause { return pause }
        let found = try connection.run("SELECT is_paused FROM queue")
        return found.count > 0 && found[0].integer(0) == 1
    }

    func lastCommit() throws -> Int64? {
        let found = try connection.run("SELECT last_commit FROM writer_counts WHERE writer = $1", [.integer(writer)])
        return found.count == 0 ? nil : found[0].optional(0)
    }

    func identity() throws -> Fingerprint {
        let found = try connection.run("SELECT fingerprint FROM identity")
        guard found.count == 1, let identity = Fingerprint(found[0].bytes(0)) else {
            throw PostgresFailure(state: "XX001", message: "the queue has no identity")
        }
        return identity
    }

    func roots() throws -> [[UInt8]] {
        try flush()
        return try connection.run("SELECT DISTINCT root FROM folder ORDER BY root").map {
            names.roots.local($0.bytes(0))
        }
    }

    func versions(of pipeline: Fingerprint, after: JobID?, limit: Int) throws -> [JobVersion] {
        try flush()
        guard let number = try names.number(of: pipeline, making: false) else { return [] }
        let final = JobState.allCases.filter(\.isFinal).map { "\($0.rawValue)" }.joined(separator: ", ")
        return try connection.run(
            """
            SELECT id, state, finished, turn, current FROM job
            WHERE id > $1 AND pipeline = $2 AND state IN (\(final)) ORDER BY id LIMIT $3
            """, [.integer(after?.rawValue ?? -1), .integer(number), .integer(Int64(limit))]
        ).map { row in
            JobVersion(
                id: JobID(rawValue: row.integer(0)), state: JobState(rawValue: Int(row.integer(1))) ?? .failed,
                finished: row.optional(2), claimNumber: row.integer(3), isCurrent: row.integer(4) != 0)
        }
    }

    func overview() throws -> Overview {
        try flush()
        let found = try connection.run([
            PostgresStatement(sql: Counts.total), PostgresStatement(sql: "SELECT min(due) FROM job WHERE state = 3"),
        ])
        var counts = tally
        for (column, number) in Counts.numbers.enumerated() {
            counts[number, default: 0] += found[0][0].integer(column)
        }
        var states: [JobState: Int] = [:]
        for (state, count) in counts where count > 0 { JobState(rawValue: state).map { states[$0] = Int(count) } }
        return Overview(
            counts: states, history: Int(counts[Counts.history] ?? 0), nextDue: found[1][0].optional(0))
    }

    func page(_ request: PageRequest) throws -> [Job] {
        if request.condition == nil { try flush() } else { try flushResults() }
        var request = request
        request.filter.root = request.filter.root.map(names.roots.stored)
        let pipelines = try request.filter.pipelines.map {
            try $0.compactMap { try names.number(of: $0, making: false) }
        }
        let values = StatementValues()
        let conditions = values.conditions.page(request, pipelines: pipelines)
        let rows = try connection.run(
            """
            SELECT \(JobStatements.columns) FROM \(JobConditions.tables(for: request))
            WHERE \(JobLists.condition(for: request.filter.states))\(conditions)
            """, values.all
        ).map { $0 }
        try names.learn(from: rows)
        // Not kept: they are not locked, and may be many.
        return try rows.map(names.decode)
    }

    func members() throws -> [QueueMember] {
        try connection.run(
            """
            SELECT \(Owner.columns), workers, ended, takes_in, version,
                (SELECT count(*) FROM job WHERE state = 2 AND job.owner = owner.id),
                (extract(epoch FROM since) * 1000)::bigint, (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint,
                (beat > clock_timestamp() - make_interval(secs => $1::bigint))::int::bigint
            FROM owner WHERE isfinite(beat) AND beat > now() - interval '1 day' ORDER BY since, id
            """, [.integer(lease.components.seconds)]
        ).map { row in
            QueueMember(
                owner: Owner(row, from: 0),
                work: QueueMember.Work(
                    workers: Int(row.integer(5)), ended: Int(row.integer(6)), takesIn: row.integer(7) != 0,
                    version: row.text(8) ?? ""),
                running: Int(row.integer(9)), since: row.integer(10), silence: .milliseconds(row.integer(11)),
                isAlive: row.integer(12) != 0)
        }
    }
}
