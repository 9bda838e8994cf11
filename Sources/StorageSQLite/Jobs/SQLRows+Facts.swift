import Storage
import StorageSQL

/// What queries ask of photos, in the tables `photo_fact` and `finding_fact`.
///
/// Each job with a record has a row. Where a transaction keeps a record and no facts for it, they are due.
extension SQLRows {
    func keep(facts: PhotoFacts, of id: JobID) throws {
        let job = id.rawValue
        try query(.dropFindings).run { $0.set(.job, job) }
        try query(.keepFacts).run { values in
            for column in [QueueColumn].ofPhotoFact where column != .isDue {
                values.set(column, to: column.value(of: facts, job: job))
            }
            values.set(.digest, facts.isReviewed ? nil : facts.content)
        }
        for (place, finding) in facts.findings.enumerated() {
            try query(.keepFinding).run { values in
                for column in [QueueColumn].ofFindingFact {
                    values.set(column, to: column.value(of: finding, at: place, job: job))
                }
            }
        }
        withoutFacts.remove(job)
    }

    /// Has the facts of a job made anew out of its record.
    func noteDueFacts(of job: Int64) throws { try query(.noteDueFacts).run { $0.set(.job, job) } }

    func jobsWithDueFacts(limit: Int) throws -> [JobID] {
        try query(.dueFacts).all({ $0.set(.limit, limit) }, row: { JobID(rawValue: $0.integer(.job)) })
    }

    func keptLabels() throws -> Set<String> {
        Set(try query(.keptLabels).all(row: { $0.text(.label) ?? "" }))
    }

    func keptMargins(of ids: [JobID]) throws -> [JobID: Int64] {
        guard !ids.isEmpty else { return [:] }
        let rows = try Query(database, JobConditions.literal.keptMargins(of: ids))
            .all(row: { (JobID(rawValue: $0.integer(.job)), $0.integer(.margin)) })
        return Dictionary(rows) { first, _ in first }
    }

    func jobs(among ids: [JobID], surely condition: FactCondition) throws -> Set<JobID> {
        guard !ids.isEmpty else { return [] }
        let sql = JobConditions.literal.surely(condition, among: ids)
        return Set(try Query(database, sql).all(row: { JobID(rawValue: $0.integer(.id)) }))
    }
}
