import Control
import Glibc
import Storage
import StorageSQLite
import SystemValues

/// The one place that knows which kinds of storage there are for a queue.
enum QueueBackends {
    /// What keeps the queue that lies there.
    static func backend(of queue: QueueLocation) -> any QueueBackend { SQLiteQueueBackend(queue) }

    /// How long a process may take to let go of a queue that it has taken for one change, or has just ended working.
    private static let patience = Duration.seconds(3)

    /// Opens a queue for this process to write, once whoever has taken it for a moment has let go: a command, a correction
    /// on a page, a run that is just ending; blocks.
    ///
    /// - Parameter pause: Lets a moment pass; tests do it by hand.
    /// - Throws: `JobQueueError`, at once where a supervisor works the queue.
    static func open(
        _ queue: QueueLocation, owner: Owner, pause: () -> Void = { usleep(50_000) }
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
