import Storage
import StorageSQL
import SystemValues

extension PostgresRows: JobTable {
    func insert(_ job: Job) throws -> JobID {
        try needAlone()
        let last = try lastGiven ?? readLastNumber()
        lastGiven = last + 1
        var numbered = job
        numbered.id = JobID(rawValue: last + 1)
        jobs[last + 1] = numbered
        locked.insert(last + 1)
        inserted.append(last + 1)
        // No copy can follow it yet.
        followers[last + 1] = []
        count(numbered, by: 1)
        note(numbered, insteadOf: nil)
        tellsOthers = tellsOthers || numbered.state == .ready
        return numbered.id
    }

    func updateProgress(_ job: Job, from old: Job) throws {
        if !locked.contains(job.id.rawValue) { try needAlone() }
        progressed.insert(job.id.rawValue)
        change(job, from: old)
    }

    func update(_ job: Job, from old: Job) throws {
        try needAlone()
        updated.insert(job.id.rawValue)
        change(job, from: old)
    }

    private func change(_ job: Job, from old: Job) {
        jobs[job.id.rawValue] = job
        count(old, by: -1)
        count(job, by: 1)
        note(job, insteadOf: old)
        // The end of a job is no news for others, but that it is to be worked, or no more.
        tellsOthers = tellsOthers || job.state == .ready || job.state == .cancelled
    }

    func remove(_ job: Job) throws {
        try needAlone()
        let id = job.id.rawValue
        results[id] = .some(nil)
        (likenesses[id], embeddings[id]) = (.some(nil), .some(nil))
        facts[id] = nil
        ended.removeAll { $0 == id }
        jobs[id] = .some(nil)
        removed.insert(id)
        goneWithEnds.insert(id)
        progressed.remove(id)
        updated.remove(id)
        count(job, by: -1)
        note(nil, insteadOf: job)
    }

    func saveResult(_ result: [UInt8]?, of id: JobID) throws {
        results[id.rawValue] = .some(result)
        facts[id.rawValue] = nil
        ended.removeAll { $0 == id.rawValue }
        guard result == nil else { return ended.append(id.rawValue) }
        (likenesses[id.rawValue], embeddings[id.rawValue]) = (.some(nil), .some(nil))
    }

    func pause(_ isPaused: Bool) throws {
        pause = isPaused
        tellsOthers = true
    }

    func note(commit number: Int64) throws { commit = number }

    func promoteDue(at now: UnixMillis) throws { promotion = max(promotion ?? .min, now) }

    func claimRows(for request: ClaimRequest, at now: UnixMillis) throws -> [Job] {
        // Photos of this transaction may be the first of their pipeline.
        let mayBeNew = !(inserted.isEmpty && updated.isEmpty)
        let pipelines = try request.pipelines.compactMap { try names.number(of: $0, making: mayBeNew) }
        guard !pipelines.isEmpty,
            let owner = try names.number(of: request.owner, making: true)
        else { return [] }
        let values = StatementValues([.integer(owner), .integer(now), .integer(lease.components.seconds)])
        // Many are planned anew each time: a plan of a table's first minute would read all of a larger one.
        let named =
            max(pipelines.count, request.limit) <= JobStatements.few
            ? "(VALUES " + pipelines.map { "(\(values.place(.integer($0)))::bigint)" }.joined(separator: ", ") + ")"
            : "unnest(\(values.place(.integers(pipelines)))::bigint[])"
        var stored = request
        stored.outside = Set(
            request.outside.map { FolderPlace(root: names.roots.stored($0.root), folder: $0.folder) })
        let condition = values.conditions.claim(stored)
        // The rows are chosen and locked in a step of its own: in a condition of UPDATE, LIMIT may be evaluated twice. How many
        // they are is written out, so that the server's plan is for so many, and is made once. The index has the first of each
        // pipeline.
        let claim = """
            WITH next AS MATERIALIZED (
                SELECT first.id FROM \(named) AS named(pipeline), LATERAL (
                    SELECT id, priority, due FROM job WHERE state = 1 AND held = 0 AND pipeline = named.pipeline\(condition)
                        AND EXISTS (
                            SELECT FROM owner WHERE id = $1 AND beat > now() - make_interval(secs => $3::bigint))
                    ORDER BY priority, due, id LIMIT \(request.limit) FOR UPDATE SKIP LOCKED) AS first
                ORDER BY first.priority, first.due, first.id LIMIT \(request.limit))
            UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = $1, claimed = $2
            FROM next WHERE job.id = next.id RETURNING \(JobStatements.columns)
            """
        let found = try write(behind: [PostgresStatement(sql: claim, values: values.all)])
        let claimed = try keep(found[0], areLocked: true)
        tally[JobState.ready.rawValue, default: 0] -= Int64(claimed.count)
        tally[JobState.running.rawValue, default: 0] += Int64(claimed.count)
        for job in claimed { job.original.map { _ = followers[$0.rawValue]?.remove(job.id.rawValue) } }
        // RETURNING promises no order.
        return claimed.sorted { ($0.priority, $0.progress.due, $0.id) < ($1.priority, $1.progress.due, $1.id) }
    }

    func owners() throws -> [Owner] {
        try flush()
        return try connection.run(
            "SELECT \(Owner.columns) FROM owner WHERE id IN (SELECT DISTINCT owner FROM job WHERE state = 2)"
        ).map { Owner($0, from: 0) }
    }

    func running(of owner: Owner) throws -> [Job] {
        guard let number = try names.number(of: owner, making: false) else { return [] }
        return try read(
            "SELECT \(JobStatements.columns) FROM job WHERE state = 2 AND owner = $1 ORDER BY id\(locking)",
            [.integer(number)]
        )
    }

    /// Whether a process's lease is not over; one that never had any is as good as one that has.
    func holdsLease(_ owner: Owner) throws -> Bool {
        guard let number = try names.number(of: owner, making: true) else { return false }
        return try connection.run(
            "SELECT FROM owner WHERE id = $1 AND beat > now() - make_interval(secs => $2::bigint)",
            [.integer(number), .integer(lease.components.seconds)]
        ).count == 1
    }

    func readLastNumber() throws -> Int64 {
        let found = try connection.run("SELECT last_number FROM queue")
        return found.count == 0 ? 0 : found[0].integer(0)
    }
}

/// What was written, as statements: one a table, all in one packet.
extension PostgresRows {
    func forgetWrites() {
        results.removeAll()
        likenesses.removeAll()
        embeddings.removeAll()
        facts.removeAll()
        inserted.removeAll()
        progressed.removeAll()
        updated.removeAll()
        removed.removeAll()
        goneWithEnds.removeAll()
        added.removeAll()
        tally.removeAll()
        pause = nil
        promotion = nil
        tellsOthers = false
    }

    /// Sends what was written, so that the next statement sees it.
    func flush() throws { _ = try write(behind: []) }

    /// Sends what was written, and other statements behind it in the same packet.
    func write(behind others: [PostgresStatement]) throws -> [PostgresResult] {
        let changes = try statements()
        let promotes = promotion != nil
        guard !(changes.isEmpty && others.isEmpty && !promotes) else { return [] }
        var all = changes
        if let promotion {
            all.append(
                PostgresStatement(
                    sql: """
                        UPDATE job SET state = 1 WHERE id IN
                            (SELECT id FROM job WHERE state = 3 AND due <= $1 FOR UPDATE SKIP LOCKED) RETURNING id
                        """, values: [.integer(promotion)]))
        }
        let found = try connection.run(all + others)
        inserted.removeAll()
        progressed.removeAll()
        updated.removeAll()
        removed.removeAll()
        added.removeAll()
        promotion = nil
        if promotes {
            let promoted = found[changes.count]
            tally[JobState.blocked.rawValue, default: 0] -= Int64(promoted.count)
            tally[JobState.ready.rawValue, default: 0] += Int64(promoted.count)
            for row in promoted.map({ $0 }) { jobs[row.integer(0)] = nil }
        }
        return Array(found.dropFirst(all.count))
    }

    private func statements() throws -> [PostgresStatement] {
        var statements: [PostgresStatement] = []
        if !removed.isEmpty {
            statements.append(
                PostgresStatement(sql: "DELETE FROM job WHERE id = ANY($1)", values: [.integers(Array(removed))]))
        }
        let fresh = Set(inserted)
        // A place has one current job at every moment: those that are history by now come first.
        for isCurrent in [false, true] {
            for (set, update) in [
                (updated, JobStatements.update), (progressed.subtracting(updated), JobStatements.updateProgress),
            ] {
                let rows = try rows(set.subtracting(fresh).sorted(), isCurrent: isCurrent)
                guard !rows.isEmpty else { continue }
                statements.append(update(rows))
            }
        }
        let new = try rows(inserted, isCurrent: nil)
        if !new.isEmpty {
            statements.append(
                PostgresStatement(sql: JobStatements.insert, values: [QueueColumn].ofJob.values(of: new)))
        }
        return statements + added
    }

    /// Records that are kept or forgotten, the last of all changes before the commit.
    ///
    /// Where ends are forgotten, all have their numbers first: what was not told has one that tells so. From then on no other process
    /// gives numbers until the commit.
    private func resultStatements() throws -> [PostgresStatement] {
        var statements: [PostgresStatement] = []
        if !goneWithEnds.isEmpty {
            try numberFormerEnds()
            for sql in [Self.forgetEndings, Self.dropEndings] {
                statements.append(PostgresStatement(sql: sql, values: [.integers(goneWithEnds.sorted())]))
            }
        }
        let kept = results.compactMap { id, record in record.map { (id, $0) } }.sorted { $0.0 < $1.0 }
        if !kept.isEmpty { statements.append(Self.keep(kept, ended: ended, facts: facts.isEmpty)) }
        let dropped = results.filter { $0.value == nil }.map(\.key)
        if !dropped.isEmpty {
            statements.append(
                PostgresStatement(sql: "DELETE FROM result WHERE job = ANY($1)", values: [.integers(dropped)]))
        }
        return statements + (forgetting.map { [$0] } ?? []) + likenessStatements + embeddingStatements + factStatements
    }

    /// Sends records too, for a statement that reads them.
    func flushResults() throws {
        try flush()
        let statements = try resultStatements()
        guard !statements.isEmpty else { return }
        _ = try connection.run(statements)
        results.removeAll()
        likenesses.removeAll()
        embeddings.removeAll()
        facts.removeAll()
        goneWithEnds.removeAll()
        ended.removeAll()
    }

    private func rows(_ ids: [Int64], isCurrent: Bool?) throws -> [(job: Job, numbers: SharedNumbers)] {
        try numbered(ids.compactMap { jobs[$0] ?? nil }.filter { isCurrent == nil || $0.isCurrent == isCurrent })
    }

    /// Jobs with the numbers of what their rows name, made where there are none yet.
    func numbered(_ wanted: [Job]) throws -> [(job: Job, numbers: SharedNumbers)] {
        guard !wanted.isEmpty else { return [] }
        let folders = try names.numbers(
            of: Set(wanted.map { NameTable.Folder(root: $0.place.root, path: $0.place.folder) }), making: true)
        return try wanted.map { job in
            guard let folder = folders[NameTable.Folder(root: job.place.root, path: job.place.folder)],
                let pipeline = try names.number(of: job.pipeline, making: true)
            else { throw PostgresFailure(state: "XX001", message: "a folder's or pipeline's number is missing") }
            return (
                job,
                SharedNumbers(
                    folder: folder, pipeline: pipeline,
                    owner: try job.owner.flatMap { try names.number(of: $0, making: true) })
            )
        }
    }

    /// Sends everything and ends the transaction; it is durable when this returns.
    func finish() throws {
        // What is promoted is counted once the rows have come back.
        if promotion != nil { try flush() }
        var statements = try statements()
        let changes = tally.filter { $0.value != 0 }
        if commit != nil || !changes.isEmpty {
            statements.append(Counts.add(changes, commit: commit, writer: writer))
        }
        if let pause {
            statements.append(
                PostgresStatement(sql: "UPDATE queue SET is_paused = $1", values: [.integer(pause ? 1 : 0)]))
        }
        if let lastGiven {
            statements.append(
                PostgresStatement(sql: "UPDATE queue SET last_number = $1", values: [.integer(lastGiven)]))
        }
        statements += try resultStatements()
        if tellsOthers { statements.append(PostgresStatement(sql: "NOTIFY \(PostgresLease.channel)")) }
        try connection.commit(statements)
    }
}
