import Glibc

/// Limits that a worker puts on itself before it opens the first photo.
enum ResourceLimits {
    /// Bounds the memory that the worker may ask for and forbids core files.
    ///
    /// Only data is bounded (`RLIMIT_DATA`: heap and private writable mappings, since Linux 4.7), not address space:
    /// the inference engine reserves far more address space than it ever touches.
    static func apply(memory: Int) {
        var data = rlimit(rlim_cur: rlim_t(memory), rlim_max: rlim_t(memory))
        _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    }
}
