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
    /// The paths of the watched folders that are there, for people; nil where nothing is watched.
    public var watches: [String]?
    /// Photos that ended since the start.
    public var ended: Int
    /// Why work is paused, all of it or that on photos of some folders; nil where it is not.
    public var pause: String?
    /// Files that were found and are not whole yet; nil where nothing is watched.
    public var incoming: Int?
    /// Watched folders that are out of reach; nil where nothing is watched.
    public var suspended: Int?
    /// Whether a person paused the work; nil from a supervisor that cannot be paused.
    public var isPausedByHand: Bool?
    /// What each worker does; nil from a supervisor that does not say.
    public var slots: [Slot]?
    /// Files of the watched folders that are no pictures, by kinds; nil where nothing is watched.
    public var unread: [String: Int]?
    /// The settings file where it was changed since the start, so that this run goes by what it said before; else nil.
    public var changedSettings: String?
    /// What photos wait for before they begin, by the settings; nil where they may begin.
    public var wait: Wait?
    /// After how many seconds senders may send more; nil where they may now.
    public var fullFor: Int?
    /// Joules that the machine's processors and memory took since the start; nil where that cannot be read.
    public var joules: Double?

    /// What photos wait for, by the settings, and what a user can have them begin without.
    public struct Wait: Codable, Sendable, Hashable {
        /// What holds them up.
        public enum Cause: String, Codable, Sendable, CaseIterable {
            /// It is outside the hours of the settings.
            case hours
            /// Other programs make too much load.
            case load
        }

        /// What holds them up.
        public var cause: Cause
        /// The same as a sentence for people.
        public var why: String
        /// When that is over, in milliseconds since 1970; nil where it is not known.
        public var until: Int64?

        /// A wait from its parts.
        public init(cause: Cause, why: String, until: Int64? = nil) {
            (self.cause, self.why, self.until) = (cause, why, until)
        }
    }

    /// What one worker does.
    public struct Slot: Codable, Sendable, Hashable {
        /// The photo's job; nil where the worker has none.
        public var job: Int64?
        /// The photo's path for people; nil where the worker has none.
        public var photo: String?
        /// The step that it is at, such as `detect`; nil where it has not begun.
        public var stage: String?
        /// When it got the photo, in milliseconds since 1970.
        public var since: Int64?

        /// A slot from its parts, by default one that waits.
        public init(job: Int64? = nil, photo: String? = nil, stage: String? = nil, since: Int64? = nil) {
            self.job = job
            self.photo = photo
            self.stage = stage
            self.since = since
        }
    }

    /// A status from its parts.
    public init(
        processIdentifier: Int32, startedAt: Int64, workers: Int, roots: [String], ended: Int, pause: String? = nil,
        incoming: Int? = nil, suspended: Int? = nil, isPausedByHand: Bool? = nil, slots: [Slot]? = nil,
        unread: [String: Int]? = nil, changedSettings: String? = nil, watches: [String]? = nil, wait: Wait? = nil,
        fullFor: Int? = nil, joules: Double? = nil
    ) {
        self.wait = wait
        self.fullFor = fullFor
        self.joules = joules
        self.watches = watches
        self.changedSettings = changedSettings
        self.unread = unread
        self.isPausedByHand = isPausedByHand
        self.slots = slots
        self.pause = pause
        self.incoming = incoming
        self.suspended = suspended
        self.processIdentifier = processIdentifier
        self.startedAt = startedAt
        self.workers = workers
        self.roots = roots
        self.ended = ended
    }

    /// Photos that ended for each watt-hour of the whole machine; nil where that cannot be told.
    public var photosPerWattHour: Double? {
        joules.flatMap { joules in joules > 0 && ended > 0 ? Double(ended) / (joules / 3600) : nil }
    }
}
