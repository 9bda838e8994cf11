import Dispatch
import Foundation
import Glibc
import Subprocess
import SystemPackage
import WorkerProtocol

/// Starts worker processes and talks with each over its standard input and output, one JSON line a turn.
struct WorkerProcess: Sendable {
    /// How one turn of the conversation ended.
    enum Heard: Sendable {
        case line(String)
        /// More than any answer; what it would have been is not known.
        case tooLong
        /// The worker closed its output: it is dead or dying.
        case ended
        /// Nothing came within the time limit; the worker has been killed.
        case overdue
    }

    /// The conversation with one living worker; valid inside ``converse(_:)`` only.
    struct Conversation {
        fileprivate let execution: Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>
        fileprivate let socket: WorkerSocket
        fileprivate let watchdog: Watchdog
        /// Where what blocks may block, for as long as the worker lives.
        fileprivate let queue = DispatchQueue(label: "quiver.conversation")
        fileprivate var lines: AnswerLines

        /// What the worker said last that it was doing.
        private(set) var stage: Stage?

        var processIdentifier: Int32 { execution.processIdentifier.value }

        /// Whether the worker has been killed for taking too long.
        ///
        /// It may have answered all the same, at the last moment; then the answer counts and nothing more follows.
        var isOver: Bool { watchdog.hasBitten }

        /// Sends one line, and an open photo with it.
        ///
        /// A worker that is already dead shows in the next ``hear(within:)``; one that does not read is killed when the
        /// limit passes.
        func say(_ line: some Encodable, with photo: OpenedPhoto? = nil, within limit: Duration) async {
            guard var data = try? JSONEncoder.lines.encode(line) else { return }
            data.append(0x0A)
            watchdog.watch(for: limit)
            defer { watchdog.rest() }
            try? await socket.send(Array(data), with: photo, on: queue)
        }

        /// Waits for the worker's next line that names no stage; kills the worker when the limit passes first.
        mutating func hear(within limit: Duration) async -> Heard {
            stage = nil
            watchdog.watch(for: limit)
            defer { watchdog.rest() }
            do {
                while let line = try await lines.next() {
                    let line = String(decoding: line, as: UTF8.self)
                    guard let stage = Stage(line: line) else { return .line(line) }
                    self.stage = stage
                }
                return watchdog.hasBitten ? .overdue : .ended
            } catch {
                return watchdog.hasBitten ? .overdue : Task.isCancelled ? .ended : .tooLong
            }
        }

        /// Runs a body that blocks in the name of the worker's photo.
        ///
        /// Nil where it takes longer than the limit, which ends the worker as well, or where the task is cancelled. The
        /// body's thread is then left to the disk that holds it.
        func perform<T: Sendable>(
            within limit: Duration, _ body: @escaping @Sendable () throws -> T
        ) async throws -> T? {
            let answer = FirstAnswer<T?>()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    answer.wait(continuation)
                    watchdog.watch(for: limit) { answer.give(.success(nil)) }
                    queue.async { [watchdog] in
                        let result = Result { try body() as T? }
                        watchdog.rest()
                        answer.give(result)
                    }
                }
            } onCancel: {
                answer.give(.success(nil))
            }
        }

        /// Kills the worker at once.
        func kill() { killing() }

        /// The same for whoever is not part of the conversation.
        var killing: @Sendable () -> Void { { [execution] in try? execution.send(signal: .kill) } }

        /// Tells the worker that nothing more will come; it ends by itself.
        func sayGoodbye() { socket.finish() }
    }

    /// How a worker's process ended.
    enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)

        /// A sentence's end for people: "was killed by signal 11 (segmentation fault)".
        var description: String {
            switch self {
            case .exited(let status): "ended with status \(status)"
            case .killed(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }

    /// The program and its arguments, `quiver worker --supervised` but in tests.
    let executable: FilePath
    let arguments: [String]
    /// How long a worker may take to end after the goodbye.
    var patience = Duration.seconds(5)
    /// What workers say on their standard error, line by line.
    let onTalk: @Sendable (Int32, String) -> Void

    /// This very program, which workers are further processes of.
    ///
    /// Named by this process's own entry and not by a path: an update that replaces the file under a running supervisor
    /// must not give it workers that speak otherwise.
    static let ownProgram = FilePath("/proc/\(getpid())/exe")

    /// Longer answers are not believed: 300 detections take about 50 kB.
    private static let longestLine = 16 << 20

    /// What workers are told of the environment: what their libraries read.
    ///
    /// Keys of other services may lie there too.
    private static let environment: [Environment.Key: String] = {
        let names: Set<String> = ["HOME", "LANG", "PATH", "TMPDIR", "TZ"]
        let families = [
            "DYLD_", "FONTCONFIG_", "GLIBC_", "LC_", "LD_", "LIBDISPATCH_", "MALLOC_", "OMP_", "OV_", "QUIVER_",
            "SWIFT_", "TBB_", "VIPS_", "XDG_", "ASAN_",
        ]
        // A confined process can start no tracer, and its handlers would hide which signal it died of.
        let own: [Environment.Key: String] = ["SWIFT_BACKTRACE": "enable=no"]
        return ProcessInfo.processInfo.environment.reduce(into: own) { kept, entry in
            guard names.contains(entry.key) || families.contains(where: entry.key.hasPrefix) else { return }
            if let key = Environment.Key(rawValue: entry.key), own[key] == nil { kept[key] = entry.value }
        }
    }()

    /// Runs one worker for the time of the conversation and tells how its process ended.
    func converse<Result: Sendable>(
        _ body: (inout Conversation) async throws -> Result
    ) async throws -> (Result, Ending) {
        // A line to a worker that has just died is an error of writing, not the end of the supervisor.
        signal(SIGPIPE, SIG_IGN)
        var options = PlatformOptions()
        // A group of its own: Ctrl-C at the terminal is the supervisor's to hear, not the workers'.
        options.processGroupID = 0
        let (socket, workersEnd) = try WorkerSocket.pair()
        let outcome = try await Subprocess.run(
            .path(executable), arguments: Arguments(executablePathOverride: "quiver", remainingValues: arguments),
            environment: .custom(Self.environment), platformOptions: options,
            input: .fileDescriptor(workersEnd, closeAfterSpawningProcess: true), output: .sequence, error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var talk = WorkerTalk()
                    let pid = execution.processIdentifier.value
                    for try await part in execution.standardError {
                        let bytes = part.withUnsafeBytes { Array($0) }
                        for line in talk.feed(bytes) { onTalk(pid, line) }
                    }
                    for line in talk.end() { onTalk(pid, line) }
                }
                let watchdog = Watchdog { try? execution.send(signal: .kill) }
                group.addTask { await watchdog.run() }
                var conversation = Conversation(
                    execution: execution, socket: socket, watchdog: watchdog,
                    lines: AnswerLines(execution.standardOutput, limit: Self.longestLine))
                do {
                    let result = try await body(&conversation)
                    conversation.sayGoodbye()
                    // Its standard error ends with it. One that does not take the hint is not waited for.
                    group.addTask {
                        guard (try? await Task.sleep(for: patience)) != nil else { return }
                        try? execution.send(signal: .kill)
                    }
                    try await group.next()
                    group.cancelAll()
                    return result
                } catch {
                    conversation.kill()
                    throw error
                }
            }
        }
        let ending: Ending =
            switch outcome.terminationStatus {
            case .exited(let status): .exited(status)
            case .signaled(let signal): .killed(signal: signal)
            }
        return (outcome.closureResult, ending)
    }
}
