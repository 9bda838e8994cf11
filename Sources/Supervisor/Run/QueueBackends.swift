import Control
import Glibc
import Storage
import StoragePostgres
import StorageSQLite
import SystemValues
import WorkerProtocol

/// The one place that knows which kinds of storage there are for a queue.
enum QueueBackends {
    /// What keeps the queue that lies there.
    static func backend(of queue: QueueLocation) -> any QueueBackend {
        queue.address.map { PostgresQueueBackend($0) } ?? SQLiteQueueBackend(queue)
    }

    /// Whether several processes may write a queue that lies there.
    static func isShared(_ queue: QueueLocation) -> Bool { !(backend(of: queue) is SQLiteQueueBackend) }

    /// Copies a queue as it is at one moment into a new SQLite file that is a queue of its own, while it is worked on.
    ///
    /// The copy is checked, and on the disk under its name when this returns.
    ///
    /// - Parameter path: Where nothing lies yet.
    static func backup(of queue: QueueLocation, to path: String) throws -> QueueCopy {
        let backend = backend(of: queue)
        // SQLite copies its own file in one statement; what another storage holds goes through the stream of a move.
        if let file = backend as? SQLiteQueueBackend { return try file.backup(to: path) }
        return try SQLiteQueueBackend.copy(of: backend.reader(), to: path)
    }

    /// How long a process may take to let go of a queue that it has taken for one change, or has just ended working.
    private static let patience = Duration.seconds(3)

    /// Opens a queue for this process to write, once what has taken it for a moment has let go: a command, a correction
    /// on a page, a run that is just ending; blocks.
    ///
    /// - Parameter evenIfMoved: Whether a queue that was moved elsewhere is opened too: to be moved or used again.
    /// - Parameter pause: Lets a moment pass; tests do it by hand.
    /// - Throws: `JobQueueError`, at once where a supervisor works the queue, and where the queue was moved elsewhere.
    static func open(
        _ queue: QueueLocation, owner: Owner, evenIfMoved: Bool = false, pause: () -> Void = { usleep(50_000) }
    ) throws -> any QueueStore {
        let store = try take(queue, owner: owner, pause: pause)
        if !evenIfMoved { try store.refuseMoved(queue.printable) }
        return store
    }

    private static func take(
        _ queue: QueueLocation, owner: Owner, pause: () -> Void
    ) throws -> any QueueStore {
        let backend = backend(of: queue)
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try backend.open(owner: owner, at: Clock.now())
            } catch let error as JobQueueError where error.code == .taken && ContinuousClock.now < deadline {
                if ControlClient.reaches(queue: queue) { throw error }
                pause()
            }
        }
    }
}

extension PipelineError {
    /// `quiver work` over a queue that one process alone may write.
    init(notShared queue: QueueLocation) {
        self.init(
            .setting,
            """
            the queue \(queue.printable) is a file, which one process alone may write: 'quiver work' works a queue that \
            several hosts share. Set "queue": "postgres://…" in the settings of all of them, or say 'quiver watch' here
            """, fault: .input)
    }
}
