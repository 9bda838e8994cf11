import GRDB
import Glibc
import Storage
import SystemPackage
import SystemValues

/// Looks at the jobs, scores and reviews of a SQLite file, while another process writes it or when none does; never writes.
public final class SQLiteQueueReader: QueueReader {
    /// A few connections, so that one long look does not hold up the others.
    private let pool: DatabasePool
    private let path: String

    /// Opens a file for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(path: String) throws {
        self.path = path
        try QueueFile.refuseOthers(path, writing: false)
        pool = try SQLiteErrorMapping.naming(path) {
            let pool = try DatabasePool(path: path, configuration: Connection.reading)
            try pool.read { try Schema.checkForReading($0, path: path) }
            return pool
        }
    }

    /// Reads at one moment of the file; short, because a long look keeps the log from being folded in.
    public func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        try SQLiteErrorMapping.naming(path) {
            try pool.read { database in
                try body(
                    QueueSnapshot(
                        jobs: SQLRows(database), scores: SQLScoreRows(database), reviews: SQLReviewRows(database)))
            }
        }
    }
}

extension SQLiteQueueReader {
    /// Copies the queue as it is at one moment into a new file, while its supervisor works on.
    ///
    /// The copy is checked and on the disk under its name when this returns; a crash before that leaves no file of that name.
    ///
    /// - Parameter copy: A path where nothing lies yet.
    /// - Returns: The copy's size in bytes.
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public func backup(to copy: String) throws -> Int {
        let temporary = "\(copy).\(getpid()).part"
        // Paths, texts and names are in it: no other user reads it, from the first moment.
        let draft = open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_WRONLY, 0o600)
        guard draft >= 0 else { throw Self.failure(temporary) }
        close(draft)
        defer { unlink(temporary) }
        try SQLiteErrorMapping.naming(copy) {
            // One statement is one moment. The log cannot be folded in meanwhile: some seconds for a million jobs.
            try pool.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
            let whole = try DatabaseQueue(path: temporary, configuration: Connection.reading)
                .read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            guard whole == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: whole) }
        }
        try sync(temporary)
        try Self.rename(temporary, to: copy)
        try sync(copy.lastIndex(of: "/").map { $0 == copy.startIndex ? "/" : String(copy[..<$0]) } ?? ".")
        var status = stat()
        return stat(copy, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Gives the copy its name, unless something has it.
    private static func rename(_ temporary: String, to copy: String) throws {
        let (draft, place) = (FilePath(temporary), FilePath(copy))
        guard let old = draft.lastComponent, let new = place.lastComponent else { throw failure(copy, EINVAL) }
        do throws(FolderError) {
            try RootFolder(place.removingLastComponent())
                .rename(FilePath(root: nil, [old]), to: FilePath(root: nil, [new]), replacing: false)
        } catch {
            throw failure(copy, error.errno.rawValue)
        }
    }

    private func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(path) }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw Self.failure(path) }
    }

    private static func failure(_ path: String, _ reason: Int32 = errno) -> JobQueueError {
        return JobQueueError(
            .unusable,
            reason == EEXIST
                ? "\(path) is there already; name a file that is not."
                : "The backup \(path) cannot be written. See that its folder is there and has room.",
            fault: reason == EEXIST ? .input : .environment, detail: String(cString: strerror(reason)))
    }
}
