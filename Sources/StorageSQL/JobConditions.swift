import Storage

/// What must hold for a row of the table of jobs, in SQL.
package struct JobConditions {
    /// A value that a condition compares with.
    package enum Value {
        /// One number.
        case number(Int64)
        /// One of many numbers.
        case oneOf([Int64])
        /// Bytes.
        case bytes([UInt8])
        /// A text, without the character 0.
        case text(String)
    }

    /// What stands in the statement for a value: the value itself, or the name of a parameter that gets it.
    ///
    /// Behind a number, bytes and a text it is an expression; for one of many numbers it says `IN` or `=` too.
    private let write: (Value) -> String

    /// Conditions whose values a database writes in its own way.
    package init(_ write: @escaping (Value) -> String) { self.write = write }

    /// The tables that a page is read from.
    package static func tables(for request: PageRequest) -> String {
        request.condition == nil ? "job" : FactConditions.tables
    }

    /// A statement for the numbers of those of some jobs that surely fit, as in `SELECT job.id AS id FROM job … WHERE …`.
    package func surely(_ condition: FactCondition, among ids: [JobID]) -> String {
        """
        SELECT job.id AS id FROM \(FactConditions.tables)
        WHERE job.id \(write(.oneOf(ids.map(\.rawValue)))) AND \(FactConditions(write: write).sql(condition))
        """
    }

    /// A statement for where the records of current jobs lie behind a job up to another, as in
    /// `SELECT id, state, … AS meets FROM job …`.
    ///
    /// One pass over both tables in the order of their rows costs less than a look for the photos that fit, and another one for the
    /// places of all.
    package func endedPlaces(
        after: JobID?, through: JobID?, limit: Int, possible: FactCondition, sure: FactCondition
    ) -> String {
        let facts = FactConditions(write: write)
        let isAsked = possible != .always || sure != .never
        let end = through.map { " AND job.id <= \(write(.number($0.rawValue)))" } ?? ""
        let meets = "CASE WHEN NOT (\(facts.sql(possible))) THEN 0 WHEN \(facts.sql(sure)) THEN 2 ELSE 1 END"
        return """
            SELECT \([QueueColumn].ofEndedPlace.list), \(isAsked ? meets : "1") AS meets
            FROM \(isAsked ? FactConditions.tables : "job")
            WHERE current = 1 AND job.id > \(write(.number(after?.rawValue ?? -1)))\(end)
            ORDER BY job.id LIMIT \(write(.number(Int64(max(0, limit)))))
            """
    }

    /// A statement for what is kept of how near the least sure finding is to another answer, as in `SELECT job, margin …`.
    package func keptMargins(of ids: [JobID]) -> String {
        """
        SELECT job, margin FROM photo_fact WHERE job \(write(.oneOf(ids.map(\.rawValue)))) AND is_due = 0
            AND (gaps & \(PhotoFacts.Gaps.margin.rawValue)) = 0 AND margin IS NOT NULL
        """
    }

    /// That a row is on a page, and what comes behind the conditions: as in `state = 1 ORDER BY id ASC LIMIT 100`.
    ///
    /// - Parameter pipelines: The numbers of the filter's pipelines, as far as they are known.
    package func page(_ request: PageRequest, pipelines: [Int64]?) -> String {
        let filter = request.filter
        var conditions: [String] = []
        if let ids = filter.ids { conditions.append("job.id \(write(.oneOf(ids.map(\.rawValue))))") }
        if !filter.states.isEmpty {
            // Written out, so that the index over just one state can serve.
            let states = filter.states.map { String($0.rawValue) }.sorted()
            conditions.append(
                states.count == 1 ? "state = \(states[0])" : "state IN (\(states.joined(separator: ", ")))")
        }
        if let root = filter.root {
            conditions.append("folder IN (SELECT id FROM folder WHERE root = \(write(.bytes(root))))")
        }
        if let folder = filter.folder, !folder.isEmpty {
            conditions.append("folder IN (SELECT id FROM folder WHERE \(within(folder)))")
        }
        if let pipelines {
            conditions.append(
                pipelines.count == 1
                    ? "pipeline = \(write(.number(pipelines[0])))" : "pipeline \(write(.oneOf(pipelines)))")
        }
        if let before = filter.finishedBefore { conditions.append("finished < \(write(.number(before)))") }
        if let since = filter.finishedSince { conditions.append("finished >= \(write(.number(since)))") }
        if filter.isRerun { conditions.append("counterpart IS NOT NULL") }
        switch filter.age {
        case .current: conditions.append("current = 1")
        case .history: conditions.append("current = 0")
        case .any: break
        }
        if let condition = request.condition { conditions.append(FactConditions(write: write).sql(condition)) }
        if let after = request.after {
            conditions.append("job.id \(request.newestFirst ? "<" : ">") \(write(.number(after.rawValue)))")
        }
        if let through = request.through {
            conditions.append("job.id \(request.newestFirst ? ">=" : "<=") \(write(.number(through.rawValue)))")
        }
        let all = conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND ")
        let limit = write(.number(Int64(max(0, request.limit))))
        return "\(all) ORDER BY id \(request.newestFirst ? "DESC" : "ASC") LIMIT \(limit)"
    }

    /// What must hold beside being ready, so that a row is handed out: as in ` AND folder NOT IN (…)`; empty for nothing.
    package func claim(_ request: ClaimRequest) -> String {
        (request.outside.isEmpty ? "" : " AND " + outside(request.outside))
            + (request.among.map { " AND id \(write(.oneOf($0.map(\.rawValue))))" } ?? "")
    }

    /// That a job's file lies in none of the folders.
    private func outside(_ folders: Set<FolderPlace>) -> String {
        let places = folders.map { place in
            let root = "root = \(write(.bytes(place.root)))"
            return place.folder.isEmpty ? "(\(root))" : "(\(root) AND (\(within(place.folder))))"
        }
        return "folder NOT IN (SELECT id FROM folder WHERE \(places.joined(separator: " OR ")))"
    }

    /// That a folder's row is this one or lies in it.
    private func within(_ folder: [UInt8]) -> String {
        let inside = folder + [UInt8(ascii: "/")]
        return "path = \(write(.bytes(folder))) OR substr(path, 1, \(inside.count)) = \(write(.bytes(inside)))"
    }
}
