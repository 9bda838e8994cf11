import Control
import Storage

/// Forgetting jobs that have ended.
extension CommandHandler {
    /// What the records of photos have that were moved away, and no text in them can look like.
    private static let movedMark = Array(#""movedTo":"#.utf8)

    /// Forgets jobs; returns how many.
    ///
    /// A photo that was moved away leaves nothing in the queue: it does not lie where it would be met again. What was gathered for
    /// a set, and no process has made one of, goes with them.
    ///
    /// - Parameters:
    ///   - limit: At most so many, in one transaction; nil for all.
    ///   - again: Whether photos that lie where they were are new when they are next found.
    func prune(_ choice: JobChoice, endedBefore: UnixMillis?, limit: Int?, again: Bool) async throws -> Int {
        guard limit.map((1...PruneBatch.most).contains) ?? true else {
            throw ControlError(.badRequest, "limit is a number from 1 to \(PruneBatch.most)", fault: .input)
        }
        var filter = try Self.filter(choice)
        let ended = Set(JobState.allCases.filter(\.isFinal))
        filter.states = filter.states.isEmpty ? ended : filter.states.intersection(ended)
        guard !filter.states.isEmpty else { return try await look { _ in 0 } }
        filter.age = .any
        filter.finishedBefore = endedBefore
        // What ended by a clock that was not set yet may be of today.
        if endedBefore != nil { filter.finishedSince = SteadyTime.credible }
        let meant = filter
        let size = limit ?? Self.atOnce
        var total = 0
        while true {
            let now = now()
            let forgotten = try await attempt { transaction in
                let ids = try transaction.jobs.page(PageRequest(meant, limit: size)).map(\.id)
                let comingBack =
                    again ? Set(ids) : try transaction.jobs.jobs(among: ids, withResultsHolding: Self.movedMark)
                let forgotten = try transaction.jobs.change(
                    .prune(meant, comingBack: comingBack), limit: size, at: now)
                try transaction.outbox.forgetEnded(of: forgotten)
                try transaction.sets.letGoDrafts()
                return forgotten
            }
            total += forgotten.count
            for id in forgotten { log.note(.pruned, id) }
            changes?.outdate(forgotten.count)
            if forgotten.count < size || limit != nil { return total }
        }
    }
}
