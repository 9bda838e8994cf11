import Results
import Storage

/// Bringing tables up to date that stand already, this run's or those that an earlier one has left.
extension ResultTables {
    func add(_ batch: TableChanges.Batch) async throws {
        if standing == nil { standing = try await former() }
        guard var standing else { return try await write() }
        self.standing = nil
        standing.outdated += batch.outdated
        standing.ended += batch.reviewed
        // Half of the rows are out of date at the soonest: writing whole is paid for by as many photos as it writes.
        guard standing.outdated == 0 || standing.outdated * 2 < standing.rows.count else { return try await write() }
        if !standing.tables.allGrow {
            standing.lacking += batch.ended.count
        }
        var rest = batch.ended[...]
        while !rest.isEmpty {
            let ids = Set(rest.prefix(Self.pageSize))
            rest = rest.dropFirst(Self.pageSize)
            let page = try await read(JobFilter(ids: Array(ids)), after: nil)
            guard try await add(page, to: &standing) else { return try await write() }
        }
        if standing.lacking + standing.ended > 0 {
            // A data set's photos are copied: it is written whole more rarely than a file of lines.
            standing.saved += standing.tables.allGrow ? Self.rowsAnUpdate : Self.pageSize
            let isWorthIt = standing.lacking + standing.ended + standing.saved >= standing.rows.count
            guard !isWorthIt else { return try await write() }
        }
        self.standing = standing
        await keepMark()
    }

    /// Adds the photos of a page that the tables lack; false where a table is not as it was left.
    ///
    /// A photo that ended again keeps its row until the tables are written whole: no table lists it twice.
    private func add(_ page: [Ended], to standing: inout Standing) async throws -> Bool {
        let fresh = page.filter { standing.rows.hold(JobVersion($0.job)) == nil }
        standing.ended += page.count { standing.rows.hold(JobVersion($0.job)) == false }
        let added = tableRows(of: fresh, by: standing.classes)
        let tables = standing.tables
        let isAdded = try await placing { try tables.add(added) }
        guard isAdded else { return false }
        for ended in fresh { standing.rows.insert(JobVersion(ended.job)) }
        rowsWritten += added.count
        return true
    }

    /// The tables that an earlier run has left, with what has ended since; nil where they do not hold any more.
    private func former() async throws -> Standing? {
        let pipeline = parts.pipeline.description
        let found = try await disk.perform { [parts] in
            TablesMark(in: parts.output.output).flatMap { mark in
                mark.tables(of: parts.formats, pipeline: pipeline, in: parts.output.output)
                    .map { (mark: mark, tables: Tables($0, of: parts.formats)) }
            }
        }
        guard let found else { return nil }
        let photos = found.mark.photos
        let rows = try await rows(until: JobID(rawValue: photos.last))
        let reviews = try await reviews()
        guard rows.sum.count == photos.count, rows.sum.sum == photos.sum, photos.reviews ?? 0 == reviews else {
            return nil
        }
        var standing = Standing(tables: found.tables, rows: rows, reviews: reviews, classes: try await classes())
        var last = JobID(rawValue: photos.last)
        while true {
            let page = try await read(JobFilter(), after: last)
            guard let end = page.last?.job.id else { return standing }
            last = end
            guard try await add(page, to: &standing) else { return nil }
        }
    }
}
