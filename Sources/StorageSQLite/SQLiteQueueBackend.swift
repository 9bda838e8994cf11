import Storage
import SystemPackage
import SystemValues

/// A queue that is kept in one SQLite file on a local disk.
public struct SQLiteQueueBackend: QueueBackend {
    private let location: QueueLocation

    /// The queue that lies there, or will.
    public init(_ location: QueueLocation) { self.location = location }

    /// SQLite, and its version as in "3.40.1".
    public var library: (name: String, version: String) { ("SQLite", SQLiteQueueStore.libraryVersion) }

    /// Opens or creates the file, and takes the writer's lock for this process.
    public func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore {
        try SQLiteQueueStore(path: path(), owner: owner, at: now)
    }

    /// Opens the file for reading.
    public func reader() throws -> any QueueReader { try SQLiteQueueReader(path: path()) }

    /// Copies the file, and counts the jobs in the copy: it proves that the copy can be opened as a queue.
    public func backup(to path: String) throws -> QueueCopy {
        let bytes = try SQLiteQueueReader(path: self.path()).backup(to: path)
        let overview = try SQLiteQueueReader(path: path).read { try $0.jobs.overview() }
        return QueueCopy(bytes: bytes, jobs: overview.counts.values.reduce(overview.history, +))
    }

    /// The path as SQLite takes it.
    private func path() throws -> String {
        if let path = String(validating: location.file) { return path }
        throw JobQueueError(
            .unusable,
            """
            The queue \(location.printable) has a name that is not UTF-8, which SQLite cannot open; \
            name another file with --queue, and the results may stay where they are.
            """, fault: .input)
    }
}
