import Glibc
import SystemValues

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
            // The supervisor is dead, or has said goodbye and this process is about to end.
            while getppid() == parent { usleep(100_000) }
            _exit(ExitStatus.orphaned)
        }
    }

    /// How an orphaned worker's process ends; nobody is left to read it.
    enum ExitStatus {
        static let orphaned: Int32 = 75
    }
}
