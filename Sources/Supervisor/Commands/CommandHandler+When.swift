import Control
import Settings
import Storage

/// What commands change about when photos are worked.
extension CommandHandler {
    /// Goes on after a pause, and begins with what waits for its hour or for less load; returns whether that is a change.
    func resumeNow() async throws -> Bool {
        let wasHeld = try await hold(false)
        let waited = try await beginNow?() ?? false
        return wasHeld || waited
    }

    /// Gives photos that wait another level.
    func prioritize(_ choice: JobChoice, level: Int) async throws -> Int {
        let levels = Settings.Watch.priorities
        guard levels.contains(level) else {
            throw ControlError(
                .badRequest, "a priority is a number from \(levels.lowerBound) to \(levels.upperBound)", fault: .input)
        }
        let filter = try Self.filter(choice)
        var (total, last): (Int, JobID?) = (0, nil)
        while true {
            let request = PageRequest(filter, after: last, limit: Self.atOnce)
            let now = now()
            // What has its level already still matches, so the page and not the change says how far this is.
            let (end, changed) = try await attempt { transaction in
                let ids = try transaction.jobs.page(request).map(\.id)
                guard !ids.isEmpty else { return (nil as JobID?, [JobID]()) }
                let command = JobCommand.prioritize(JobFilter(ids: ids), level: level)
                return (ids.last, try transaction.jobs.change(command, limit: Self.atOnce, at: now))
            }
            guard let end else { return total }
            last = end
            total += changed.count
            for id in changed { log.note(.prioritized, id, ["priority": "\(level)"]) }
        }
    }
}
