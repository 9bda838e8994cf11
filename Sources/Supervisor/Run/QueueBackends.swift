import QueueStorage
import QueueStorageSQLite
import SystemPackage

/// The one place that knows which kinds of storage there are for a queue.
enum QueueBackends {
    /// What keeps the queue that the settings name so.
    static func backend(of queue: FilePath) -> any QueueBackend { SQLiteQueueBackend(file: queue) }
}
