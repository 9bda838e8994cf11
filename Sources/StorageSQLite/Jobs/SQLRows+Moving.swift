import Storage

/// A queue that comes from another store, or has gone to one.
extension SQLRows {
    func restore(identity: Fingerprint, lastNumber: JobID) throws {
        try query(.setIdentity).run { $0.set(.fingerprint, identity.bytes) }
        tally[StaticQuery.numbers, default: 0] += Int(lastNumber.rawValue - (try self.lastNumber().rawValue))
        lastID = lastNumber.rawValue
    }

    func restore(_ jobs: [KeptJob]) throws {
        for kept in jobs {
            try put(kept.job)
            guard let result = kept.result else { continue }
            try keep(result, of: kept.job.id)
            try noteDueFacts(of: kept.job.id.rawValue)
        }
    }

    func movedTo() throws -> String? { try query(.movedTo).first(row: { $0.text(.target) }) ?? nil }

    func note(movedTo target: String?) throws {
        try query(.forgetMoved).run()
        if let target { try query(.noteMoved).run { $0.set(.target, target) } }
    }
}
