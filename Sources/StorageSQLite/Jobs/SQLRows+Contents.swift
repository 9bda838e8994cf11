import Storage

/// Finding the job that leads a content, in two tables: a small recent one that takes what comes, and a large main one
/// (`young` and `old` on the disk).
///
/// A hash has no neighbours: a plain index over a million of them writes one page of its own for nearly every row that
/// is added, which halved the speed of taking files in. So additions go to the recent table, whose few pages are
/// shared by many rows, and are merged into the main one in bulk, in order, once they are an eighth of it.
extension SQLRows {
    /// The recent table is never merged below this size.
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
            for table in [StaticQuery.dropRecent, .dropMain] {
                try query(table).run {
                    $0.set(.key, before)
                    $0.set(.job, old.id.rawValue)
                }
            }
        }
        if let after, let new {
            try query(.addRecent).run {
                $0.set(.key, after)
                $0.set(.job, new.id.rawValue)
            }
            tally[StaticQuery.recent, default: 0] += 1
        }
    }

    /// Merges the recent table into the main one when it has grown enough; part of the transaction that made it grow.
    func mergeRecent() throws {
        guard let added = tally[StaticQuery.recent], added > 0 else { return }
        let sizes = try self.sizes ?? readSizes()
        let recent = sizes.recent + added
        guard recent > max(Self.leastBulk, sizes.main / 8) else {
            self.sizes = (recent, sizes.main)
            return
        }
        try query(.mergeRecent).run()
        try query(.emptyRecent).run()
        tally[StaticQuery.recent] = added - recent
        tally[StaticQuery.main, default: 0] += recent
        self.sizes = (0, sizes.main + recent)
    }

    private func readSizes() throws -> (recent: Int, main: Int) {
        var sizes = (recent: 0, main: 0)
        try query(.sizes).run(row: { row in
            if row.integer(.state) == StaticQuery.recent {
                sizes.recent = Int(row.integer(.jobs))
            } else {
                sizes.main = Int(row.integer(.jobs))
            }
        })
        return sizes
    }

    private func leadingKey(_ job: Job) -> Int64? {
        job.original == nil ? job.content.map(key) : nil
    }

    /// Four bytes are enough to find a content by: the few that share them are told apart by their rows.
    private func key(of content: Fingerprint) -> Int64 {
        // What stands in for contents that could not be read begins with zeros.
        Int64(Int32(truncatingIfNeeded: content.head != 0 ? content.head : content.tail.0))
    }
}
