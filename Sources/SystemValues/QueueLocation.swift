import SystemPackage

/// Where a queue lies: in a SQLite file on a local disk, or in a PostgreSQL database that several hosts may share.
///
/// What belongs to a queue on this host lies beside the file, or for a database in a folder of this host's own, under names
/// that are decided here and nowhere else.
public struct QueueLocation: Hashable, Sendable {
    private enum Place: Hashable, Sendable {
        case file(FilePath)
        case database(QueueAddress, state: FilePath)
    }

    private let place: Place

    private init(_ place: Place) { self.place = place }

    /// A queue in a SQLite file, which need not be there yet.
    public static func file(_ path: FilePath) -> QueueLocation { QueueLocation(.file(path)) }

    /// A queue in a database.
    ///
    /// - Parameter state: This host's folder for what belongs to the queue here, which need not be there yet.
    public static func database(_ address: QueueAddress, state: FilePath) -> QueueLocation {
        QueueLocation(.database(address, state: state))
    }

    /// The queue of a folder of results, where nothing says that it lies elsewhere.
    public static func usual(in results: FilePath) -> QueueLocation {
        .file(results.appending("quiver.sqlite"))
    }

    /// The file; nil for a queue in a database.
    public var file: FilePath? {
        guard case .file(let file) = place else { return nil }
        return file
    }

    /// The database; nil for a queue in a file.
    public var address: QueueAddress? {
        guard case .database(let address, state: _) = place else { return nil }
        return address
    }

    /// The names by which the queue's hosts know folders of photos; a queue in a file has none.
    public var rootNames: RootNames { RootNames(address?.roots ?? []) }

    /// The folder that holds what belongs to the queue on this host: the one that its file lies in, or this host's own.
    public var folder: FilePath {
        switch place {
        case .file(let file):
            let folder = file.removingLastComponent()
            return folder.isEmpty ? "." : folder
        case .database(_, let state): return state
        }
    }

    /// The same queue, whose ``folder`` is named by another path.
    public func told(from folder: FilePath) -> QueueLocation {
        switch place {
        case .file(let file): .file(folder.pushing(FilePath(rawBytes: file.lastName)))
        case .database(let address, state: _): .database(address, state: folder)
        }
    }

    /// The same queue with other names of folders of photos; a file knows none.
    public func naming(_ roots: [RootName]) -> QueueLocation {
        guard case .database(var address, let state) = place else { return self }
        address.roots = roots
        return .database(address, state: state)
    }

    /// The path or the address as settings have it, for programs; it holds no password.
    public var text: String {
        switch place {
        case .file(let file): file.string
        case .database(let address, state: _): address.printable
        }
    }

    /// The same for people: what a terminal cannot show of a path is percent-escaped.
    public var printable: String { file.map { PercentEscape.printable($0) } ?? text }

    /// What the file system says of the file, a link in its place not followed; nil where nothing is there, and for a database.
    public var status: FileStatus? {
        guard let file, let name = file.lastComponent else { return nil }
        return try? RootFolder(file.removingLastComponent()).status(of: FilePath(root: nil, [name]))
    }

    /// The user whose queue it is on this host: the file's owner, or the folder's of a database; nil where neither is there.
    package var owner: UInt32? {
        switch place {
        case .file: status?.owner
        case .database(_, let state): (try? Syscalls.status(state, follow: false))?.owner
        }
    }
}

/// What belongs to the queue on this host; names need not be text.
extension QueueLocation {
    /// The database's file and what SQLite keeps beside it; none for a queue in PostgreSQL.
    public var databaseFiles: [FilePath] {
        file == nil ? [] : ["", "-wal", "-shm", "-journal"].map(beside)
    }

    /// The file that the process which writes the queue holds a lock on; of a database the one supervisor of this host and user.
    public var writerLock: FilePath { beside(".lock") }

    /// The socket that the process which works the queue on this host listens at.
    public var controlSocket: FilePath { beside(".sock") }

    /// The file that keeps the hash of the token for the review page.
    public var token: FilePath { beside(".token") }

    /// The file that keeps the browsers which are signed in to the review page.
    public var sessions: FilePath { beside(".sessions") }

    private func beside(_ ending: String) -> FilePath {
        switch place {
        case .file(let file): FilePath(rawBytes: file.rawBytes + Array(ending.utf8))
        case .database(_, let state): state.appending("queue" + ending)
        }
    }
}

extension QueueLocation {
    /// The folder in which this host keeps its own things of queues in databases; nil where the environment names no place.
    ///
    /// - Parameter folder: What a relative path in the environment is relative to.
    public static func stateFolder(environment: [String: String], in folder: FilePath) -> FilePath? {
        func path(_ name: String) -> FilePath? {
            environment[name].flatMap { $0.isEmpty ? nil : folder.pushing(FilePath($0)).lexicallyNormalized() }
        }
        if let own = path("QUIVER_STATE") { return own }
        if let state = path("XDG_STATE_HOME") { return state.appending("quiver") }
        return path("HOME")?.appending(".local").appending("state").appending("quiver")
    }
}
