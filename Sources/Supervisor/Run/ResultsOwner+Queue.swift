import Foundation
import Glibc
import Storage
import SystemPackage

/// What a folder of results is taken for: one queue, whose processes may share the folder where they share the queue.
extension ResultsOwner {
    /// The queue as its store knows it, wherever it lies.
    struct Queue: Sendable {
        /// What tells it from every other queue.
        var identity: String?
        /// Whether several processes may write it, and into the folder.
        var isShared = false

        /// A queue that one process alone writes, named by its location alone.
        static let own = Queue()
    }

    /// Locks a file together with others that share it; the system's answer where it does not.
    static func share(_ descriptor: FileDescriptor) -> Errno? {
        flock(descriptor.rawValue, LOCK_SH | LOCK_NB) == 0 ? nil : Errno(rawValue: errno)
    }

    /// The identifier of a folder of results, which all processes that share it read from its mark.
    ///
    /// Each writes the mark at its start; where two begin with an empty folder at one moment, both read what was written last.
    static func folder(_ output: FilePath) -> String? { mark(in: output)?.folder }

    /// An identifier that no other folder has.
    static func newFolder() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }
}
