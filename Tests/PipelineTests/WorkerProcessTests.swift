import SystemPackage
import Testing

@testable import Pipeline

/// The conversation with workers that misbehave, played by shell scripts.
@Suite struct WorkerProcessTests {
    private func process(_ script: String) -> WorkerProcess {
        WorkerProcess(executable: "/bin/sh", arguments: ["-c", script], onTalk: { _, _ in })
    }

    private struct Question: Encodable { var ask = "x" }

    @Test func oneLineInOneLineOut() async throws {
        let (heard, ending) = try await process("read line; echo \"got $line\"").converse { worker in
            await worker.say(Question())
            return await worker.hear(within: .seconds(20))
        }
        guard case .line(#"got {"ask":"x"}"#) = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(ending == .exited(0))
    }

    @Test func aWorkerThatHangsIsKilledAtItsTimeLimit() async throws {
        let (heard, ending) = try await process("exec sleep 600").converse { worker in
            await worker.hear(within: .milliseconds(100))
        }
        guard case .overdue = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(ending == .killed(signal: 9))
    }

    @Test func aDeathShowsAsItsSignal() async throws {
        let (heard, ending) = try await process("kill -SEGV $$").converse { worker in
            await worker.hear(within: .seconds(20))
        }
        guard case .ended = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(ending == .killed(signal: 11))
        #expect(ending.description.contains("signal 11"))
    }

    @Test func whatAWorkerSaysOnStandardErrorIsTalkAndNoAnswer() async throws {
        let said = Flag()
        let worker = WorkerProcess(
            executable: "/bin/sh", arguments: ["-c", "echo talk >&2; echo answer"],
            onTalk: { _, line in if line == "talk" { said.raise() } })
        let (heard, _) = try await worker.converse { worker in
            await worker.hear(within: .seconds(20))
        }
        guard case .line("answer") = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(said.isRaised)
    }
}
