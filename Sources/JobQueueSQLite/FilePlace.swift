import Glibc

/// Which file lies at a path, so that another one at the same path is noticed.
struct FilePlace: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The file of this moment; no file is a place of its own.
    init(_ path: String) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        device = isThere ? status.st_dev : 0
        inode = isThere ? status.st_ino : 0
    }
}
