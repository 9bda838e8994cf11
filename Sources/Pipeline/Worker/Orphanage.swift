import Foundation
import Glibc

/// Ends a supervised worker whose supervisor is dead, even while a C call hangs.
///
/// The kernel's parent-death signal is no use here: it fires when the *thread* that started the worker ends, and
/// the supervisor's threads come and go. A worker without its supervisor must not work on: the next supervisor gives
/// the same photo to another.
enum Orphanage {
    /// Watches from a thread of its own until the process ends.
    static func watch(parent: pid_t) {
        let watcher = Thread {
            while getppid() == parent {
                usleep(100_000)
            }
            _exit(ExitStatus.orphaned)
        }
        watcher.start()
    }

    /// How an orphaned worker's process ends; nobody is left to read it.
    enum ExitStatus {
        static let orphaned: Int32 = 75
    }
}
