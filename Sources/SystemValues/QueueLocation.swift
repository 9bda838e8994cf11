import SystemPackage

/// Where a queue lies: in a SQLite file on a local disk.
///
/// What belongs to a queue lies beside it, under names that are decided here and nowhere else.
public struct QueueLocation: Hashable, Sendable {
    /// The database.
    public var file: FilePath

    private init(_ file: FilePath) { self.file = file }

    /// A queue in a SQLite file, which need not be there yet.
    public static func file(_ path: FilePath) -> QueueLocation { QueueLocation(path) }

    /// The queue of a folder of results, where nothing says that it lies elsewhere.
    public static func usual(in results: FilePath) -> QueueLocation {
        QueueLocation(results.appending("quiver.sqlite"))
    }

    /// The folder that it lies in.
    public var folder: FilePath {
        let folder = file.removingLastComponent()
        return folder.isEmpty ? "." : folder
    }

    /// The same queue, named by another path of its folder.
    public func told(from folder: FilePath) -> QueueLocation {
        QueueLocation(folder.pushing(FilePath(rawBytes: file.lastName)))
    }

    /// The database's path for output; what a terminal cannot show is percent-escaped.
    public var printable: String { PercentEscape.printable(file) }

    /// What the file system says of the database, a link in its place not followed; nil where nothing is there.
    public var status: FileStatus? {
        guard let name = file.lastComponent else { return nil }
        return try? RootFolder(file.removingLastComponent()).status(of: FilePath(root: nil, [name]))
    }
}

/// What lies beside the database; names need not be text.
extension QueueLocation {
    /// The database and what SQLite keeps beside it.
    public var databaseFiles: [FilePath] { ["", "-wal", "-shm", "-journal"].map(beside) }

    /// The file that the process which writes the queue holds a lock on.
    public var writerLock: FilePath { beside(".lock") }

    /// The socket that the process which writes the queue listens at.
    public var controlSocket: FilePath { beside(".sock") }

    /// The file that keeps the hash of the token for the review page.
    public var token: FilePath { beside(".token") }

    /// The file that keeps the browsers which are signed in to the review page.
    public var sessions: FilePath { beside(".sessions") }

    private func beside(_ ending: String) -> FilePath { FilePath(rawBytes: file.rawBytes + Array(ending.utf8)) }
}

/// How the mark in a folder of results names the queue that the results belong to: from that folder, where it lies in there.
extension QueueLocation {
    /// The queue that a mark names.
    package init(mark: RawPathText, in results: FilePath) { self.init(results.pushing(mark.file)) }

    /// What a mark says.
    package func mark(in results: FilePath) -> RawPathText {
        var way = file
        return RawPathText(way.removePrefix(results) ? way : file)
    }
}
