import CLinux
import Findings
import Glibc
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// A process of ours with pipes for what it says; waiting for it costs no wake-up until something happens.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)

        /// A sentence's end for messages: "was killed by signal 11 (segmentation fault)".
        var description: String {
            switch self {
            case .exited(let status): "ended with status \(status)"
            case .killed(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }

    let identifier: Int32
    /// What it writes to its standard output.
    let output: PipeReader
    /// What it writes to its standard error.
    let error: PipeReader
    /// Can be read once the process has ended.
    private let end: Int32
    /// Set once its number may be another process's.
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - input: Its standard input; closed here.
    /// - Throws: ``WorkerNotStarted``.
    init(
        _ program: FilePath, name: String, arguments: [String], environment: [String: String], input: FileDescriptor
    ) throws {
        defer { try? input.close() }
        let (output, itsOutput) = try PipeReader.pipe()
        defer { close(itsOutput) }
        let (error, itsError) = try PipeReader.pipe()
        defer { close(itsError) }
        var (process, end): (pid_t, Int32) = (0, -1)
        let status = Self.withCStrings([name] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                program.withPlatformString {
                    cprocess_start(
                        $0, arguments, environment, input.rawValue, itsOutput, itsError, &process, &end)
                }
            }
        }
        guard status == 0 else { throw WorkerNotStarted("cannot start a worker", Errno(rawValue: -status)) }
        identifier = process
        (self.output, self.error, self.end) = (output, error, end)
    }

    deinit { close(end) }

    /// Kills it, unless it has ended.
    func kill() {
        ending.withLock { ending in
            if ending == nil { _ = Glibc.kill(identifier, SIGKILL) }
        }
    }

    /// Returns when it has ended, or when the task is cancelled; what became of it says ``ended()``.
    func untilEnded() async { await Readiness.shared.wait(for: end) }

    /// Waits until it has ended, whether the task is cancelled or not; to be called once.
    func ended() async -> Ending {
        await Readiness.shared.wait(for: end, whateverHappens: true)
        return ending.withLock { ending in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let made: Ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
            ending = made
            return made
        }
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

/// The system gave no process, pipe or socket for a worker.
struct WorkerNotStarted: ReportableError {
    let codeName = PipelineError.Code.workersDie.rawValue
    let fault = Fault.environment
    let description: String
    private let error: Errno

    init(_ what: String, _ error: Errno) {
        (description, self.error) = ("\(what): \(error)", error)
    }

    /// Whether the system may give it in a moment: there are too many processes or open files, or too little memory, or
    /// the program is being replaced.
    var isPassing: Bool {
        let passing: [Errno] = [
            .resourceTemporarilyUnavailable, .noMemory, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .textFileBusy,
            .interrupted,
        ]
        return passing.contains(error)
    }
}

/// The end of a pipe that parts are read from as they are asked for: what is not read yet fills the pipe and holds up who
/// writes.
final class PipeReader: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A pipe, and the end of it that a process writes to, which the caller closes.
    static func pipe() throws -> (reader: PipeReader, writer: Int32) {
        var (own, other): (Int32, Int32) = (-1, -1)
        let status = cprocess_pipe(&own, &other)
        guard status == 0 else {
            throw WorkerNotStarted("cannot make a pipe for a worker", Errno(rawValue: -status))
        }
        return (PipeReader(own), other)
    }

    /// The next part, 64 KiB at most; nil at the end.
    ///
    /// - Throws: `CancellationError`, `Errno`.
    func next() async throws -> [UInt8]? {
        while true {
            try Task.checkCancellation()
            var code: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if read < 0 { code = errno }
                count = max(0, read)
            }
            switch code {
            case 0: return part.isEmpty ? nil : part
            case EINTR: continue
            case EAGAIN:
                await Readiness.shared.wait(for: descriptor)
            default: throw Errno(rawValue: code)
            }
        }
    }
}

/// Waits for descriptors on one thread of its own, however many they are; while nothing happens, nothing wakes.
///
/// Not by Dispatch's sources: on Linux one that is cancelled while its event is on the way is used after it was freed.
final class Readiness: Sendable {
    /// The one for the whole process; its thread lives as long.
    static let shared = Readiness()

    private struct Wait {
        let descriptor: Int32
        let done: CheckedContinuation<Void, Never>
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Mutex(State())
    /// A pipe that makes the thread look at the list anew.
    private let wake: (reader: Int32, writer: Int32)

    private init() {
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // Where there is no descriptor for it, the thread looks again and again instead.
        _ = cprocess_pipe(&reader, &writer)
        wake = (reader, writer)
        OwnThread.start("quiver-pipes") { [self] in serve() }
    }

    /// Returns when a descriptor can be read or its other end is closed, or when the task is cancelled.
    ///
    /// - Parameter whateverHappens: Waits on where the task is cancelled.
    func wait(for descriptor: Int32, whateverHappens: Bool = false) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    guard state.cancelled.remove(number) == nil else { return true }
                    state.waits[number] = Wait(descriptor: descriptor, done: continuation)
                    return false
                }
                if isCancelled { continuation.resume() } else { poke() }
            }
        } onCancel: {
            guard !whateverHappens else { return }
            let wait = state.withLock { state in
                let wait = state.waits.removeValue(forKey: number)
                if wait == nil { state.cancelled.insert(number) }
                return wait
            }
            wait?.done.resume()
            poke()
        }
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func poke() {
        var byte: UInt8 = 1
        _ = write(wake.writer, &byte, 1)
    }

    private func serve() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let waits = state.withLock { Array($0.waits) }
            var places = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
            places += waits.map { pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = poll(&places, nfds_t(places.count), wake.reader < 0 ? 50 : -1)
            if places[0].revents != 0 { _ = read(wake.reader, &bytes, bytes.count) }
            for (wait, place) in zip(waits, places.dropFirst()) where place.revents != 0 {
                // One that was cancelled meanwhile is not there any more.
                state.withLock { $0.waits.removeValue(forKey: wait.key) }?.done.resume()
            }
        }
    }
}
