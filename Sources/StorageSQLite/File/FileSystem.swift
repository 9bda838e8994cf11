import Storage
import SystemValues

/// Which file systems can hold a queue: those that are not known to be unsafe for SQLite's log.
enum FileSystem {
    /// Throws where the queue would lie on a file system that cannot hold it.
    static func check(_ path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let real = Syscalls.realPath(Array(folder.utf8)) else {
            throw JobQueueError(
                .unusable, "The folder \(folder) of the queue \(path) cannot be found. Make it, or mend its name.",
                fault: .environment, detail: Syscalls.lastError.description)
        }
        if let mount = MountTable.current().mount(of: real), !mount.holdsDatabases {
            throw JobQueueError(
                .fileSystem,
                """
                The queue \(path) would lie on a file system of type \(mount.type), where SQLite's log is not safe. \
                Name a file on a local disk with --queue; photos and results may stay where they are.
                """,
                fault: .input)
        }
    }
}
