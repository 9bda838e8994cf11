import Glibc

/// What a run has cost the machine.
public struct ResourceUsage: Sendable {
    /// CPU time of the supervisor, the queue and hashing included.
    public var supervisor = Duration.zero
    /// CPU time of all workers that have ended.
    public var workers = Duration.zero
    /// CPU time of the queue's own thread.
    public var queue = Duration.zero
    /// The most memory that any one worker had in use.
    public var workerPeakBytes = 0

    init() {}

    /// What this process and its ended children have used so far.
    init(queue: Duration) {
        self.queue = queue
        supervisor = Self.processorTime(Self.usage(of: RUSAGE_SELF.rawValue))
        let children = Self.usage(of: RUSAGE_CHILDREN.rawValue)
        workers = Self.processorTime(children)
        workerPeakBytes = children.ru_maxrss * 1024
    }

    private static func usage(of whom: __rusage_who_t) -> rusage {
        var usage = rusage()
        getrusage(whom, &usage)
        return usage
    }

    private static func processorTime(_ usage: rusage) -> Duration {
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return .seconds(seconds) + .microseconds(micros)
    }
}
