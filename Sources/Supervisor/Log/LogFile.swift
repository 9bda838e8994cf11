import Glibc
import Results
import Settings
import Synchronization
import SystemPackage
import WorkerProtocol

/// A file that lines are added to; lines of several processes do not mix.
///
/// A log never holds up the work: where a line cannot be written, that is said once and the line is dropped.
final class LogFile: Sendable {
    private let descriptor: Int32
    private let hasFailed = Mutex(false)
    private let onTrouble: @Sendable (String) -> Void
    private let name: String

    /// Opens or makes the file.
    ///
    /// - Throws: ``PipelineError`` where it cannot be written.
    init(at path: FilePath, onTrouble: @escaping @Sendable (String) -> Void) throws {
        name = EscapedName.printable(path)
        self.onTrouble = onTrouble
        // Appending, so that a rotation that copies and cuts the file (`copytruncate`) loses nothing that follows.
        // Under systemd standard error is a socket, which no path opens.
        descriptor =
            path == Settings.Log.standardError
            ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            : path.withPlatformString { open($0, Self.flags, 0o600) }
        guard descriptor >= 0 else {
            throw PipelineError(
                .setting, "cannot write the log \(name): \(String(cString: strerror(errno))); name another with --log",
                fault: .environment)
        }
        if path != Settings.Log.standardError { try Self.check(descriptor, name) }
    }

    /// Never through a link, and never waiting for a FIFO's reader.
    private static let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    /// Lines are added to nothing but a log of Quiver's: a settings file may name any path.
    private static func check(_ descriptor: Int32, _ name: String) throws {
        var status = stat()
        var start = [UInt8](repeating: 0, count: 32)
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
        let count = isFile ? pread(descriptor, &start, start.count, 0) : -1
        guard count >= 0, isLog(beginning: Array(start.prefix(count))) else {
            close(descriptor)
            throw PipelineError(
                .setting, "\(name) is no log of Quiver's and stays as it is; name another with --log",
                fault: .environment)
        }
    }

    /// Whether a file that begins so is empty, or a log in one of its two styles: both begin with a time.
    static func isLog(beginning: [UInt8]) -> Bool {
        let json = Array(#"{"time":""#.utf8)
        let time = (beginning.starts(with: json) ? Array(beginning.dropFirst(json.count)) : beginning).prefix(11)
        let shape = Array("0000-00-00T".utf8)
        let isTime =
            time.count == shape.count
            && zip(time, shape).allSatisfy { byte, mark in
                mark == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == mark
            }
        return beginning.isEmpty || isTime
    }

    deinit { close(descriptor) }

    /// Adds one line, in one call.
    func add(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let (isWritten, reason) =
            isReady ? (write(descriptor, bytes, bytes.count) == bytes.count, errno) : (false, EAGAIN)
        let isNews = hasFailed.withLock { hasFailed in
            defer { hasFailed = !isWritten }
            return !isWritten && !hasFailed
        }
        if isNews { onTrouble("the log \(name) has gaps from here on: \(String(cString: strerror(reason)))") }
    }

    /// Whether a line would be taken now: a pipe that is full, or a terminal that is stopped, would hold the work up.
    private var isReady: Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, 0) != 0
    }
}
