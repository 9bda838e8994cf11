/// What processes that write one queue owe each other: leases, duties, and news.
///
/// A lease lasts ``lease`` by the storage's own clock and is renewed every ``beat``, on a thread that does nothing else.
/// A process whose lease is over has lost what it had claimed: others may work it. It ends that work and drops its output.
public protocol SharedQueue: Sendable {
    /// How long a lease lasts.
    var lease: Duration { get }
    /// How often it is renewed.
    var beat: Duration { get }

    /// The storage's clock, which counts on all hosts.
    func now() throws -> UnixMillis

    /// Whether the last renewal that landed is younger than a lease, by this machine's clock that is never set.
    ///
    /// Only then may this process work and publish. Asked often; it asks no database.
    var isHolding: Bool { get }

    /// Has every later news told to the body, on a thread that it must not hold up.
    func observe(_ take: @escaping @Sendable (SharedQueueNews) -> Void)

    /// Says what this process does; it goes out with the next renewal.
    func report(_ work: QueueMember.Work)

    /// Begins a new lease after one that was lost; to be called once nothing of the former one is worked any more.
    ///
    /// What the former lease had claimed and no other process has taken is ready again, at no cost.
    func rejoin() throws

    /// Whether a duty is this process's, such as writing the tables of one folder of results; a free one becomes so.
    ///
    /// A duty is free where its holder has lost its lease or resigned.
    func holds(duty: String) throws -> Bool

    /// Leaves a duty to the next process that asks for it; one that another process has stays where it is.
    func resign(duty: String) throws

    /// Leaves all duties and the lease, at the end of a run.
    func leave() throws
}

/// What other processes have done, or what has become of this one's lease.
public enum SharedQueueNews: Hashable, Sendable {
    /// Jobs have changed elsewhere: there may be work, and claims of this process may be cancelled.
    case changed
    /// The lease is over: what was claimed is lost.
    case lapsed
    /// The storage can be reached again after it could not.
    case back
}

/// A process that writes a queue which several share.
public struct QueueMember: Hashable, Sendable {
    /// What a process does.
    public struct Work: Hashable, Sendable {
        /// How many workers it has.
        public var workers: Int
        /// How many photos it has ended.
        public var ended: Int
        /// Whether it takes photos in.
        public var takesIn: Bool
        /// Its version.
        public var version: String

        /// Work from its parts.
        public init(workers: Int = 0, ended: Int = 0, takesIn: Bool = false, version: String = "") {
            self.workers = workers
            self.ended = ended
            self.takesIn = takesIn
            self.version = version
        }
    }

    /// The process.
    public var owner: Owner
    /// What it does.
    public var work: Work
    /// How many jobs it has claimed.
    public var running: Int
    /// When it began, by the storage's clock.
    public var since: UnixMillis
    /// How long ago its last renewal was, by the storage's clock.
    public var silence: Duration
    /// Whether its lease holds.
    public var isAlive: Bool

    /// A member from its parts.
    public init(owner: Owner, work: Work, running: Int, since: UnixMillis, silence: Duration, isAlive: Bool) {
        self.owner = owner
        self.work = work
        self.running = running
        self.since = since
        self.silence = silence
        self.isAlive = isAlive
    }
}
