/// Jobs and scores in one durable place, opened for writing.
///
/// Its calls block. Never call them from Swift's cooperative pool: `QueueService` gives them a thread of their own.
public protocol QueueStore: Sendable {
    /// Runs `body` as one transaction, which is durable when this returns; when it throws, nothing has happened.
    func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T

    /// Whether an owner's process is dead, so that nobody works what it holds.
    ///
    /// Only the storage knows how to tell: a lock that one process alone can have, or a lease that was not renewed.
    func isDead(_ owner: Owner) -> Bool

    /// Sees that the place where the store was opened still holds it.
    ///
    /// - Throws: `JobQueueError` where what is written would be lost.
    func checkPlace() throws

    /// Leaves everything in order for others to read or copy; called when nothing more is to come.
    func checkpoint() throws
}

extension QueueStore {
    /// Most stores cannot be moved away under their writer.
    public func checkPlace() throws {}

    /// Most stores have nothing to put in order.
    public func checkpoint() throws {}
}

/// Looks at jobs and scores from any process, while another one writes or when none does; never writes.
public protocol QueueReader: Sendable {
    /// Reads at one moment; short, because a long look holds up the writer's housekeeping.
    func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T
}
