import Glibc
import Storage

/// A lock on the database's own file, beside SQLite's, which are of another kind and do not meet it.
final class DatabaseFileLock: Sendable {
    private let file: CInt

    /// Throws where another process holds the file: a Quiver is at work, though its lock file was removed.
    init(_ path: String) throws {
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw JobQueueError(
                .unusable, "The queue \(path) cannot be opened. See that it may be read.", fault: .environment,
                detail: String(cString: strerror(errno)))
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            // Not closed: that would give up the locks of a connection of this process to the same file.
            throw JobQueueError(
                .taken,
                """
                The queue \(path) is held by another process, such as a Quiver whose lock file was removed; \
                'fuser \(path)' shows which. Stop that one, or name another file with --queue.
                """,
                fault: .input)
        }
    }

    /// Gives the file free; nothing else of this process may have it open.
    func release() { close(file) }
}
