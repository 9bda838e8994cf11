import Glibc
import JobQueue

/// The right to write a queue, held for as long as this value lives; the kernel gives it back when a process dies.
///
/// The file beside the database names the holder, for people: process, host, since when. It is never removed, because
/// a lock on a file that was removed meanwhile would be a lock on nothing.
final class WriterLock: Sendable {
    private let file: CInt

    /// Takes the lock of the queue at `path`; throws where another process has it, and names that one.
    init(beside path: String, owner: Owner, at now: Instant) throws {
        let name = path + ".lock"
        // Close-on-exec, or a worker that outlives its supervisor would keep the lock.
        let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw JobQueueError(
                .unusable,
                "The lock \(name) cannot be opened. See that its folder is there and may be written.",
                fault: .environment, detail: String(cString: strerror(errno)))
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = Self.holder(file)
            close(file)
            guard reason == EWOULDBLOCK else {
                throw JobQueueError(
                    .fileSystem, "\(name) cannot be locked on this file system. Name a queue on a local disk.",
                    fault: .environment, detail: String(cString: strerror(reason)))
            }
            throw JobQueueError(
                .taken,
                "The queue \(path) is in use by \(holder). Stop that one, or name another file with --queue.",
                fault: .input)
        }
        self.file = file
        let text = "process \(owner.pid) on \(owner.host) since \(Self.date(now))\n"
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.utf8.count, 0) == text.utf8.count else {
            let reason = String(cString: strerror(errno))
            close(file)
            throw JobQueueError(
                .unusable, "The lock \(name) cannot be written. See that the disk is not full.", fault: .environment,
                detail: reason)
        }
    }

    deinit {
        close(file)
    }

    /// Who has the lock, as its file says.
    ///
    /// A holder writes its name when it has the lock, so for a moment the file names the one before, which is dead.
    private static func holder(_ file: CInt) -> String {
        var text = read(file)
        for _ in 0..<50 {
            let words = text.split(separator: " ")
            guard words.count > 1, words[0] == "process", let pid = pid_t(words[1]), kill(pid, 0) != 0, errno == ESRCH
            else { break }
            usleep(10_000)
            text = read(file)
        }
        return text
    }

    private static func read(_ file: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? "another process" : text
    }

    /// UTC, as in a record.
    private static func date(_ now: Instant) -> String {
        var seconds = time_t(now / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
