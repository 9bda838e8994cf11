import GRDB
import Glibc
import Storage

/// How connections are set up; the same for every queue.
enum Connection {
    /// The one connection that writes.
    static var writing: Configuration {
        var configuration = shared
        configuration.label = "quiver.queue.writer"
        return configuration
    }

    /// Connections that only look.
    static var reading: Configuration {
        var configuration = shared
        configuration.label = "quiver.queue.reader"
        configuration.readonly = true
        return configuration
    }

    private static var shared: Configuration {
        var configuration = Configuration()
        // Only readers of other processes can be in the way, and only for a moment.
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // Mapped memory has turned a passing fault into lasting damage elsewhere; it stays off.
            // No function of SQLite's runs because a schema says so.
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -16384
                    """)
        }
        return configuration
    }

    /// Databases up to this size are looked through at every start, which takes some hundredths of a second.
    private static let smallSize = 64 << 20

    /// Sees that a small database is whole: damage in pages that are not read would show much later.
    static func checkWhole(_ database: Database, path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= smallSize else { return }
        let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard verdict == "ok" else {
            // Several lines; the last one says what is wrong.
            let reason = verdict?.split(separator: "\n").last.map(String.init)
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
        }
    }

    /// What holds for the writer, read back where SQLite may refuse in silence.
    static func prepareForWriting(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = 1000;
                PRAGMA journal_size_limit = 67108864;
                """)
        let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        guard mode == "wal", synchronous == 2 else {
            throw DatabaseError(message: "journal mode \(mode ?? "unknown"), synchronous \(synchronous ?? -1)")
        }
    }
}

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
