import Foundation
import Glibc
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

/// Starts worker processes and talks with each over its standard input and output, one JSON line a turn.
struct WorkerProcess: Sendable {
    /// How one turn of the conversation ended.
    enum Reply: Sendable {
        case line(String)
        /// More than any answer; what it would have been is not known.
        case tooLong
        /// The worker closed its output: it is dead or dying.
        case ended
        /// Nothing came within the time limit; the worker has been killed.
        case overdue
        /// The worker had started more threads than any work needs, and has been killed.
        case overgrown
    }

    /// The conversation with one living worker; valid inside ``converse(_:)`` only.
    struct Conversation {
        fileprivate let child: ChildProcess
        fileprivate let socket: WorkerSocket
        fileprivate let watchdog: Watchdog
        fileprivate let threads: ThreadWatch
        /// Where what blocks may block, for as long as the worker lives.
        fileprivate let lane = BlockingLane("quiver.conversation")
        fileprivate var lines: AnswerLines

        /// What the worker said last that it was doing.
        private(set) var stage: Stage?

        var processIdentifier: Int32 { child.identifier }

        /// Whether the worker has been killed for taking too long.
        ///
        /// It may have answered all the same, at the last moment; then the answer counts and nothing more follows.
        var isOver: Bool { watchdog.hasFired }

        /// Sends one line, and an open photo with it.
        ///
        /// A worker that is already dead shows in the next ``receive(within:)``; one that does not read is killed when the
        /// limit passes.
        func send(_ line: some Encodable, with photo: OpenedPhoto? = nil, within limit: Duration) async {
            guard var data = try? JSONEncoder.lines.encode(line) else { return }
            data.append(0x0A)
            watchdog.watch(for: limit)
            defer { watchdog.rest() }
            try? await socket.send(Array(data), with: photo, on: lane)
        }

        /// Waits for the worker's next line that names no stage; kills the worker when the limit passes first.
        ///
        /// - Parameters:
        ///   - pages: So many times the worker may begin another page, which has the same limit.
        ///   - onStage: Is told of each stage that the worker names meanwhile.
        mutating func receive(
            within limit: Duration, pages: Int = 0, onStage: (Stage) -> Void = { _ in }
        ) async -> Reply {
            stage = nil
            var pages = pages
            watchdog.watch(for: limit)
            defer { watchdog.rest() }
            do {
                while let line = try await lines.next() {
                    let line = String(decoding: line, as: UTF8.self)
                    guard let stage = Stage(line: line) else { return .line(line) }
                    self.stage = stage
                    onStage(stage)
                    if stage == .page, pages > 0, !watchdog.hasFired {
                        pages -= 1
                        watchdog.watch(for: limit)
                    }
                }
                return threads.hasFired ? .overgrown : watchdog.hasFired ? .overdue : .ended
            } catch {
                return watchdog.hasFired ? .overdue : Task.isCancelled ? .ended : .tooLong
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
                watchdog.watch(for: limit) { answer.give(.success(nil)) }
                lane.add { [watchdog] in
                    let result = Result { try body() as T? }
                    watchdog.rest()
                    answer.give(result)
                }
                return try await answer.value()
            } onCancel: {
                answer.give(.success(nil))
            }
        }

        /// Returns when the worker's process has ended, or when the task is cancelled.
        func untilEnded() async { await child.untilEnded() }

        /// Kills the worker at once.
        func kill() { killing() }

        /// The same for others.
        var killing: @Sendable () -> Void { { [child] in child.kill() } }

        /// Tells the worker that nothing more will come; it ends by itself.
        func closeInput() { socket.finish() }
    }

    /// The program and its arguments, `quiver worker --supervised` but in tests.
    let executable: FilePath
    let arguments: [String]
    /// How far workers let other programs go first.
    var scheduling = Settings.Scheduling.normal
    /// Is told why a worker does not.
    var onRefusal: @Sendable (Errno) -> Void = { _ in }
    /// How long a worker may take to end after the goodbye.
    var patience = Duration.seconds(5)
    /// How long its last words may take after its end.
    var farewell = Duration.seconds(1)
    /// What workers say on their standard error, line by line.
    let onTalk: @Sendable (Int32, String) -> Void

    /// Longer answers are not believed: 300 detections take about 50 kB, all pages of a file or a large cutout much more.
    private static let longestLine = 64 << 20

    /// What workers are told of the environment: what their libraries read.
    ///
    /// Keys of other services may lie there too.
    private static let environment = handedOn(ProcessInfo.processInfo.environment)

    /// What of the supervisor's environment is handed on.
    static func handedOn(_ whole: [String: String]) -> [String: String] {
        let names: Set<String> = ["HOME", "LANG", "PATH", "TMPDIR", "TZ"]
        let families = [
            "DYLD_", "FONTCONFIG_", "GLIBC_", "LC_", "LD_", "LIBDISPATCH_", "MALLOC_", "OMP_", "OV_", "QUIVER_",
            "SWIFT_", "TBB_", "VIPS_", "XDG_", "ASAN_",
        ]
        // A confined process can start no tracer, and its handlers would hide which signal it died of.
        let own: [String: String] = ["SWIFT_BACKTRACE": "enable=no"]
        // The address of a database may hold its password.
        let secrets: Set<String> = ["QUIVER_QUEUE"]
        return whole.reduce(into: own) { kept, entry in
            guard names.contains(entry.key) || families.contains(where: entry.key.hasPrefix) else { return }
            if own[entry.key] == nil, !secrets.contains(entry.key) { kept[entry.key] = entry.value }
        }
    }

    /// Runs one worker for the time of the conversation and tells how its process ended.
    ///
    /// - Throws: ``WorkerNotStarted`` where no process can be started, and what `body` throws.
    func converse<Result: Sendable>(
        _ body: (inout Conversation) async throws -> Result
    ) async throws -> (Result, ProcessEnding) {
        // A line to a worker that has just died is an error of writing, not the end of the supervisor.
        signal(SIGPIPE, SIG_IGN)
        let (socket, workersEnd) = try WorkerSocket.pair()
        let child = try ChildProcess(
            executable, name: "quiver", arguments: arguments, environment: Self.environment, input: workersEnd,
            scheduling: scheduling)
        if let refusal = child.refusal { onRefusal(refusal) }
        return try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                let threads = ThreadWatch(of: child.identifier) { child.kill() }
                let watchdog = Watchdog(onStep: { threads.look() }) { child.kill() }
                group.addTask { await watchdog.run() }
                group.addTask { await threads.run() }
                let talk = Task { [onTalk] in await Self.pass(child.error, of: child.identifier, to: onTalk) }
                defer { group.cancelAll() }
                var conversation = Conversation(
                    child: child, socket: socket, watchdog: watchdog, threads: threads,
                    lines: AnswerLines(child.output, limit: Self.longestLine))
                let result: Swift.Result<Result, any Error>
                do {
                    result = .success(try await body(&conversation))
                    conversation.closeInput()
                    // One that does not take the hint is not waited for.
                    group.addTask { [patience] in
                        guard (try? await Task.sleep(for: patience)) != nil else { return }
                        child.kill()
                    }
                } catch {
                    result = .failure(error)
                    child.kill()
                }
                let ending = await child.ended()
                // What it said last is in the pipe. No other process should hold its other end; if so, it is not waited for.
                group.addTask { [farewell] in
                    try? await Task.sleep(for: farewell)
                    talk.cancel()
                }
                await talk.value
                return (try result.get(), ending)
            }
        } onCancel: {
            child.kill()
        }
    }

    /// Hands on what a worker says on its standard error, until it ends or the task is cancelled.
    private static func pass(
        _ pipe: PipeReader, of process: Int32, to onTalk: @Sendable (Int32, String) -> Void
    ) async {
        var talk = WorkerStderr()
        while let part = try? await pipe.next() {
            for line in talk.feed(part) { onTalk(process, line) }
        }
        for line in talk.end() { onTalk(process, line) }
    }
}
