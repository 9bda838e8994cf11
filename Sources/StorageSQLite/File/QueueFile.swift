import Glibc
import Storage
import SystemPackage
import SystemValues

/// The file that a queue is kept in.
enum QueueFile {
    /// Throws where the last part of a queue's path is no file that SQLite may open: a link, which another user could have
    /// planted there, or a FIFO, which it would wait for.
    ///
    /// - Parameter writing: Whether the queue will be written. A file of another user is then refused: what it says of
    ///   photos and results would be done with this user's rights.
    static func refuseOthers(_ path: String, writing: Bool) throws {
        guard let status = QueueLocation.file(FilePath(path)).status else { return }
        if status.kind == .link {
            throw JobQueueError(
                .unusable,
                """
                The queue \(path) is a symbolic link, and none is followed there. Remove it, or name the file itself with \
                --queue.
                """, fault: .input)
        }
        guard status.kind == .regular else {
            throw JobQueueError(
                .unusable, "\(path) is no regular file. Remove it, or name another file with --queue.", fault: .input)
        }
        guard !writing || status.owner == geteuid() else {
            throw JobQueueError(
                .foreign,
                """
                The queue \(path) belongs to another user (\(status.owner)), so it is only read. Run Quiver as that user, \
                or name another folder with --output.
                """, fault: .input)
        }
    }
}
