import Glibc
import Results
import WorkerProtocol

/// The limits that the system puts on this process, as far as a run depends on them.
///
/// Below them something far away from any check fails, without a sentence: so a run asks before it begins.
struct ProcessLimits: Sendable {
    /// Descriptors that may be open at once.
    var openFiles: Int
    /// Bytes of address space.
    var addressSpace: Int
    /// Bytes of one file.
    var fileSize: Int

    private static let leastAddressSpace = 1 << 30
    private static let leastFileSize = 64 << 20

    /// What a supervisor itself keeps open, and what each worker adds.
    private static func leastOpenFiles(workers: Int) -> Int { 32 + 16 * workers }

    /// The limits of this process, after it has taken as many open files as it may have and needs.
    static func current(workers: Int) -> ProcessLimits {
        raiseOpenFiles(to: leastOpenFiles(workers: workers))
        return ProcessLimits(
            openFiles: soft(RLIMIT_NOFILE), addressSpace: soft(RLIMIT_AS), fileSize: soft(RLIMIT_FSIZE))
    }

    /// - Throws: ``PipelineError`` where a run of so many workers would not get far.
    func check(workers: Int) throws {
        let least = Self.leastOpenFiles(workers: workers)
        if openFiles < least {
            throw refusal(
                "only \(openFiles) files may be open at once, and \(workers) workers need \(least)",
                "raise the limit with 'ulimit -n 1024', or ask for fewer workers with --workers")
        }
        if addressSpace < Self.leastAddressSpace {
            throw refusal(
                "only \(addressSpace >> 20) MiB of address space may be used, and a run needs \(Self.leastAddressSpace >> 20)",
                "raise the limit with 'ulimit -v unlimited'")
        }
        if fileSize < Self.leastFileSize {
            throw refusal(
                "files may grow to \(fileSize >> 10) KiB only, and the queue needs \(Self.leastFileSize >> 10)",
                "raise the limit with 'ulimit -f unlimited'")
        }
    }

    private func refusal(_ what: String, _ remedy: String) -> PipelineError {
        PipelineError(.setting, "\(what): \(remedy)", fault: .environment)
    }

    private static func raiseOpenFiles(to wanted: Int) {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        _ = setrlimit(kind, &limit)
    }

    private static func soft(_ resource: __rlimit_resource) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }
}

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

/// The time in which photos were processed, so that a pace does not count the hours in which there were none.
public struct WorkingTime: Sendable {
    /// The time of all photos so far; what was processed side by side counts once.
    public private(set) var total = Duration.zero
    /// How many photos have ended.
    public private(set) var photos = 0
    private var last: ContinuousClock.Instant

    /// What claiming, writing and telling of a photo may add to its own stages.
    private static let around = Duration.milliseconds(100)

    /// Nothing has been processed before `start`.
    public init(from start: ContinuousClock.Instant) { last = start }

    /// Counts a photo that ended now, after the time that its stages took.
    public mutating func ended(_ record: Record, at now: ContinuousClock.Instant) {
        total += min(now - last, record.photo.timings.stages + Self.around)
        last = now
        photos += 1
    }

    /// Photos in each second of work; nil before there is a pace.
    public var rate: Double? {
        let seconds = total / .seconds(1)
        return photos > 0 && seconds > 0.001 ? Double(photos) / seconds : nil
    }
}

extension Record.Timings {
    /// All stages together.
    var stages: Duration {
        let milliseconds = [load, register, infer, decode, draw, write].compactMap { $0 }.reduce(0, +)
        return .milliseconds(milliseconds.isFinite ? min(max(milliseconds, 0), 1e12) : 0)
    }
}
