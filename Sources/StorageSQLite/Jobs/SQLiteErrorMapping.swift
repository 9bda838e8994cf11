import GRDB
import Storage

/// SQLite's errors as sentences that name the file and say what to do.
enum SQLiteErrorMapping {
    /// Runs `body` and turns its errors into the queue's own.
    static func naming<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw translate(error, path)
        }
    }

    private static func translate(_ error: DatabaseError, _ path: String) -> JobQueueError {
        let detail = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no details")"
        switch error.resultCode {
        case .SQLITE_CORRUPT:
            return JobQueueError(
                .damaged,
                """
                The queue \(path) is damaged. Move it and its -wal file away, put a copy that 'quiver backup' made in its \
                place if there is one, and start again: every photo is found anew, and results that are written already \
                are only written again.
                """,
                fault: .environment, detail: detail)
        case .SQLITE_NOTADB:
            return JobQueueError(
                .foreign,
                "\(path) is not a queue's database, or its beginning is damaged. Move it away, or name another file with --queue.",
                fault: .input, detail: detail)
        case .SQLITE_FULL:
            return JobQueueError(
                .full, "The disk that holds the queue \(path) is full. Make room.",
                fault: .environment, detail: detail)
        case .SQLITE_CANTOPEN:
            return JobQueueError(
                .unusable, "The queue \(path) cannot be opened. See that its folder is there and may be written.",
                fault: .environment, detail: detail)
        case .SQLITE_READONLY, .SQLITE_PERM:
            return JobQueueError(
                .unusable, "The queue \(path) may not be written. Mend its owner or permissions.",
                fault: .environment, detail: detail)
        case .SQLITE_BUSY:
            return JobQueueError(
                .unusable, "Another program keeps the queue \(path) busy. End it, or try again.",
                fault: .environment, detail: detail)
        case .SQLITE_IOERR:
            return JobQueueError(
                .unusable, "The disk failed while the queue \(path) was read or written. Look at the system's log.",
                fault: .environment, detail: detail)
        default:
            return JobQueueError(
                .unusable, "The queue \(path) could not do its work.", fault: .quiver, detail: detail)
        }
    }
}
