import GRDB
import Glibc
import JobQueue

extension SQLiteJobReader {
    /// Copies the queue as it is at one moment into a new file, while its supervisor works on.
    ///
    /// The copy is checked and on the disk under its name when this returns; a crash before that leaves no file of that name.
    ///
    /// - Parameter copy: A path where nothing lies yet.
    /// - Returns: The copy's size in bytes.
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public func backup(to copy: String) throws -> Int {
        let temporary = "\(copy).\(getpid()).part"
        defer { unlink(temporary) }
        try SQLiteErrorMapping.naming(copy) {
            // One statement is one moment. The log cannot be folded in meanwhile: some seconds for a million jobs.
            try pool.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
            let whole = try DatabaseQueue(path: temporary, configuration: Connection.reading)
                .read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            guard whole == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: whole) }
        }
        try sync(temporary)
        // A second name in place of a renaming, which would replace what lies there.
        guard link(temporary, copy) == 0 else { throw Self.failure(copy) }
        try sync(copy.lastIndex(of: "/").map { $0 == copy.startIndex ? "/" : String(copy[..<$0]) } ?? ".")
        var status = stat()
        return stat(copy, &status) == 0 ? Int(status.st_size) : 0
    }

    private func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(path) }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> JobQueueError {
        let reason = errno
        return JobQueueError(
            .unusable,
            reason == EEXIST
                ? "\(path) is there already; name a file that is not."
                : "The backup \(path) cannot be written. See that its folder is there and has room.",
            fault: reason == EEXIST ? .input : .environment, detail: String(cString: strerror(reason)))
    }
}
