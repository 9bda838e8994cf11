/// Where a queue is kept, and how it is opened there.
///
/// All users of a queue get this from the settings and never name a kind of storage themselves. Its calls block.
public protocol QueueBackend: Sendable {
    /// The kind of storage and the library's version, for users.
    var library: (name: String, version: String) { get }

    /// Opens or creates the queue for this process to write; sees first that its place can hold one.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do, such as `taken` where another process writes it.
    func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore

    /// Opens the queue for reading, whether another process writes it or none does.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    func reader() throws -> any QueueReader
}

/// A copy of a queue in a SQLite file.
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

/// Jobs, scores and reviews in one durable place, opened for writing.
///
/// Its calls block. Never call them from Swift's cooperative pool: `QueueService` gives them a thread of their own.
public protocol QueueStore: Sendable {
    /// Runs `body` as one transaction, which is durable when this returns; when it throws, nothing has happened.
    func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T

    /// Whether an owner's process is dead, so that no process works what it holds.
    ///
    /// Only the storage knows how to tell: a lock that one process alone can have, or a lease that was not renewed.
    func isDead(_ owner: Owner) -> Bool

    /// Sees that the place where the store was opened still holds it.
    ///
    /// - Throws: `JobQueueError` where what is written would be lost.
    func checkPlace() throws

    /// Leaves everything in order for others to read or copy; called when nothing more is to come.
    func checkpoint() throws

    /// What this process owes to others that write the same queue; nil where it alone may write it.
    var shared: (any SharedQueue)? { get }
}

extension QueueStore {
    /// Most stores cannot be moved away under their writer.
    public func checkPlace() throws {}

    /// Most stores have nothing to put in order.
    public func checkpoint() throws {}

    /// Most stores have one writer.
    public var shared: (any SharedQueue)? { nil }
}

/// Looks at jobs, scores and reviews from any process, while another one writes or when none does; never writes.
public protocol QueueReader: Sendable {
    /// Reads at one moment, however many calls the body makes; short, because a long look holds up the writer's
    /// housekeeping.
    func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T
}

/// What one transaction can change: the jobs, and the score book, the reviews, the sets and the outbox beside them.
///
/// Whatever is done through these parts counts together or not at all, so that a photo's score and its job's end are one
/// change. To be used inside the transaction only.
public struct QueueTransaction {
    /// The jobs.
    public let jobs: any JobTransaction
    /// The score book.
    public let scores: any ScoreTransaction
    /// The manual reviews of findings.
    public let reviews: any FindingReviewTable
    /// The named sets of photos.
    public let sets: any PhotoSetTable
    /// The messages for hooks.
    public let outbox: any OutboxTransaction

    /// A transaction from its parts, as a store makes it.
    public init(
        jobs: any JobTransaction, scores: any ScoreTransaction, reviews: any FindingReviewTable,
        sets: any PhotoSetTable, outbox: any OutboxTransaction
    ) {
        self.jobs = jobs
        self.scores = scores
        self.reviews = reviews
        self.sets = sets
        self.outbox = outbox
    }
}

/// What can be read at one moment: the jobs, and the score book, the reviews, the sets and the outbox beside them.
///
/// To be used inside the reader's call only.
public struct QueueSnapshot {
    /// The jobs.
    public let jobs: any JobReading
    /// The score book.
    public let scores: any ScoreReading
    /// The manual reviews of findings.
    public let reviews: any FindingReviewReading
    /// The named sets of photos.
    public let sets: any PhotoSetReading
    /// The messages for hooks.
    public let outbox: any OutboxReading

    /// A moment of a queue from its parts, as a reader makes it.
    public init(
        jobs: any JobReading, scores: any ScoreReading, reviews: any FindingReviewReading, sets: any PhotoSetReading,
        outbox: any OutboxReading
    ) {
        self.jobs = jobs
        self.scores = scores
        self.reviews = reviews
        self.sets = sets
        self.outbox = outbox
    }
}
