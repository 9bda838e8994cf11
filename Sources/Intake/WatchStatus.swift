import SystemPackage

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
