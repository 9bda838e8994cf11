import Glibc
import Storage
import SystemPackage
import SystemValues

/// The right to write a queue, held for as long as this value lives; the kernel gives it back when a process dies.
///
/// Of a queue in a database it is the right to work it on this host as this user.
///
/// The file beside the database names the holder, for users: process, host, since when. It is never removed, because
/// a lock on a file that was removed meanwhile would be a lock on nothing.
package final class WriterLock: Sendable {
    private let file: CInt

    /// Takes the lock of a queue; throws where another process has it, and names that one.
    package init(of queue: QueueLocation, owner: Owner, at now: UnixMillis) throws {
        let (name, isFile) = (queue.writerLock.string, queue.file != nil)
        let file = try Self.open(name)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = Self.holder(file, name: name, host: owner.host)
            close(file)
            guard reason == EWOULDBLOCK else {
                throw JobQueueError(
                    .fileSystem,
                    "\(name) cannot be locked on this file system. "
                        + (isFile ? "Name a queue on a local disk." : "Set QUIVER_STATE to a folder on a local disk."),
                    fault: .environment, detail: String(cString: strerror(reason)))
            }
            throw JobQueueError(
                .taken,
                isFile
                    ? "The queue \(queue.text) is in use by \(holder). Stop that one, or name another file with --queue."
                    : "The queue \(queue.text) is worked on this host by \(holder) already, which is enough: "
                        + "stop that one, or give it more workers.",
                fault: .input)
        }
        self.file = file
        FileRights.tighten(file)
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

    /// Opens the lock's file, or makes it: never through a link, and no other program's file, because it is cut.
    private static func open(_ name: String) throws -> CInt {
        let path = FilePath(name)
        let lock: RegularFile
        do throws(FolderError) {
            let folder = try RootFolder(path.removingLastComponent())
            // Close-on-exec, or a worker that outlives its supervisor would keep the lock.
            lock = try folder.open(path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path, for: .updating)
        } catch {
            let advice =
                error.reason == .link
                ? "It is a symbolic link; remove it."
                : "See that its folder is there and may be written."
            throw JobQueueError(
                .unusable, "The lock \(name) cannot be opened. \(advice)", fault: .environment, detail: error.why)
        }
        let text = read(lock.descriptor.rawValue, else: "")
        guard lock.status.names == 1, lock.status.size == 0 || text.hasPrefix("process ") else {
            throw JobQueueError(
                .unusable,
                "\(name) is not a lock of Quiver's and stays as it is. Move it away, or name another file with --queue.",
                fault: .input)
        }
        return lock.takeDescriptor().rawValue
    }

    /// Who has the lock, as its file says where that one lives.
    ///
    /// A holder writes its name when it has the lock, so for a moment the file names the one before, which is dead. Any
    /// process can hold the lock without writing its name at all.
    private static func holder(_ file: CInt, name: String, host: String) -> String {
        for _ in 0..<50 {
            if let text = livingHolder(read(file), host: host) { return text }
            usleep(10_000)
        }
        return "a process that has not written its name; 'fuser \(name)' shows which"
    }

    /// The holder that a lock file names, for users; nil where it is a process of this machine that has ended.
    static func livingHolder(_ text: String, host: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0] == "process", words[2] == "on", words[4] == "since", let pid = pid_t(words[1]),
            pid > 0, words[5].allSatisfy({ $0.isASCII && ($0.isNumber || "TZ:-".contains($0)) }),
            words[3].unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
        else { return nil }
        // Another machine's processes cannot be asked about.
        if words[3] == host, kill(pid, 0) != 0, errno == ESRCH { return nil }
        return text
    }

    private static func read(_ file: CInt, else unknown: String = "another process") -> String {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? unknown : text
    }

    /// UTC, as in a record.
    private static func date(_ now: UnixMillis) -> String {
        var seconds = time_t(now / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A lock on the database's own file, beside SQLite's, which are of another kind and do not meet it.
final class DatabaseFileLock: Sendable {
    private let file: CInt

    /// Throws where another process holds the file: a Quiver is at work, though its lock file was removed.
    init(_ path: String) throws {
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw JobQueueError(
                .unusable, "The queue \(path) cannot be opened. See that it may be read.", fault: .environment,
                detail: String(cString: strerror(errno)))
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            // Not closed: that would give up the locks of a connection of this process to the same file.
            throw JobQueueError(
                .taken,
                """
                The queue \(path) is held by another process, such as a Quiver whose lock file was removed; \
                'fuser \(path)' shows which. Stop that one, or name another file with --queue.
                """,
                fault: .input)
        }
    }

    /// Gives the file free; nothing else of this process may have it open.
    func release() { close(file) }
}
