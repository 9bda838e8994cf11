import Glibc
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
