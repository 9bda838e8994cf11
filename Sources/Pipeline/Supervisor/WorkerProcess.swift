import Foundation
import Glibc
import Subprocess
import SystemPackage

/// Starts worker processes and talks with each over its standard input and output, one JSON line a turn.
struct WorkerProcess: Sendable {
    /// How one turn of the conversation ended.
    enum Heard: Sendable {
        case line(String)
        /// The worker closed its output: it is dead or dying.
        case ended
        /// Nothing came within the time limit; the worker has been killed.
        case overdue
    }

    /// The conversation with one living worker; valid inside ``converse(_:)`` only.
    struct Conversation {
        fileprivate let execution: Execution<CustomWriteInput, SequenceOutput, SequenceOutput>
        fileprivate var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

        var processIdentifier: Int32 { execution.processIdentifier.value }

        /// Sends one line; a worker that is already dead shows in the next ``hear(within:)``.
        func say(_ line: some Encodable) async {
            guard var data = try? JSONEncoder.lines.encode(line) else { return }
            data.append(0x0A)
            _ = try? await execution.standardInputWriter.write(Array(data))
        }

        /// Waits for the worker's next line; kills the worker when the limit passes first.
        mutating func hear(within limit: Duration) async -> Heard {
            let overdue = Flag()
            let execution = execution
            return await withTaskGroup(of: Void.self) { watchdog in
                watchdog.addTask {
                    guard (try? await Task.sleep(for: limit)) != nil else { return }
                    overdue.raise()
                    try? execution.send(signal: .kill)
                }
                let line = try? await lines.next()
                watchdog.cancelAll()
                if let line { return .line(line) }
                return overdue.isRaised ? .overdue : .ended
            }
        }

        /// Kills the worker at once.
        func kill() { try? execution.send(signal: .kill) }

        /// Tells the worker that nothing more will come; it ends by itself.
        func sayGoodbye() async { try? await execution.standardInputWriter.finish() }
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

    /// Longer answers are not believed: 300 detections take about 50 kB.
    private static let longestLine = 16 << 20

    /// Runs one worker for the time of the conversation and tells how its process ended.
    func converse<Result: Sendable>(
        _ body: (inout Conversation) async throws -> Result
    ) async throws -> (Result, Ending) {
        // A line to a worker that has just died is an error of writing, not the end of the supervisor.
        signal(SIGPIPE, SIG_IGN)
        var options = PlatformOptions()
        // A group of its own: Ctrl-C at the terminal is the supervisor's to hear, not the workers'.
        options.processGroupID = 0
        let outcome = try await Subprocess.run(
            .path(executable), arguments: Arguments(arguments), platformOptions: options,
            input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await line in execution.standardError.strings() {
                        onTalk(execution.processIdentifier.value, line)
                    }
                }
                var conversation = Conversation(
                    execution: execution,
                    lines: execution.standardOutput.strings(
                        separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .maxLineLength(Self.longestLine)
                    )
                    .makeAsyncIterator())
                do {
                    let result = try await body(&conversation)
                    await conversation.sayGoodbye()
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

extension JSONEncoder {
    /// One line a value, the keys in a fixed order.
    static var lines: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
