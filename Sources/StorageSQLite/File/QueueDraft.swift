import GRDB
import Glibc
import Storage
import StorageSQL
import SystemPackage
import SystemValues

/// A copy of a queue that is still being made: a file that gets its name once it is whole and on the disk.
enum QueueDraft {
    /// Makes a copy under a name that nothing has; a crash before its end leaves no file of that name.
    ///
    /// - Parameter fill: Writes the queue into the empty file at a path.
    /// - Returns: The copy's size in bytes.
    static func make(_ copy: String, fill: (String) throws -> Void) throws -> Int {
        let temporary = "\(copy).\(getpid()).part"
        // Paths, texts and names are in it: no other user reads it, from the first moment.
        let draft = open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_WRONLY, 0o600)
        guard draft >= 0 else { throw failure(temporary) }
        close(draft)
        defer { unlink(temporary) }
        try SQLiteErrorMapping.naming(copy) {
            try fill(temporary)
            let whole = try DatabaseQueue(path: temporary, configuration: Connection.reading)
                .read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            guard whole == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: whole) }
        }
        try sync(temporary)
        try rename(temporary, to: copy)
        try sync(copy.lastIndex(of: "/").map { $0 == copy.startIndex ? "/" : String(copy[..<$0]) } ?? ".")
        var status = stat()
        return stat(copy, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Makes an empty queue of a file and runs a body over it as one transaction.
    static func write<T>(_ path: String, _ body: (QueueTransaction) throws -> T) throws -> T {
        let queue = try DatabaseQueue(path: path, configuration: Connection.writing)
        let answer = try queue.inDatabase { database in
            // A draft that a crash leaves behind is of no use, and no other process looks into it: no log is needed, and
            // none could be kept on a share.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try Schema.migrate(database, path: path)
            let (rows, book) = (SQLRows(database), SQLiteDatabase(database))
            var answer: T?
            try database.inTransaction(.immediate) {
                answer = try body(
                    QueueTransaction(
                        jobs: rows, scores: SQLScoreRows(book), reviews: SQLReviewRows(book),
                        sets: SQLPhotoSetRows(book), outbox: SQLOutboxRows(book, beside: rows)))
                try rows.finish()
                return .commit
            }
            guard let answer else { throw DatabaseError(message: "the transaction did not run") }
            return answer
        }
        try queue.close()
        return answer
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

    private static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw failure(path) }
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
