/// A queue whose storage is a server, which can be looked at without a change.
public protocol ExaminableQueue: Sendable {
    /// Connects and looks; makes no table and takes no lease.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    func examine() throws -> QueueExamination
}

/// What a server says of itself and of the way to it.
public struct QueueExamination: Hashable, Sendable {
    /// How far the way to the server is kept from others.
    public enum Way: Hashable, Sendable {
        /// It stays in this machine.
        case local
        /// What goes over the network is encrypted.
        case encrypted
        /// It is not.
        case open
    }

    /// The steps of the tables.
    public struct Steps: Hashable, Sendable {
        /// How many the database has taken.
        public var taken: Int
        /// How many this version knows.
        public var known: Int

        /// Steps from their parts.
        public init(taken: Int, known: Int) { (self.taken, self.known) = (taken, known) }
    }

    /// The server's version, as in "15.6".
    public var version: String
    /// The way to it.
    public var way: Way
    /// How long the shortest question takes.
    public var latency: Duration
    /// How far this machine's clock is ahead of the server's.
    public var clockLead: Duration
    /// How far its tables are.
    public var steps: Steps
    /// Whether news of other connections arrive; not behind a pooler that gives each transaction another one.
    public var hearsNews: Bool

    /// An examination from its parts.
    public init(
        version: String, way: Way, latency: Duration, clockLead: Duration, steps: Steps, hearsNews: Bool
    ) {
        self.version = version
        self.way = way
        self.latency = latency
        self.clockLead = clockLead
        self.steps = steps
        self.hearsNews = hearsNews
    }
}
