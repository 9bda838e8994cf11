import Control

/// The answer to a health check; the numbers are exit statuses.
public enum QueueHealth: Int32, Sendable {
    /// A supervisor works the queue.
    case works = 0
    /// No supervisor runs.
    case down = 3
    /// Work is paused, or a watched folder is out of reach.
    case paused = 4
    /// A newer version of Quiver made the queue.
    case otherVersion = 5

    /// How a queue stands that can be read.
    ///
    /// - Parameters:
    ///   - hosts: What works a shared queue on whatever host.
    ///   - isPaused: Whether the work is paused by hand, for a queue that is worked elsewhere.
    public init(_ live: LiveStatus?, hosts: [HostStatus] = [], isPaused: Bool = false) {
        guard let live else {
            self = !hosts.isWorked ? .down : isPaused ? .paused : .works
            return
        }
        let isPaused = live.pause != nil || live.isPausedByHand == true
        self = isPaused || live.suspended ?? 0 > 0 ? .paused : .works
    }
}
