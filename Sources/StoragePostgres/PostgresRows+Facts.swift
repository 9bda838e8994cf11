import Storage
import StorageSQL

/// What queries ask of photos, in the tables `photo_fact` and `finding_fact`; written by the transaction that holds the job.
///
/// Each job with a record has a row. Where a transaction keeps a record and no facts for it, they are due.
extension PostgresRows {
    func keep(facts: PhotoFacts, of id: JobID) throws {
        // What is made anew is of a moment: neither an end nor a review of the photo comes in between.
        if (results[id.rawValue] ?? nil) == nil { try needAlone() }
        self.facts[id.rawValue] = facts
    }

    func jobsWithDueFacts(limit: Int) throws -> [JobID] {
        try flushResults()
        return try connection.run(
            "SELECT job FROM photo_fact WHERE is_due = 1 ORDER BY job LIMIT $1", [.integer(Int64(limit))]
        ).map { JobID(rawValue: $0.integer(0)) }
    }

    func keptLabels() throws -> Set<String> {
        try flushResults()
        return Set(try connection.run("SELECT DISTINCT label FROM finding_fact").map { $0.text(0) ?? "" })
    }

    func keptMargins(of ids: [JobID]) throws -> [JobID: Int64] {
        guard !ids.isEmpty else { return [:] }
        try flushResults()
        let values = StatementValues()
        let sql = values.conditions.keptMargins(of: ids)
        let rows = try connection.run(sql, values.all).map { (JobID(rawValue: $0.integer(0)), $0.integer(1)) }
        return Dictionary(rows) { first, _ in first }
    }

    func jobs(among ids: [JobID], surely condition: FactCondition) throws -> Set<JobID> {
        guard !ids.isEmpty else { return [] }
        try flushResults()
        let values = StatementValues()
        let sql = values.conditions.surely(condition, among: ids)
        return Set(try connection.run(sql, values.all).map { JobID(rawValue: $0.integer(0)) })
    }

    /// What is kept, and what is due beside it; see ``forgetting`` for the rest.
    var factStatements: [PostgresStatement] {
        var statements: [PostgresStatement] = []
        let kept = facts.sorted { $0.key < $1.key }
        if !kept.isEmpty {
            let columns = [QueueColumn].ofPhotoFact.filter { $0 != .isDue }
            let digests = kept.map { $0.value.isReviewed ? nil : $0.value.content }
            statements.append(
                PostgresStatement(
                    sql: Self.keepFacts,
                    values: columns.map { column in
                        Self.array(column, kept.map { column.value(of: $0.value, job: $0.key) })
                    } + [.texts(digests)]))
        }
        let rows = kept.flatMap { job, facts in facts.findings.enumerated().map { (job, $0.offset, $0.element) } }
        if !rows.isEmpty {
            statements.append(
                PostgresStatement(
                    sql: Self.keepFindings,
                    values: [QueueColumn].ofFindingFact.map { column in
                        Self.array(column, rows.map { column.value(of: $2, at: $1, job: $0) })
                    }))
        }
        // Where no photo has facts, the statement that keeps the records says so.
        let due = facts.isEmpty ? [] : results.filter { $0.value != nil && facts[$0.key] == nil }.keys.sorted()
        if !due.isEmpty { statements.append(PostgresStatement(sql: Self.noteDue, values: [.integers(due)])) }
        return statements
    }

    private static let keepFacts: String = {
        let columns = [QueueColumn].ofPhotoFact.filter { $0 != .isDue }
        let replacements = (columns.dropFirst() + [.isDue]).map { "\($0.sql) = excluded.\($0.sql)" }
        return """
            INSERT INTO photo_fact (\(columns.list), is_due)
            SELECT \(columns.map { "new." + $0.sql }.joined(separator: ", ")),
                EXISTS (SELECT 1 FROM finding_review WHERE content = new.digest AND review IS NOT NULL)::int::bigint
            FROM unnest(\(places(columns)), $\(columns.count + 1)::text[]) AS new (\(columns.list), digest)
            ON CONFLICT (job) DO UPDATE SET \(replacements.joined(separator: ", "))
            """
    }()

    private static let keepFindings = """
        INSERT INTO finding_fact (\([QueueColumn].ofFindingFact.list))
        SELECT * FROM unnest(\(places([QueueColumn].ofFindingFact)))
        """

    private static let noteDue = noteDue(of: "unnest($1::bigint[])")

    /// Notes that what queries ask of photos is to be made out of their records.
    ///
    /// - Parameter jobs: The jobs as rows of one column.
    static func noteDue(of jobs: String) -> String {
        """
        INSERT INTO photo_fact (job, is_due, gaps, marks, found) SELECT job, 1, 0, 0, 0 FROM \(jobs) AS due (job)
        ON CONFLICT (job) DO UPDATE SET is_due = 1
        """
    }

    private static func places(_ columns: [QueueColumn]) -> String {
        columns.enumerated().map { "$\($0 + 1)::\(isText($1) ? "text" : "bigint")[]" }.joined(separator: ", ")
    }

    private static func isText(_ column: QueueColumn) -> Bool {
        [.captured, .camera, .format, .models, .labels, .said, .label, .detector].contains(column)
    }

    private static func array(_ column: QueueColumn, _ values: [QueueColumn.Value]) -> PostgresValue {
        guard isText(column) else {
            return .integers(
                values.map { value in
                    guard case .number(let number) = value else { return nil }
                    return number
                })
        }
        return .texts(
            values.map { value in
                guard case .text(let text) = value else { return nil }
                return text?.withoutZeros
            })
    }
}
