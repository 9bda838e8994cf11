import Storage
import SystemValues

/// The outbox's rows in SQL; used inside one transaction of a database.
///
/// Where hosts have names for their folders of photos, a photo's line is told from the name: it is the same on all hosts.
package struct SQLOutboxRows: OutboxTable {
    let database: any SQLDatabase
    /// The jobs of the same transaction.
    private let jobs: any JobReading
    /// Nil where one host alone has the queue.
    private let names: RootNames?
    /// Whether a process's lease holds.
    private let holdsLease: (Owner) throws -> Bool

    /// The rows of an open database, for as long as its transaction lasts.
    package init(
        _ database: any SQLDatabase, beside jobs: any JobReading, names: RootNames? = nil,
        holdsLease: @escaping (Owner) throws -> Bool = { _ in true }
    ) {
        self.database = database
        self.jobs = jobs
        self.names = names
        self.holdsLease = holdsLease
    }

    package func place(of job: JobID) throws -> Place? {
        try jobs.job(job).map { job in
            Place(root: names?.stored(job.place.root) ?? job.place.root, path: job.place.path)
        }
    }

    package func mayDeliver(_ owner: Owner) throws -> Bool { try holdsLease(owner) }

    package func page(_ request: OutboxPage) throws -> [OutboxMessage] { try messages(request, locking: "") }

    package func locked(_ request: OutboxPage) throws -> [OutboxMessage] {
        try messages(request, locking: database.locking)
    }

    private func messages(_ request: OutboxPage, locking: String) throws -> [OutboxMessage] {
        var arguments: [String: SQLValue] = ["limit": .integer(Int64(max(0, request.limit)))]
        var conditions = try conditions(for: request.filter, &arguments)
        if let after = request.after {
            conditions.append("id \(request.newestFirst ? "<" : ">") :after")
            arguments["after"] = .integer(after.rawValue)
        }
        return try database.rows(
            """
            SELECT \(Self.columns) FROM outbox
            WHERE \(conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND "))
            ORDER BY id \(request.newestFirst ? "DESC" : "ASC") LIMIT :limit\(locking)
            """, arguments
        ).map(Self.message)
    }

    /// What must hold for the messages of a filter.
    ///
    /// States are written out, so that an index over some rows alone can serve.
    private func conditions(for filter: OutboxFilter, _ arguments: inout [String: SQLValue]) throws -> [String] {
        var conditions: [String] = []
        if let ids = filter.ids {
            conditions.append("id IN (\(database.elements(ofNumbers: "ids")))")
            arguments["ids"] = .text(try JSON.encode(ids.map(\.rawValue)))
        }
        if let hooks = filter.hooks {
            conditions.append("hook IN (\(database.elements(ofTexts: "hooks")))")
            arguments["hooks"] = .text(try JSON.encode(hooks.sorted()))
        }
        if !filter.states.isEmpty {
            let states = filter.states.map { "\($0.rawValue)" }.sorted()
            conditions.append(
                states.count == 1 ? "state = \(states[0])" : "state IN (\(states.joined(separator: ", ")))")
        }
        if let jobs = filter.jobs {
            conditions.append("job IN (\(database.elements(ofNumbers: "jobs")))")
            arguments["jobs"] = .text(try JSON.encode(jobs.map(\.rawValue)))
        }
        if let ended = filter.endedBefore {
            conditions.append("ended < :ended")
            arguments["ended"] = .integer(ended)
        }
        return conditions
    }

    package func next(_ limit: Int, of hook: String, at now: UnixMillis) throws -> [OutboxMessage] {
        try database.rows(
            """
            SELECT \(Self.columns) FROM outbox AS o
            WHERE state = 0 AND owner IS NULL AND hook = :hook AND due <= :now AND \(Self.isFirst)
            ORDER BY due, id LIMIT :limit\(database.lockingWhatIsFree)
            """, ["hook": .text(hook), "now": .integer(now), "limit": .integer(Int64(limit))]
        ).map(Self.message)
    }

    /// That no earlier message of the line waits; `o` is the row that is looked at.
    private static let isFirst = """
        NOT EXISTS (
            SELECT 1 FROM outbox AS e WHERE e.state = 0 AND e.hook = o.hook AND e.line = o.line AND e.id < o.id)
        """

    package func nextDue(of hooks: Set<String>) throws -> UnixMillis? {
        try hooks.sorted().compactMap { hook in
            try database.rows(
                """
                SELECT due FROM outbox AS o WHERE state = 0 AND owner IS NULL AND hook = :hook AND \(Self.isFirst)
                ORDER BY due, id LIMIT 1
                """, ["hook": .text(hook)]
            ).first?.number("due")
        }.min()
    }

    package func overview() throws -> [String: OutboxOverview] {
        var hooks: [String: OutboxOverview] = [:]
        for row in try database.rows(
            "SELECT hook, state, count(*) AS messages FROM outbox GROUP BY hook, state", [:])
        {
            let state = OutboxState(rawValue: Int(try row.number("state")))
            try state.map {
                hooks[try row.text("hook"), default: OutboxOverview()].counts[$0] = Int(try row.number("messages"))
            }
        }
        for row in try database.rows(
            "SELECT hook, min(made) AS made FROM outbox WHERE state = 0 GROUP BY hook", [:])
        {
            hooks[try row.text("hook")]?.eldestWaiting = try row.number("made")
        }
        for row in try database.rows(
            """
            SELECT hook, min(due) AS due FROM outbox AS o
            WHERE state = 0 AND owner IS NULL AND \(Self.isFirst) GROUP BY hook
            """, [:])
        {
            hooks[try row.text("hook")]?.nextDue = try row.number("due")
        }
        return hooks
    }

    package func deliverers() throws -> [Owner] {
        try database.rows("SELECT DISTINCT owner FROM outbox WHERE state = 0 AND owner IS NOT NULL", [:])
            .map { row in
                let word = try row.text("owner")
                guard let owner = Owner(word: word) else { throw Self.damaged("an owner") }
                return owner
            }.sorted { $0.word < $1.word }
    }

    package func deliveries(of owner: Owner) throws -> [OutboxMessage] {
        try database.rows(
            """
            SELECT \(Self.columns) FROM outbox WHERE state = 0 AND owner = :owner ORDER BY id\(database.locking)
            """, ["owner": .text(owner.word)]
        ).map(Self.message)
    }

    /// - Parameter id: The message's number; nil where it is not known.
    static func damaged(_ what: String, of id: Int64? = nil) -> JobQueueError {
        JobQueueError(
            .damaged,
            """
            \(id.map { "The message \($0)" } ?? "A message") in the queue's outbox has \(what) that cannot be read: another \
            program has changed the database, or it is damaged. Go on from a copy that 'quiver backup' made.
            """, fault: .environment)
    }
}
