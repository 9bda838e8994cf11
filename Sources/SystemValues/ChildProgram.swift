import CLinux
import Glibc
import SystemPackage

/// How a process ended.
public enum ProcessEnding: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)

    /// Waits for a child of this process, and takes its end away from the kernel; to be called once.
    public init(waitingFor process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// A sentence's end for messages: "was killed by signal 11 (segmentation fault)".
    public var description: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .killed(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}

/// A further program: what it is started with.
///
/// Foundation's `Process` is not used anywhere: it hears of a child's end through a socket of the network, and where the
/// interface `lo` is down, as in a network namespace of one's own, it waits for ever.
public struct ChildProgram: Sendable {
    /// The program's file.
    public var file: FilePath
    /// Its arguments, its own name first.
    public var arguments: [String]
    /// Its environment, whole.
    public var environment: [String: String]
    /// Whether it gets a process group of its own; one of this process's hears of a terminal's Ctrl-C as well.
    public var hasOwnGroup: Bool

    /// A program from its parts.
    public init(_ file: FilePath, arguments: [String], environment: [String: String], hasOwnGroup: Bool = true) {
        (self.file, self.arguments, self.environment) = (file, arguments, environment)
        self.hasOwnGroup = hasOwnGroup
    }

    /// Starts it with three streams; `end` can be read once it has ended, and is the caller's to close.
    ///
    /// - Parameter tries: How often it is tried, with 50 ms between, while another program writes the file.
    /// - Throws: What the system says.
    public func start(
        input: FileDescriptor, output: FileDescriptor, error: FileDescriptor, tries: Int = 1
    ) throws(Errno) -> (process: pid_t, end: Int32) {
        var (process, end): (pid_t, Int32) = (0, -1)
        let status = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                file.withPlatformString {
                    cprocess_start(
                        $0, arguments, environment, input.rawValue, output.rawValue, error.rawValue,
                        hasOwnGroup ? 1 : 0, &process, &end)
                }
            }
        }
        if status == -ETXTBSY, tries > 1 {
            usleep(50_000)
            return try start(input: input, output: output, error: error, tries: tries - 1)
        }
        guard status == 0 else { throw Errno(rawValue: -status) }
        return (process, end)
    }

    /// Runs it to its end; blocks.
    ///
    /// - Parameters:
    ///   - input: What it reads, out of a file in memory: nothing waits for a program that does not read.
    ///   - limit: After which it is killed; nil for none.
    /// - Returns: How it ended; nil where it was killed at the limit.
    /// - Throws: What the system says where it could not be started.
    public func run(
        input: [UInt8] = [], output: FileDescriptor, error: FileDescriptor = .standardError, limit: Duration? = nil
    ) throws(Errno) -> ProcessEnding? {
        let source = try Self.input(input)
        defer { try? source.close() }
        let (process, end) = try start(input: source, output: output, error: error)
        defer { close(end) }
        let deadline = limit.map { ContinuousClock.now + $0 }
        while true {
            var place = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let rest: Double? = deadline.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
            let count = poll(&place, 1, rest.map { Int32(min($0, 1e9)) } ?? -1)
            if count > 0 { return ProcessEnding(waitingFor: process) }
            if count == 0, let deadline, .now >= deadline {
                kill(hasOwnGroup ? -process : process, SIGKILL)
                _ = ProcessEnding(waitingFor: process)
                return nil
            }
        }
    }

    /// A file in memory that holds these bytes and is read from its beginning: the input of a program.
    package static func input(_ bytes: [UInt8]) throws(Errno) -> FileDescriptor {
        let file = cprocess_input(bytes, bytes.count)
        guard file >= 0 else { throw Errno(rawValue: -file) }
        return FileDescriptor(rawValue: file)
    }

    /// A list of C strings that ends in a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var list = texts.map { strdup($0) } + [nil]
        defer { for text in list { free(text) } }
        return list.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { body(UnsafePointer($0)) } ?? body([nil])
        }
    }
}
