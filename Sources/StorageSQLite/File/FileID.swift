import Glibc
import Storage
import SystemPackage
import SystemValues

/// Which file lies at a path, so that another one at the same path is noticed.
struct FileID: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The file of this moment; no file is a place of its own.
    init(_ path: String) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        device = isThere ? status.st_dev : 0
        inode = isThere ? status.st_ino : 0
    }

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
