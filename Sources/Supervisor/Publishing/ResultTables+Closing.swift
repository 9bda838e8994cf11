import Storage

/// The end of the tables' work in a run, where other processes may end theirs at the same moment.
extension ResultTables {
    /// So often a process that leaves looks for what others have left to it.
    private static let mostRounds = 10

    /// Completes the tables and leaves them to others; the last thing in a run.
    ///
    /// A process that has ended its last photo behind this one's last look was told that the tables are not its to write, and
    /// has gone. So the queue is looked at again once they are free: a process that asks from then on writes them itself.
    func close(tripping breaker: CircuitBreaker) async throws -> Writing {
        var writing = try await complete(tripping: breaker)
        guard let resign = parts.resign else { return writing }
        do {
            for _ in 1..<Self.mostRounds {
                switch writing {
                case .written, .behind: try await resign()
                case .postponed, .obstructed, .leftToNextRun, .elsewhere: return writing
                }
                guard try await !isComplete() else { return writing }
                parts.changes.elsewhere()
                writing = try await complete(tripping: breaker)
            }
            return writing
        } catch let error as JobQueueError where error.isPassing {
            await breaker.trip(CircuitBreaker.Cause(error))
            return .postponed
        }
    }

    /// Whether the tables that were written last hold what the queue holds now.
    private func isComplete() async throws -> Bool {
        guard let shown else { return true }
        guard try await reviews() == shown.reviews else { return false }
        return try await rows(until: nil).sum == shown.jobs
    }
}
