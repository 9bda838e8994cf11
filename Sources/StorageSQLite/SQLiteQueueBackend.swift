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

    /// Copies the file as it is at one moment, while its writer works on, and counts the jobs in the copy: it proves that
    /// the copy can be opened as a queue.
    ///
    /// The copy is on the disk under its name when this returns.
    ///
    /// - Parameter path: Where nothing lies yet.
    public func backup(to path: String) throws -> QueueCopy {
        let bytes = try SQLiteQueueReader(path: self.path()).backup(to: path)
        let overview = try SQLiteQueueReader(path: path).read { try $0.jobs.overview() }
        return QueueCopy(bytes: bytes, jobs: overview.counts.values.reduce(overview.history, +))
    }

    /// Copies a queue of any kind of storage, as it is at one moment, into a new file that is a queue of its own.
    ///
    /// The copy is checked, and on the disk under its name when this returns. Processes that work the queue work on.
    ///
    /// - Parameter path: Where nothing lies yet.
    public static func copy(of queue: any QueueReader, to path: String) throws -> QueueCopy {
        var jobs = 0
        let bytes = try QueueDraft.make(path) { draft in
            // Outside, so that a reader that begins anew finds nothing of its first try.
            let taken = try queue.read { source in try QueueDraft.write(draft) { try $0.takeIn(source) } }
            guard case .copied(let contents) = taken else {
                throw JobQueueError(.unusable, "The draft of \(path) was written to by another program.", fault: .input)
            }
            jobs = contents.allJobs
        }
        return QueueCopy(bytes: bytes, jobs: jobs)
    }

    /// The path as SQLite takes it.
    private func path() throws -> String {
        if let path = location.file.flatMap({ String(validating: $0) }) { return path }
        throw JobQueueError(
            .unusable,
            """
            The queue \(location.printable) has a name that is not UTF-8, which SQLite cannot open; \
            name another file with --queue, and the results may stay where they are.
            """, fault: .input)
    }
}
