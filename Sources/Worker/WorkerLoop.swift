import Confinement
import Foundation
import Glibc
import Results
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// A worker's life: its plans, then a job line in and an answer line out until the input ends.
///
/// Everything runs on the calling thread, C calls included: a worker is a process so that it may block and crash.
package struct WorkerLoop {
    private let supervised: Bool
    private let plans: [WorkPlan]?
    private let answers: FileHandle

    /// - Parameters:
    ///   - plans: What to do with photos; nil where a supervisor sends it as the first line.
    ///   - supervised: Speak the greeting, leave signals to the supervisor and end when it dies.
    package init(plans: [WorkPlan]?, supervised: Bool) {
        self.plans = plans
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
    package func run() throws -> Bool {
        // The answer to a supervisor that is gone is an error of writing, not a death by signal.
        signal(SIGPIPE, SIG_IGN)
        var lines = LineReader(descriptor: STDIN_FILENO, limit: 4 << 20)
        guard supervised else {
            return try work(&lines, PhotoWorker.load(plans ?? receivePlans(&lines)), begun: nil)
        }
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        let parent = getppid()
        do {
            let plans = try plans ?? receivePlans(&lines)
            // Before the first further thread: namespaces can be made no later.
            let begun = try WorkPlan.confinement(of: plans)?.begin()
            ParentWatch.start(parent: parent)
            let workers = try PhotoWorker.load(plans, onStage: tell)
            let report = try begun?.complete()
            if plans.contains(where: { $0.confine == .required }), let report, !report.isWhole {
                throw PipelineError(
                    .setting, "workers.confine is required, and \(report.sentence)", fault: .environment)
            }
            try say(WorkerGreeting(startupError: nil, confinement: report, plans: workers.map(\.detectorClasses)))
            return try work(&lines, workers, begun: begun)
        } catch let error where !(error is AnswerUnheard) {
            try say(WorkerGreeting(startupError: Record.Failure(error)))
            return false
        }
    }

    /// Answers job lines until there are no more.
    private func work(_ lines: inout LineReader, _ workers: [PhotoWorker], begun: BegunConfinement?) throws -> Bool {
        var allDone = true
        while let line = lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let file = lines.takeFile()
            var answer = answer(to: line, file, by: workers)
            try? file?.close()
            if answer.ending != .done {
                allDone = false
                // A share that came back, a staging folder that was made anew: the rules still name the old one.
                if begun?.moved() != nil { answer.ending = .workerMustRestart }
            }
            do { try say(answer) } catch { throw AnswerUnheard() }
        }
        return allDone
    }

    /// The supervisor is gone: no process is left to report to.
    private struct AnswerUnheard: Error {}

    private func receivePlans(_ lines: inout LineReader) throws -> [WorkPlan] {
        guard let line = lines.next() else { throw PipelineError(.protocolBroken, "no plan came before the end") }
        do {
            return try JSONDecoder().decode(PlanLine.self, from: Data(line)).plans
        } catch {
            throw PipelineError(.protocolBroken, "the first line is no plan", cause: error)
        }
    }

    private func answer(to line: [UInt8], _ file: FileDescriptor?, by workers: [PhotoWorker]) -> AnswerLine {
        do {
            let job = try JSONDecoder().decode(JobLine.self, from: Data(line))
            guard !supervised || file != nil else {
                throw PipelineError(.protocolBroken, "no photo came with a line")
            }
            guard let plan = job.plan ?? workers.indices.first, workers.indices.contains(plan) else {
                throw PipelineError(.protocolBroken, "a line names a plan that there is not")
            }
            return workers[plan].work(job, file)
        } catch {
            return AnswerLine(
                ending: .failed,
                error: Record.Failure(
                    code: "job-line", message: "this line is no job; the least is {\"path\": \"photo.jpg\"}",
                    fault: .input))
        }
    }

    /// Names the stage that comes next; one that cannot be reported is found out at the answer.
    private func tell(_ stage: Stage) {
        try? answers.write(contentsOf: Data((stage.line + "\n").utf8))
    }

    private func say(_ value: some Encodable) throws {
        var data = try JSONEncoder.lines.encode(value)
        data.append(0x0A)
        try answers.write(contentsOf: data)
    }
}
