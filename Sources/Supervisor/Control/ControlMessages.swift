import ScoreBook

/// What a command asks of the running supervisor, one JSON line over the socket beside the queue.
public struct ControlRequest: Codable, Sendable, Hashable {
    public enum Verb: String, Codable, Sendable {
        case status
        case retry
        case cancel
        case prune
        /// Record a manual correction of an arrow.
        case correct
        /// Take such a word back.
        case withdraw
        /// Put photos into a session of a name.
        case assign
    }

    public var verb: Verb
    /// Jobs by number; empty means every job that ``states`` names.
    ///
    /// A change that names neither is refused.
    public var jobs: [Int64]
    /// Jobs by state, in the words of the queue; used where ``jobs`` is empty.
    public var states: [String]
    /// For `prune`: only what ended before this, in milliseconds since 1970.
    public var before: Int64?
    /// For `correct`, and with its photo and arrow for `withdraw`.
    public var correction: Correction?
    /// For `assign`: photos, and folders of photos, by their paths.
    public var photos: [String]?
    /// For `assign`: the session's name.
    public var session: String?

    public init(
        _ verb: Verb, jobs: [Int64] = [], states: [String] = [], before: Int64? = nil, correction: Correction? = nil,
        photos: [String]? = nil, session: String? = nil
    ) {
        self.verb = verb
        self.jobs = jobs
        self.states = states
        self.before = before
        self.correction = correction
        self.photos = photos
        self.session = session
    }
}

/// The supervisor's answer.
public struct ControlReply: Codable, Sendable, Hashable {
    /// How many jobs or photos changed; 0 for `status`.
    public var changed: Int = 0
    /// For `correct` and `withdraw`: what was changed.
    public var correction: CorrectionResult?
    /// A sentence where the request was refused.
    public var error: String?
    /// For `status`: what the supervisor is doing.
    public var live: LiveStatus?

    public init(
        changed: Int = 0, correction: CorrectionResult? = nil, error: String? = nil, live: LiveStatus? = nil
    ) {
        self.changed = changed
        self.correction = correction
        self.error = error
        self.live = live
    }
}

/// What a running supervisor knows beyond the database.
public struct LiveStatus: Codable, Sendable, Hashable {
    public var processIdentifier: Int32
    /// Milliseconds since 1970.
    public var startedAt: Int64
    public var workers: Int
    /// Each watched folder with how it is watched, or why it is suspended.
    public var roots: [String]
    /// Photos that ended since the start.
    public var ended: Int
    /// Why all work rests; nil where it does not.
    public var pause: String?
    /// Files that were found and are not whole yet; nil where nothing is watched.
    public var incoming: Int?
    /// Watched folders that are out of reach; nil where nothing is watched.
    public var suspended: Int?

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
