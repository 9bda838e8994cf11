import Glibc
import JobQueue
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

    /// Throws where the last part of a queue's path is a link, which anybody could have planted there.
    static func refuseLink(_ path: String) throws {
        let file = FilePath(path)
        guard let name = file.lastComponent,
            let status = try? RootFolder(file.removingLastComponent()).status(of: FilePath(root: nil, [name])),
            status.kind == .link
        else { return }
        throw JobQueueError(
            .unusable,
            """
            The queue \(path) is a symbolic link, and none is followed there. Remove it, or name the file itself with \
            --queue.
            """, fault: .input)
    }
}
