import Glibc

/// Limits that a worker puts on itself before it opens the first photo.
enum ResourceLimits {
    /// The largest file that a worker may write: far more than any annotated picture.
    private static let largestFile = 1 << 30
    /// Descriptors that may be open at once.
    private static let descriptors = 256

    /// Bounds the memory that the worker may ask for, its files and its descriptors, and forbids core files.
    ///
    /// Only data is bounded (`RLIMIT_DATA`: heap and private writable mappings, since Linux 4.7), not address space:
    /// the inference engine reserves far more address space than it ever touches.
    static func apply(memory: Int) {
        // A file that grows too large is an error of writing, not a death by signal.
        signal(SIGXFSZ, SIG_IGN)
        limit(RLIMIT_DATA, to: memory)
        limit(RLIMIT_FSIZE, to: largestFile)
        limit(RLIMIT_NOFILE, to: descriptors)
        limit(RLIMIT_CORE, to: 0)
    }

    /// Lowers a limit for good; one that is lower already stays.
    private static func limit(_ resource: __rlimit_resource, to value: Int) {
        let kind = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(kind, &limit)
    }
}
