import SystemPackage

/// A folder that is watched, or a file or folder that is collected once.
public struct WatchedRoot: Sendable, Hashable {
    /// The folder or file; a symbolic link here is followed, since the user named it.
    public var path: FilePath
    /// Whether sub-folders belong to it.
    public var recursive: Bool
    /// How long a file must stay unchanged before it counts as whole.
    public var settle: Duration
    /// Globs of names and paths that are left out of it beside the built-in ones; see ``IgnoreList``.
    public var ignore: [String]

    /// Makes a root; two seconds of quiet are enough for local disks, five are better for network shares.
    public init(path: FilePath, recursive: Bool = true, settle: Duration = .seconds(2), ignore: [String] = []) {
        self.path = path
        self.recursive = recursive
        self.settle = settle
        self.ignore = ignore
    }
}

/// Which files count in every root, for watching and for collecting alike.
public struct IntakeRules: Sendable, Hashable {
    /// Whether symbolic links below a root are followed, even out of it.
    public var followLinks: Bool
    /// Files and folders that are never entered, such as the output folder, `done/`, `failed/`; they need not exist
    /// yet.
    public var excluded: [FilePath]
    /// Folders that do not answer: for other roots what lies there is known by its name alone, and never asked for.
    public var silent: [FilePath] = []
    /// SQLite databases of this process: neither they nor the files beside them are ever opened here.
    ///
    /// Closing any descriptor of such a file gives up the locks that SQLite holds on it.
    public var databases: [FilePath]
    /// Files of more bytes are reported as ``UnreadableFile`` and not read: no worker takes them, and hashing one may
    /// take minutes.
    public var largest = Int64.max
    /// Whether files that are no pictures are taken too, so that each gets its record.
    public var takesUnread = false

    /// Makes rules; without arguments only the built-in ignore list applies.
    public init(followLinks: Bool = false, excluded: [FilePath] = [], databases: [FilePath] = []) {
        self.followLinks = followLinks
        self.excluded = excluded
        self.databases = databases
    }
}

/// How a watcher works, beside its roots.
public struct WatchSettings: Sendable, Hashable {
    /// Which files count.
    public var rules = IntakeRules()
    /// How long a file that looks cut off may stay unchanged before it is taken as it is.
    public var patience: Duration = .seconds(60)
    /// How long a file may go on changing before that is reported.
    public var unrest: Duration = .seconds(60)
    /// The mean time between two scans of everything: they are what finds every file, events only make it quick.
    public var reconcile: Duration = .seconds(300)
    /// The shortest time between two scans of a tree that gives no events; a tree that takes long to scan is polled
    /// less often.
    public var poll: Duration = .seconds(5)
    /// The most files handed over in one call.
    public var batch = 64

    /// The standard settings.
    public init() {}
}

/// How a collection works.
public struct CollectSettings: Sendable, Hashable {
    /// Which files count below folders; a file that the user named is always taken.
    public var rules = IntakeRules()
    /// How long a file may go on changing before it is given up.
    public var unrest: Duration = .seconds(60)
    /// How long beyond a root's `settle` a file that looks cut off is waited for.
    public var patience: Duration = .zero
    /// The most files handed over in one call.
    public var batch = 64

    /// The standard settings.
    public init() {}
}
