import Foundation
import Glibc
import Results
import Synchronization

/// A worker's life: one plan, then a job line in and an answer line out until the input ends.
///
/// Everything runs on the calling thread, C calls included: a worker is a process so that it may block and crash.
public struct WorkerLoop {
    /// The first line from a supervisor: the settings it started with, whatever the file says by now.
    struct PlanLine: Codable {
        var plan: WorkPlan
    }

    /// A supervised worker's first line.
    struct Greeting: Codable, Sendable {
        /// Nil when the worker is ready to work.
        var refusal: Record.Failure?
        var ready: Bool { refusal == nil }
        var greeting = "quiver worker"
    }

    private let supervised: Bool
    private let plan: WorkPlan?
    private let answers: FileHandle

    /// - Parameters:
    ///   - plan: What to do with each photo; nil where a supervisor sends it as the first line.
    ///   - supervised: Speak the greeting, leave signals to the supervisor and end when it dies.
    public init(plan: WorkPlan?, supervised: Bool) {
        self.plan = plan
        self.supervised = supervised
        // Libraries that print must not break into the conversation: what they say on standard output becomes talk.
        let own = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        answers = FileHandle(fileDescriptor: own, closeOnDealloc: true)
    }

    /// Works until the input ends.
    ///
    /// - Returns: false where a photo's work did not end well.
    /// - Throws: ``PipelineError`` when the worker cannot begin, for example without its model.
    public func run() throws -> Bool {
        if supervised {
            signal(SIGINT, SIG_IGN)
            signal(SIGTERM, SIG_IGN)
            Orphanage.watch(parent: getppid())
        }
        // The answer to a supervisor that is gone is an error of writing, not a death by signal.
        signal(SIGPIPE, SIG_IGN)
        var lines = LineReader(descriptor: STDIN_FILENO, limit: 4 << 20)
        let worker: PhotoWorker
        do {
            worker = try PhotoWorker(plan: plan ?? receivePlan(&lines))
        } catch  where supervised {
            try say(Greeting(refusal: Record.Failure(error)))
            return false
        }
        if supervised { try say(Greeting(refusal: nil)) }

        var allDone = true
        while let line = lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let answer = answer(to: line, by: worker)
            if answer.ending != .done { allDone = false }
            try say(answer)
        }
        return allDone
    }

    private func receivePlan(_ lines: inout LineReader) throws -> WorkPlan {
        guard let line = lines.next() else { throw PipelineError(.protocolBroken, "no plan came before the end") }
        do {
            return try JSONDecoder().decode(PlanLine.self, from: Data(line)).plan
        } catch {
            throw PipelineError(.protocolBroken, "the first line is no plan", cause: error)
        }
    }

    private func answer(to line: [UInt8], by worker: PhotoWorker) -> AnswerLine {
        do {
            let job = try JSONDecoder().decode(JobLine.self, from: Data(line))
            return worker.work(job)
        } catch {
            return AnswerLine(
                ending: .failed,
                error: Record.Failure(
                    code: "job-line", message: "this line is no job; the least is {\"path\": \"photo.jpg\"}",
                    fault: .input))
        }
    }

    private func say(_ value: some Encodable) throws {
        var data = try JSONEncoder.lines.encode(value)
        data.append(0x0A)
        try answers.write(contentsOf: data)
    }
}
