import Results
import Storage

/// What the queue says of photos, to compare with what the tables hold.
extension ResultTables {
    /// How often reviews were changed until now.
    func reviews() async throws -> Int {
        try await parts.queue.look { try $0.reviews.changesOfFindingReviews() }
    }

    /// The classes of the detectors, with those that only reviews name.
    func classes() async throws -> [DetectorClasses] {
        let known = try await disk.perform { [parts] in parts.classes() }
        var further: [String: Set<String>] = [:]
        var last: String?
        repeat {
            let page = try await parts.queue.look { [last] in
                try $0.reviews.findingReviews(after: last, limit: Self.pageSize)
            }
            further.merge(known.further(in: page.compactMapValues(\.review))) { $0.union($1) }
            last = page.count < Self.pageSize ? nil : page.keys.max()
        } while last != nil
        return known.adding(further)
    }

    /// The versions of what has ended, up to a number.
    func rows(until end: JobID?) async throws -> TableRows {
        var rows = TableRows()
        var last: JobID?
        while true {
            let page = try await parts.queue.look { [pipeline = parts.pipeline, last] transaction in
                try transaction.jobs.versions(of: pipeline, after: last, limit: Self.versionsAtOnce)
            }
            for version in page {
                if let end, version.id > end { return rows }
                rows.insert(version)
            }
            guard let next = page.last?.id else { return rows }
            last = next
        }
    }

    /// A job, the job whose result its row shows, that one's stored record, and what is said of its photo.
    typealias Ended = (job: Job, shown: Job, result: [UInt8]?, isShown: Bool, review: FindingReview?)

    /// Jobs that wait, for photos that have a result of other settings.
    static var waitingReruns: JobFilter {
        var filter = JobFilter(states: [.waiting, .ready, .running, .blocked])
        filter.isRerun = true
        return filter
    }

    func read(_ filter: JobFilter, after last: JobID?) async throws -> [Ended] {
        var filter = filter
        filter.age = .any
        if filter.states.isEmpty { filter.states = [.done, .failed, .gone, .quarantined, .cancelled] }
        filter.pipeline = parts.pipeline
        let settled = filter
        return try await parts.queue.look { transaction in
            let jobs = transaction.jobs
            return try jobs.page(PageRequest(settled, after: last, limit: Self.pageSize)).map { job in
                let standing = try jobs.standing(for: job)
                let shown = standing ?? job
                return (
                    job: job, shown: shown, result: try jobs.result(of: shown.id),
                    isShown: try standing != nil || (job.state.isFinal && Self.isShown(job, jobs)),
                    review: try shown.content.flatMap {
                        try transaction.reviews.findingReview(ofContent: $0.description)?.review
                    }
                )
            }
        }
    }

    /// Whether a job has a row: each place's current photo, and the earlier ones of the same name that have a result.
    private static func isShown(_ job: Job, _ jobs: any JobReading) throws -> Bool {
        if job.isCurrent { return true }
        // A photo without a result is only worth its row where it is kept in a folder of its own.
        let isKept = try job.state == .done || jobs.result(of: job.id).map(Self.isMoved) ?? false
        guard isKept, job.failure?.code != "replaced",
            let current = try jobs.knownFiles(at: [job.place])[0], current.content != job.content
        else { return false }
        // A photo that came back to its name shares the answer of its first time, and has its row.
        guard let original = try job.original.flatMap({ try jobs.job($0) }) else { return true }
        return original.place != job.place
    }

    private static func isMoved(_ result: [UInt8]) -> Bool {
        (try? Record.decode(result))?.source.movedTo != nil
    }
}
