import JobQueue

/// Finding the job that leads a content, in two tables: a small young one that takes what comes, and a large old one.
///
/// A hash has no neighbours: a plain index over a million of them writes one page of its own for nearly every row that
/// is added, which halved the speed of taking files in. So additions go to the young table, whose few pages are
/// shared by many rows, and move to the old one in bulk, in order, once they are an eighth of it.
extension SQLRows {
    /// The young table is never poured out below this size.
    private static let leastBulk = 65_536

    func candidates(content: Fingerprint, pipeline: Fingerprint) throws -> [Job] {
        let key = key(of: content)
        var ids: [Int64] = []
        try query(.find).run({ $0.set(.key, key) }, row: { ids.append($0.integer(.job)) })
        return try ids.sorted().compactMap { try job(JobID(rawValue: $0)) }
            .filter { $0.content == content && $0.pipeline == pipeline && $0.original == nil }
    }

    /// Keeps the tables in step with a row that was `old` and is now `new`; nil means no row.
    func index(_ new: Job?, insteadOf old: Job?) throws {
        let before = old.flatMap(leadingKey)
        let after = new.flatMap(leadingKey)
        guard before != after else { return }
        if let before, let old {
            for table in [StaticQuery.dropYoung, .dropOld] {
                try query(table).run {
                    $0.set(.key, before)
                    $0.set(.job, old.id.rawValue)
                }
            }
        }
        if let after, let new {
            try query(.addYoung).run {
                $0.set(.key, after)
                $0.set(.job, new.id.rawValue)
            }
            tally[StaticQuery.young, default: 0] += 1
        }
    }

    /// Pours the young table into the old one when it has grown enough; part of the transaction that made it grow.
    func pourOut() throws {
        guard let added = tally[StaticQuery.young], added > 0 else { return }
        let sizes = try self.sizes ?? readSizes()
        let young = sizes.young + added
        guard young > max(Self.leastBulk, sizes.old / 8) else {
            self.sizes = (young, sizes.old)
            return
        }
        try query(.pourOut).run()
        try query(.emptyYoung).run()
        tally[StaticQuery.young] = added - young
        tally[StaticQuery.old, default: 0] += young
        self.sizes = (0, sizes.old + young)
    }

    private func readSizes() throws -> (young: Int, old: Int) {
        var sizes = (young: 0, old: 0)
        try query(.sizes).run(row: { row in
            if row.integer(.state) == StaticQuery.young {
                sizes.young = Int(row.integer(.jobs))
            } else {
                sizes.old = Int(row.integer(.jobs))
            }
        })
        return sizes
    }

    private func leadingKey(_ job: Job) -> Int64? {
        job.original == nil ? job.content.map(key) : nil
    }

    /// Four bytes are enough to find a content by: the few that share them are told apart by their rows.
    private func key(of content: Fingerprint) -> Int64 {
        Int64(Int32(truncatingIfNeeded: content.head))
    }
}
