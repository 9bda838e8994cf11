/// Files of databases that this process works with, as the kernel knows them.
///
/// Closing any descriptor of such a file gives up the locks that SQLite holds on it, whatever name it was opened by: a
/// second name or a followed link leads to one as well as its own name.
struct OpenedDatabases {
    /// What SQLite and the queue keep beside a database.
    private static let ends = ["", "-wal", "-shm", "-journal", ".lock"]
    private let files: Set<FolderID>

    /// Looks where the databases lie now; they are open already, and their files stay as long as they are.
    init(_ paths: [[UInt8]]) {
        files = Set(
            paths.flatMap { path in
                Self.ends.compactMap { end in
                    (try? Syscalls.status(path + Array(end.utf8), follow: true)).map { FolderID($0.identity) }
                }
            })
    }

    func contains(_ identity: FileIdentity) -> Bool { !files.isEmpty && files.contains(FolderID(identity)) }
}
