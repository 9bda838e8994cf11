import Control
import Findings
import Results
import Testing
import WorkerProtocol

@testable import Supervisor
@testable import quiver

@Suite("The exit status of a run")
struct ExitStatusTests {
    struct Case: CustomStringConvertible, Sendable {
        var description: String
        var change: @Sendable (inout RunSummary) -> Void
        var status: Int32?
    }

    @Test(arguments: [
        Case(description: "all done", change: { $0.done = 3 }, status: nil),
        Case(description: "one failed", change: { $0.failed = 1 }, status: 1),
        Case(description: "one failed before", change: { $0.previouslyFailed = 1 }, status: 1),
        Case(description: "one waits", change: { $0.unfinished = 1 }, status: 1),
        Case(
            description: "more wait than the limit",
            change: {
                $0.unfinished = 1
                $0.limit = 2
            }, status: nil),
        Case(
            description: "a watch with photos that wait",
            change: {
                $0.unfinished = 1
                $0.watched = true
                $0.stoppedBy = .terminate
            }, status: nil),
        Case(description: "no tables", change: { $0.lacksTables = true }, status: 2),
        Case(description: "Ctrl-C", change: { $0.stoppedBy = .interrupt }, status: 130),
        Case(description: "told to stop", change: { $0.stoppedBy = .terminate }, status: 130),
    ])
    func tellsHowItEnded(example: Case) {
        var summary = RunSummary()
        example.change(&summary)
        #expect(summary.exitStatus == example.status)
    }

    @Test(
        arguments: [
            (PipelineError(.setting, "a word is wrong", fault: .input), 64),
            (PipelineError(.setting, "the machine lacks it", fault: .environment), 2),
            (PipelineError(.output, "a file is there", fault: .input), 2),
            (PipelineError(refusing: Record.Failure(code: "setting", message: "a word is wrong", fault: .input)), 64),
            (PipelineError(refusing: Record.Failure(code: "input", message: "no model", fault: .input)), 2),
        ] as [(PipelineError, Int32)])
    func tellsWhatWasWrong(error: PipelineError, status: Int32) {
        #expect(Trouble(error)?.status == status)
        #expect(Trouble(ControlError(error))?.status == status, "also where a supervisor says it")
    }
}
