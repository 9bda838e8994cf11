import Storage
import StorageSQL

/// A queue that comes from another store, or has gone to one; rows of which many come are not kept here.
extension PostgresRows {
    func lastNumber() throws -> JobID { JobID(rawValue: try lastGiven ?? readLastNumber()) }

    func results(of ids: [JobID]) throws -> [JobID: [UInt8]] {
        try flushResults()
        let rows = try connection.run(
            "SELECT job, record FROM result WHERE job = ANY($1)", [.integers(ids.map(\.rawValue))])
        return Dictionary(rows.map { (JobID(rawValue: $0.integer(0)), $0.bytes(1)) }) { first, _ in first }
    }

    func jobs(among ids: [JobID], withResultsHolding bytes: [UInt8]) throws -> Set<JobID> {
        try flushResults()
        let rows = try connection.run(
            "SELECT job FROM result WHERE job = ANY($1) AND position($2 in record) > 0",
            [.integers(ids.map(\.rawValue)), .bytes(bytes)])
        return Set(rows.map { JobID(rawValue: $0.integer(0)) })
    }

    func restore(identity: Fingerprint, lastNumber: JobID) throws {
        try needAlone()
        try connection.wait(for: PostgresConnection.idle)
        _ = try connection.run("UPDATE identity SET fingerprint = $1", [.bytes(identity.bytes)])
        lastGiven = lastNumber.rawValue
    }

    func restore(_ jobs: [KeptJob]) throws {
        try needAlone()
        try flush()
        let rows = try numbered(jobs.map(\.job))
        guard !rows.isEmpty else { return }
        _ = try connection.run(JobStatements.insert, [QueueColumn].ofJob.values(of: rows))
        for kept in jobs {
            count(kept.job, by: 1)
            if let result = kept.result { results[kept.job.id.rawValue] = .some(result) }
        }
        try flushResults()
    }

    func movedTo() throws -> String? {
        let found = try connection.run("SELECT target FROM moved")
        return found.count == 0 ? nil : found[0].text(0)
    }

    func note(movedTo target: String?) throws {
        try needAlone()
        _ = try connection.run("DELETE FROM moved")
        if let target { _ = try connection.run("INSERT INTO moved (target) VALUES ($1)", [.text(target)]) }
    }

    func followed(among ids: [JobID]) throws -> Set<JobID> {
        try needAlone()
        try flush()
        let found = try connection.run(
            "SELECT DISTINCT original FROM job WHERE original = ANY($1) AND original IS NOT NULL AND state IN (1, 3)",
            [.integers(ids.map(\.rawValue))])
        return Set(found.map { JobID(rawValue: $0.integer(0)) })
    }

    func clock() throws -> UnixMillis? { try Self.clock(of: connection) }

    /// The server's clock, which goes on within a transaction.
    static func clock(of connection: PostgresConnection) throws -> UnixMillis {
        try connection.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0].integer(0)
    }
}
