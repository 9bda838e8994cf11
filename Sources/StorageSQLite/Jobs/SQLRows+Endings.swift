import Storage

/// The order in which jobs have ended, in the table `ending`.
///
/// One process writes, and each transaction gives the numbers behind those of the one before.
extension SQLRows {
    func endings(after number: Int64, limit: Int) throws -> [JobEnding] {
        try query(.endings).all(
            {
                $0.set(.number, number)
                $0.set(.limit, limit)
            }, row: { JobEnding(job: JobID(rawValue: $0.integer(.job)), number: $0.integer(.number)) })
    }

    func endingSpan() throws -> EndingSpan {
        if let span { return span }
        var read = EndingSpan()
        try query(.endingSpan).run(row: { row in
            switch Int(row.integer(.state)) {
            case StaticQuery.lastEnding: read.last = row.integer(.jobs)
            case StaticQuery.forgottenEnding: read.forgotten = row.integer(.jobs)
            default: read.forgettings = row.integer(.jobs)
            }
        })
        return read
    }

    /// Gives a job's end the next number.
    func noteEnding(of id: JobID) throws {
        var span = try endingSpan()
        span.last += 1
        self.span = span
        tally[StaticQuery.lastEnding, default: 0] += 1
        try query(.noteEnding).run {
            $0.set(.job, id.rawValue)
            $0.set(.number, span.last)
        }
    }

    /// Takes a job's end back; returns its number, nil where it had none.
    func dropEnding(of id: JobID) throws -> Int64? {
        try query(.dropEnding).first({ $0.set(.job, id.rawValue) }, row: { $0.integer(.number) })
    }

    /// Takes the end of a job back that is forgotten.
    func forgetEnding(of id: JobID) throws {
        guard let number = try dropEnding(of: id) else { return }
        var span = try endingSpan()
        span.forget(number)
        self.span = span
        tally[StaticQuery.forgettings, default: 0] += 1
        try query(.noteForgotten).run { $0.set(.number, number) }
    }

    func restore(_ span: EndingSpan) throws {
        self.span = span
        for (number, value) in [
            (StaticQuery.lastEnding, span.last), (StaticQuery.forgottenEnding, span.forgotten),
            (StaticQuery.forgettings, span.forgettings),
        ] {
            tally[number] = nil
            try query(.setTally).run {
                $0.set(.state, number)
                $0.set(.jobs, value)
            }
        }
    }

    func restore(_ endings: [JobEnding]) throws {
        for ending in endings {
            try query(.noteEnding).run {
                $0.set(.job, ending.job.rawValue)
                $0.set(.number, ending.number)
            }
        }
    }
}
