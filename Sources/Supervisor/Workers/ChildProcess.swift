import CLinux
import Findings
import Glibc
import Settings
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// A process of ours with pipes for what it says; waiting for it costs no wake-up until something happens.
final class ChildProcess: Sendable {
    let identifier: Int32
    /// What it writes to its standard output.
    let output: PipeReader
    /// What it writes to its standard error.
    let error: PipeReader
    /// Why it does not go behind other programs as it was to; nil where it does.
    let refusal: Errno?
    /// Can be read once the process has ended.
    private let end: Int32
    /// Set once its number may be another process's.
    private let ending = Mutex<ProcessEnding?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - input: Its standard input; closed here.
    ///   - scheduling: How far it lets other programs go first.
    /// - Throws: ``WorkerNotStarted``.
    init(
        _ program: FilePath, name: String, arguments: [String], environment: [String: String], input: FileDescriptor,
        scheduling: Settings.Scheduling = .normal
    ) throws {
        defer { try? input.close() }
        let (output, itsOutput) = try PipeReader.pipe()
        defer { close(itsOutput) }
        let (error, itsError) = try PipeReader.pipe()
        defer { close(itsError) }
        do throws(Errno) {
            (identifier, end) = try ChildProgram(program, arguments: [name] + arguments, environment: environment)
                .start(
                    input: input, output: FileDescriptor(rawValue: itsOutput),
                    error: FileDescriptor(rawValue: itsError))
        } catch {
            throw WorkerNotStarted("cannot start a worker", error)
        }
        let yielding = cprocess_yield(identifier, scheduling.number)
        refusal = yielding == 0 ? nil : Errno(rawValue: -yielding)
        (self.output, self.error) = (output, error)
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
    func ended() async -> ProcessEnding {
        await Readiness.shared.wait(for: end, whateverHappens: true)
        return ending.withLock { ending in
            let made = ProcessEnding(waitingFor: identifier)
            ending = made
            return made
        }
    }
}

extension Settings.Scheduling {
    fileprivate var number: Int32 {
        switch self {
        case .normal: Int32(CPROCESS_NORMAL)
        case .nice: Int32(CPROCESS_NICE)
        case .idle: Int32(CPROCESS_IDLE)
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
