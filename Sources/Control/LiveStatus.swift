/// What a running supervisor knows beyond the database.
public struct LiveStatus: Codable, Sendable, Hashable {
    /// The supervisor's process.
    public var processIdentifier: Int32
    /// Milliseconds since 1970.
    public var startedAt: Int64
    /// How many workers it keeps.
    public var workers: Int
    /// Each watched folder with how it is watched, or why it is suspended.
    public var roots: [String]
    /// Photos that ended since the start.
    public var ended: Int
    /// Why all work is paused; nil where it is not.
    public var pause: String?
    /// Files that were found and are not whole yet; nil where nothing is watched.
    public var incoming: Int?
    /// Watched folders that are out of reach; nil where nothing is watched.
    public var suspended: Int?

    /// A status from its parts.
    public init(
        processIdentifier: Int32, startedAt: Int64, workers: Int, roots: [String], ended: Int, pause: String? = nil,
        incoming: Int? = nil, suspended: Int? = nil
    ) {
        self.pause = pause
        self.incoming = incoming
        self.suspended = suspended
        self.processIdentifier = processIdentifier
        self.startedAt = startedAt
        self.workers = workers
        self.roots = roots
        self.ended = ended
    }
}
