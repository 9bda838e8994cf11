import Findings
import Glibc
import Results
import Settings
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// A file that lines are added to; lines of several processes do not mix.
///
/// A log never holds up the work: where a line cannot be written, that is reported once and the line is dropped. Where its
/// file was renamed or removed, as rotations do, the next line begins a new one under the same name.
final class LogFile: Sendable {
    private struct State {
        var descriptor: Int32
        /// The file that lines go to; nil where it is no file with a name, or lines go on in one that has lost it.
        var file: FileNumber?
        var hasFailed = false
    }

    private let state: Mutex<State>
    private let onTrouble: @Sendable (String) -> Void
    private let path: FilePath
    private let name: String

    /// Opens or makes the file.
    ///
    /// - Throws: ``PipelineError`` where it cannot be written.
    init(at path: FilePath, onTrouble: @escaping @Sendable (String) -> Void) throws {
        name = EscapedName.printable(path)
        self.path = path
        self.onTrouble = onTrouble
        guard path != Settings.Log.standardError else {
            // Under systemd standard error is a socket, which no path opens.
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw Self.refusal(name) }
            state = Mutex(State(descriptor: descriptor, file: nil))
            return
        }
        state = Mutex(try Self.open(path, name))
    }

    /// Sees that lines could be added to a file, and leaves none where none was.
    ///
    /// - Throws: As where it is opened.
    static func tryOut(_ path: FilePath) throws {
        guard path != Settings.Log.standardError else { return }
        let isNew = !path.exists
        close(try open(path, EscapedName.printable(path)).descriptor)
        if isNew { path.withPlatformString { _ = unlink($0) } }
    }

    private static func open(_ path: FilePath, _ name: String) throws -> State {
        // Appending, so that a rotation that copies and cuts the file (`copytruncate`) loses nothing that follows.
        let descriptor = path.withPlatformString { Glibc.open($0, flags, 0o600) }
        guard descriptor >= 0 else { throw refusal(name) }
        let file = try check(descriptor, name)
        return State(descriptor: descriptor, file: file)
    }

    private static func refusal(_ name: String) -> PipelineError {
        PipelineError(
            .setting, "cannot write the log \(name): \(String(cString: strerror(errno))); name another with --log",
            fault: .environment)
    }

    /// Never through a link, and never waiting for a FIFO's reader.
    private static let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    /// Lines are added to nothing but a log of Quiver's: a settings file may name any path.
    private static func check(_ descriptor: Int32, _ name: String) throws -> FileNumber {
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
        return FileNumber(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
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

    deinit { close(state.withLock { $0.descriptor }) }

    /// Adds one line, in one call.
    func add(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let trouble = state.withLock { state -> String? in
            let lost = follow(&state)
            let (isWritten, reason) =
                Self.isReady(state.descriptor)
                ? (write(state.descriptor, bytes, bytes.count) == bytes.count, errno) : (false, EAGAIN)
            defer { state.hasFailed = !isWritten }
            guard isWritten || state.hasFailed else {
                return "the log \(name) has gaps from here on: \(String(cString: strerror(reason)))"
            }
            return lost
        }
        if let trouble { onTrouble(trouble) }
    }

    /// Goes on under the log's name where its file has it no more; what is to be said where that cannot be, and lines go on in
    /// the file that was renamed or removed.
    private func follow(_ state: inout State) -> String? {
        guard let file = state.file, FileNumber(at: path) != file else { return nil }
        do {
            let new = try Self.open(path, name)
            close(state.descriptor)
            (state.descriptor, state.file) = (new.descriptor, new.file)
            return nil
        } catch {
            state.file = nil
            return "the log \(name) was renamed or removed, and goes on in the old file: \(error)"
        }
    }

    /// Whether a line would be taken now: a pipe that is full, or a terminal that is stopped, would hold the work up.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, 0) != 0
    }
}
