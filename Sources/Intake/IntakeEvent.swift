import SystemPackage

/// Something that intake wants to say while it works.
public enum IntakeEvent: Sendable {
    /// Something is not as it should be; reported once per cause and root until it is mended.
    case warning(Warning)
    /// What a warning spoke of is over.
    case mended(cause: Warning.Cause, root: Int?)
    /// A file went away before it was whole; it was not reported before.
    case departed(RootedPath)
    /// How far the present scan has come; reported at most a few times a second.
    case progress(ScanTally)
}

/// A sentence for users about something that is not as it should be, with a key to limit repetitions by.
public struct Warning: Sendable {
    /// The sentence about a root that does not answer, behind its name.
    public static let silence = "does not answer; see whether its disk or share is in order"

    /// The kinds of trouble, whose raw values are stable keys for logs.
    public enum Cause: String, Sendable, CaseIterable {
        /// A watched folder is gone, not readable, or empty where another one was before.
        case suspended
        /// A root does not answer.
        case silent
        /// A file system gives no events, so it is polled.
        case noEvents = "no-events"
        /// The limit of inotify watches or instances is reached, so a part is polled.
        case watchLimit = "watch-limit"
        /// The kernel's event queue ran over, so everything is scanned again.
        case overflow
        /// A folder cannot be listed, or lies too deep.
        case folder
        /// A file goes on changing.
        case restless
        /// A file is no picture, the first of its kind.
        case unread
        /// The queue did not take files or answer; intake tries again.
        case queue
    }

    /// The kind of trouble.
    public let cause: Cause
    /// The root it concerns, or nil where it concerns all.
    public let root: Int?
    /// The file or folder it speaks of.
    public let path: FilePath?
    /// The whole sentence, with what to do next.
    public let text: String
}

/// What a scan has met so far.
public struct ScanTally: Sendable, Hashable {
    /// Folders listed.
    public var folders = 0
    /// Pictures found, new or known.
    public var pictures = 0
    /// Pictures that were known already.
    public var known = 0
    /// Regular files that are no pictures.
    public var passedOver = 0
    /// Those of them that were looked into, each once, by their kinds; few kinds are told apart.
    public var unread: [String: Int] = [:]
    /// Files and folders that the ignore list or an exclusion leaves out.
    public var ignored = 0
    /// Those of them that the ignore list leaves out, by its patterns.
    public var ignoredByPattern: [String: Int] = [:]
    /// Folders below too many others, which are not entered.
    public var tooDeep = 0
    /// Files whose paths are longer than the system opens.
    public var tooLong = 0
    /// Files that were given up because they went on changing.
    public var restless = 0
    /// Symbolic links that were not followed.
    public var links = 0
    /// FIFOs, sockets and devices, which are never opened.
    public var special = 0
    /// Files and folders that could not be read.
    public var unreadable = 0

    /// An empty tally.
    public init() {}
}

/// How a watcher stands, for `quiver status`.
public struct WatchStatus: Sendable, Hashable {
    /// One entry for each root, in the order in which they were given.
    public var roots: [RootStatus]
    /// Files handed over since the start.
    public var taken = 0
    /// Files that are there and not whole yet.
    public var waiting = 0
    /// Those of them that go on changing for so long that they may never rest.
    public var restless = 0
    /// How often the kernel's event queue ran over.
    public var overflows = 0
    /// What all scans and events met since the start.
    public var tally = ScanTally()
}

/// How one watched root stands.
public struct RootStatus: Sendable, Hashable {
    /// How a root's changes are noticed.
    public enum Mode: String, Sendable, Codable, CaseIterable {
        /// The kernel tells; a scan from time to time makes sure.
        case events
        /// It is scanned again and again.
        case polling
        /// The kernel tells for a part, the rest is scanned again and again.
        case mixed
        /// Nothing is done until the folder is there again.
        case suspended
    }

    /// The folder.
    public let path: FilePath
    /// How its changes are noticed.
    public var mode: Mode = .suspended
    /// Why it is not `events`; empty where it is.
    public var reason = ""
    /// The file system's type, such as `ext4` or `nfs4`; empty where it is unknown.
    public var fileSystem = ""
    /// How many of its folders the kernel watches.
    public var watchedFolders = 0
    /// When it was last scanned in full, in nanoseconds since 1970.
    public var lastScanNanoseconds: Int64?
}
