/// Where a queue is kept, and how it is opened there.
///
/// Whoever works with a queue gets this from the settings and never names a kind of storage itself. Its calls block.
public protocol QueueBackend: Sendable {
    /// The kind of storage and the library's version, for people.
    var library: (name: String, version: String) { get }

    /// Opens or creates the queue for this process to write; sees first that its place can hold one.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do, such as `taken` where another process writes it.
    func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore

    /// Opens the queue for reading, whether another process writes it or none does.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    func reader() throws -> any QueueReader

    /// Copies the queue as it is at one moment into a new file, while its writer works on.
    ///
    /// The copy is checked, opened once as a queue, and on the disk under its name when this returns.
    ///
    /// - Parameter path: Where nothing lies yet.
    func backup(to path: String) throws -> QueueCopy
}

/// A copy of a queue in a file.
public struct QueueCopy: Hashable, Sendable {
    /// The file's size.
    public let bytes: Int
    /// How many jobs it holds, history included.
    public let jobs: Int

    /// A copy, as a backend makes it.
    public init(bytes: Int, jobs: Int) {
        self.bytes = bytes
        self.jobs = jobs
    }
}
