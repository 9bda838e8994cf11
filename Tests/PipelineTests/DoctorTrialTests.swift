import Foundation
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The process that tries the walls, played by shell scripts.
@Suite struct DoctorTrialTests {
    private func trial(_ script: String, limit: Duration = .seconds(60)) -> Doctor.Trial {
        var trial = Doctor.Trial()
        trial.program = "/bin/sh"
        trial.task = ["-c", script, "sh"]
        trial.limit = limit
        return trial
    }

    private static let answer = #"{"report":{"lines":[]},"main":{"attempts":[]},"older":{"attempts":[]}}"#

    /// More than a pipe holds on both of its outputs, the one that is read last first.
    @Test func aProcessThatTalksMuchIsHeardOut() throws {
        let outcome = try trial(
            "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero | tr '\\0' ' '; echo '\(Self.answer)'"
        )
        .run()
        #expect(outcome.report.lines.isEmpty && outcome.refusals == 0)
    }

    @Test func aProcessThatHangsIsEnded() throws {
        let error = try #require(throws: PipelineError.self) {
            try trial("exec sleep 600", limit: .milliseconds(200)).run()
        }
        #expect(error.message.contains("longer than"))
    }

    @Test func aProcessThatFailsIsQuoted() throws {
        let error = try #require(throws: PipelineError.self) {
            try trial("echo first >&2; echo last >&2; exit 3").run()
        }
        #expect(error.message == "last")
    }
}
