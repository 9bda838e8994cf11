import Foundation
import Glibc
import SystemValues

/// Limits that a worker puts on itself before it opens the first photo.
enum ResourceLimits {
    /// The largest file that a worker may write for photos of so many pixels: a picture of the same size, with a
    /// transparent ground and not compressed at all, and a little more.
    static func largestFile(pixels: Int) -> Int { min(1 << 30, 4 * min(max(pixels, 0), 1 << 30) + 16 << 20) }
    /// Descriptors that may be open at once.
    private static let descriptors = 256

    /// Bounds the memory that the worker may ask for, its files and its descriptors, and forbids core files.
    ///
    /// Only data is bounded (`RLIMIT_DATA`: heap and private writable mappings, since Linux 4.7), not address space:
    /// the inference engine reserves far more address space than it ever touches.
    static func apply(memory: Int, pixels: Int) {
        // A file that grows too large is an error of writing, not a death by signal.
        signal(SIGXFSZ, SIG_IGN)
        limit(RLIMIT_DATA, to: memory)
        limit(RLIMIT_FSIZE, to: largestFile(pixels: pixels))
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

/// Ends a supervised worker whose supervisor is dead, even while a C call hangs.
///
/// The kernel's parent-death signal is no use here: it fires when the *thread* that started the worker ends, and
/// the supervisor's threads come and go. A worker without its supervisor must not work on: the next supervisor gives
/// the same photo to another.
enum ParentWatch {
    /// Watches from a thread of its own until the process ends, without waking before the input's other end is closed.
    static func start(parent: pid_t) {
        OwnThread.start {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            // Interrupted by the signal that confines this thread.
            while getppid() == parent, poll(&input, 1, -1) < 0, errno == EINTR {}
            // The supervisor is dead, or has closed the connection and this process is about to end.
            while getppid() == parent { usleep(100_000) }
            _exit(ExitStatus.orphaned)
        }
    }

    /// How an orphaned worker's process ends; no process is left to read it.
    enum ExitStatus {
        static let orphaned: Int32 = 75
    }
}
