import Storage
import StorageSQL
import SystemValues

/// What a verb will look at, fetched in few statements.
extension PostgresRows {
    func foresee(_ foresight: Foresight) throws {
        switch foresight {
        case .arrivals(let arrivals):
            try needAlone()
            try foresee(places: arrivals.map(\.place), making: true)
            try foresee(contents: arrivals.compactMap(\.content))
        case .places(let places): try foresee(places: places, making: false)
        case .ends(let claims): try foresee(ends: claims)
        case .claims(let claims):
            let unknown = claims.map(\.job.rawValue).filter { jobs[$0] == nil }
            guard !unknown.isEmpty else { return }
            try flush()
            let found = try connection.run([claimed(unknown, locking: locking)])
            try take(claimed: found[0], of: unknown, areLocked: isAlone)
        }
    }

    private func foresee(places: [Place], making: Bool) throws {
        let unknown = Set(places.filter { current[$0] == nil })
        guard !unknown.isEmpty else { return }
        try flush()
        let folders = try names.numbers(
            of: Set(unknown.map { NameTable.Folder(root: $0.root, path: $0.folder) }), making: making)
        let numbered = unknown.compactMap { place in
            folders[NameTable.Folder(root: place.root, path: place.folder)].map { ($0, place.name) }
        }
        for place in unknown { (current[place], forgotten[place]) = (.some(nil), .some(nil)) }
        guard !numbered.isEmpty else { return }
        let values: [PostgresValue] = [.integers(numbered.map(\.0)), .blobs(numbered.map(\.1))]
        // One look into the index for each place, whatever the planner thinks of the table.
        let wanted = """
            SELECT \(JobStatements.columns) FROM job WHERE job.current = 1 AND job.id = ANY (ARRAY(
                SELECT there.id FROM unnest($1::bigint[], $2::bytea[]) AS wanted (folder, name), LATERAL (
                    SELECT id FROM job WHERE folder = wanted.folder AND name = wanted.name AND current = 1 OFFSET 0
                ) AS there
            ))
            ORDER BY job.id\(locking)
            """
        let found = try connection.run([
            PostgresStatement(sql: wanted, values: values),
            PostgresStatement(sql: ForgottenRow.atPlaces, values: values),
        ])
        for job in try keep(found[0], areLocked: isAlone && !isReader) { current[job.place] = .some(job.id.rawValue) }
        for photo in decodeForgotten(found[1]) { forgotten[photo.place] = .some(photo) }
    }

    private func foresee(contents: [Fingerprint]) throws {
        let unknown = Set(contents.filter { leaders[$0] == nil })
        guard !unknown.isEmpty else { return }
        for content in unknown { leaders[content] = [] }
        let found = try read(
            """
            SELECT \(JobStatements.columns) FROM job
            WHERE content_head = ANY($1) AND content_head IS NOT NULL AND original IS NULL ORDER BY job.id\(locking)
            """,
            [.integers(unknown.map { Int64(bitPattern: $0.head) })])
        // Several contents may share their first bytes.
        for job in found { job.content.map { _ = leaders[$0]?.insert(job.id.rawValue) } }
    }

    /// Locks the rows of claims that are to end, and looks whether copies wait for them: in that order, so that a copy which
    /// was registered meanwhile is seen.
    private func foresee(ends claims: [ClaimID]) throws {
        let unknown = claims.map(\.job.rawValue).filter { !locked.contains($0) }
        guard !unknown.isEmpty else { return }
        try flush()
        let values = StatementValues()
        let copies = """
            SELECT DISTINCT original FROM job
            WHERE original \(values.oneOf(unknown)) AND original IS NOT NULL AND state IN (1, 3)
            """
        let found = try connection.run([
            claimed(unknown, locking: " FOR UPDATE OF job"), PostgresStatement(sql: copies, values: values.all),
        ])
        try take(claimed: found[0], of: unknown, areLocked: true)
        for id in unknown { followers[id] = [] }
        // Which they are is asked for by the few that have any.
        for row in found[1].map({ $0 }) { followers[row.integer(0)] = nil }
    }

    /// The rows of claims, and whether the lease on each holds.
    private func claimed(_ ids: [Int64], locking: String) -> PostgresStatement {
        let values = StatementValues([.integer(lease.components.seconds)])
        return PostgresStatement(
            sql: """
                SELECT \(JobStatements.columns), (beat IS NULL OR beat > now() - make_interval(secs => $1::bigint))::int::bigint
                FROM job LEFT JOIN owner ON owner.id = job.owner WHERE job.id \(values.oneOf(ids)) ORDER BY job.id\(locking)
                """, values: values.all)
    }

    private func take(claimed found: PostgresResult, of ids: [Int64], areLocked: Bool) throws {
        for id in ids { jobs[id] = .some(nil) }
        for row in found.map({ $0 }) where row.integer([QueueColumn].ofJob.count) == 0 {
            lapsed.insert(row.integer(.id))
        }
        _ = try keep(found, areLocked: areLocked)
    }

    func isHeld(_ job: Job) throws -> Bool { !lapsed.contains(job.id.rawValue) }

    func current(at place: Place) throws -> Job? {
        if current[place] == nil { try foresee(places: [place], making: false) }
        guard case .some(.some(let id)) = current[place] else { return nil }
        return try job(JobID(rawValue: id))
    }

    func candidates(content: Fingerprint, pipeline: Fingerprint) throws -> [Job] {
        if leaders[content] == nil { try foresee(contents: [content]) }
        return try (leaders[content] ?? []).sorted().compactMap { try job(JobID(rawValue: $0)) }
            .filter { $0.content == content && $0.pipeline == pipeline && $0.original == nil }
    }

    func followers(of original: JobID) throws -> [Job] {
        if followers[original.rawValue] == nil {
            try needAlone()
            let found = try read(
                """
                SELECT \(JobStatements.columns) FROM job
                WHERE original = $1 AND original IS NOT NULL AND state IN (1, 3) ORDER BY job.id\(locking)
                """, [.integer(original.rawValue)])
            followers[original.rawValue] = Set(found.map(\.id.rawValue))
        }
        return try (followers[original.rawValue] ?? []).sorted().compactMap { try job(JobID(rawValue: $0)) }
    }

    func doneCopies(of originals: [JobID]) throws -> [Job] {
        if !isReader { try needAlone() }
        return try read(
            """
            SELECT \(JobStatements.columns) FROM job
            WHERE original = ANY($1) AND original IS NOT NULL AND state = 4 ORDER BY job.id\(locking)
            """, [.integers(originals.map(\.rawValue))])
    }

    /// Keeps what was looked up in step with a row that was `old` and is now `new`; nil means no row.
    func note(_ new: Job?, insteadOf old: Job?) {
        guard let id = (new ?? old)?.id.rawValue else { return }
        if let old, old.isCurrent, current[old.place] == .some(id) { current[old.place] = .some(nil) }
        if let new, new.isCurrent, current[new.place] != nil { current[new.place] = .some(id) }
        if let content = old?.content, old?.original == nil { leaders[content]?.remove(id) }
        if let content = new?.content, new?.original == nil { leaders[content]?.insert(id) }
        if let leader = old?.original { followers[leader.rawValue]?.remove(id) }
        if let leader = new?.original, new?.state == .ready || new?.state == .blocked {
            followers[leader.rawValue]?.insert(id)
        }
    }
}
