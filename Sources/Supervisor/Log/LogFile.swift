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
            : path.withPlatformString { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else {
            throw PipelineError(
                .setting, "cannot write the log \(name): \(String(cString: strerror(errno))); name another with --log",
                fault: .environment)
        }
    }

    deinit { close(descriptor) }

    /// Adds one line, in one call.
    func add(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
        let reason = errno
        let isNews = hasFailed.withLock { hasFailed in
            defer { hasFailed = !isWritten }
            return !isWritten && !hasFailed
        }
        if isNews { onTrouble("the log \(name) has gaps from here on: \(String(cString: strerror(reason)))") }
    }
}
