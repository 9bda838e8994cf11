import Dispatch
import Foundation
import Glibc
import Settings
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The conversation with workers that misbehave, played by shell scripts.
@Suite struct WorkerProcessTests {
    private func process(_ script: String) -> WorkerProcess {
        WorkerProcess(executable: "/bin/sh", arguments: ["-c", script], onTalk: { _, _ in })
    }

    private struct Question: Encodable { var ask = "x" }

    @Test func oneLineInOneLineOut() async throws {
        let (heard, ending) = try await process("read line; echo \"got $line\"").converse { worker in
            await worker.send(Question(), within: .seconds(600))
            return await worker.receive(within: .seconds(600))
        }
        guard case .line(#"got {"ask":"x"}"#) = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(ending == .exited(0))
    }

    /// What the kernel says of a thread: its nice value and its policy, where 5 is idle.
    @Test(arguments: [(Settings.Scheduling.normal, "0 0"), (.nice, "10 0"), (.idle, "19 5")])
    func workersGoBehindOtherPrograms(scheduling: Settings.Scheduling, expected: String) async throws {
        let own = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
        // A child of the worker too: whatever it starts, and whenever.
        var process = process("read line; sh -c 'cut -d\" \" -f 19,41 /proc/self/stat'")
        let refusals = Mutex<[Errno]>([])
        process.scheduling = scheduling
        process.onRefusal = { error in refusals.withLock { $0.append(error) } }
        let (heard, _) = try await process.converse { worker in
            await worker.send(Question(), within: .seconds(600))
            return await worker.receive(within: .seconds(600))
        }
        guard case .line(let text) = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(text == (scheduling == .normal ? "\(own) 0" : expected))
        #expect(refusals.withLock { $0.isEmpty })
    }

    /// Workers decode what strangers have sent.
    @Test func workersAreToldNoPassword() {
        let whole = [
            "QUIVER_QUEUE": "postgres://quiver:secret@db.example/photos", "PGPASSWORD": "secret", "PGPASSFILE": "/p",
            "QUIVER_OPENVINO": "/opt/openvino", "PATH": "/bin",
        ]
        let kept = WorkerProcess.handedOn(whole)
        #expect(kept["QUIVER_OPENVINO"] == "/opt/openvino" && kept["PATH"] == "/bin")
        #expect(!kept.values.contains { $0.contains("secret") } && kept["PGPASSFILE"] == nil)
    }

    @Test func aWorkerThatHangsIsKilledAtItsTimeLimit() async throws {
        let (heard, ending) = try await process("exec sleep 600").converse { worker in
            await worker.receive(within: .milliseconds(100))
        }
        guard case .overdue = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(ending == .killed(signal: 9))
    }

    /// Each page has the time of a photo, and no worker has more pages than it may have.
    ///
    /// The watchdog counts less than passes on a busy machine, never more: pages without end must end all the same.
    @Test(arguments: [
        ("for page in 1 2 3 4; do sleep 2; echo @page; done; echo done", 7, 3, true),
        ("while :; do sleep 0.5; echo @page; done", 2, 1, false),
    ])
    func eachPageHasTheTimeOfAPhoto(script: String, seconds: Int, pages: Int, isHeard: Bool) async throws {
        let (heard, _) = try await process(script).converse { worker in
            await worker.receive(within: .seconds(seconds), pages: pages)
        }
        switch heard {
        case .line(let line): #expect(isHeard && line == "done")
        case .overdue: #expect(!isHeard)
        default: Issue.record("heard \(heard)")
        }
    }

    /// Nobody reads what is sent: it must neither block the supervisor nor be waited for beyond the limit.
    @Test func aWorkerThatDoesNotReadIsKilledAtItsTimeLimit() async throws {
        let (isOver, ending) = try await process("exec sleep 600").converse { worker in
            await worker.send(Question(ask: String(repeating: "x", count: 4 << 20)), within: .milliseconds(200))
            return worker.isOver
        }
        #expect(isOver)
        #expect(ending == .killed(signal: 9))
    }

    @Test func aFileComesWithItsLine() async throws {
        let folder = try TemporaryFolder()
        try Data("the photo".utf8).write(to: folder["a.jpg"])
        let photo = try OpenedPhoto(FilePath(folder["a.jpg"].path))
        let (own, other) = try WorkerSocket.pair()
        let lane = BlockingLane("test")
        let long = [UInt8](repeating: 0x61, count: 2 << 20)
        let sending = Task {
            try await own.send(long + [0x0A], with: nil, on: lane)
            try await own.send(Array("second\n".utf8), with: photo, on: lane)
            own.finish()
        }
        let (lines, files) = try await BlockingLane("reader").perform {
            var reader = LineReader(descriptor: other.rawValue, limit: 4 << 20)
            var (lines, files): ([[UInt8]], [String?]) = ([], [])
            while let line = reader.next() {
                lines.append(line)
                let file = reader.takeFile()
                defer { try? file?.close() }
                files.append(
                    file.map { FileHandle(fileDescriptor: $0.rawValue, closeOnDealloc: false) }
                        .map { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) })
            }
            return (lines, files)
        }
        try await sending.value
        try other.close()
        #expect(lines == [long, Array("second".utf8)])
        #expect(files == [nil, "the photo"])
    }

    @Test func aDeathShowsAsItsSignal() async throws {
        let (heard, ending) = try await process("kill -SEGV $$").converse { worker in
            await worker.receive(within: .seconds(600))
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
            executable: "/bin/sh", arguments: ["-c", "echo talk >&2; echo answer"], farewell: .seconds(600),
            onTalk: { _, line in if line == "talk" { said.raise() } })
        let (heard, _) = try await worker.converse { worker in
            await worker.receive(within: .seconds(600))
        }
        guard case .line("answer") = heard else {
            Issue.record("heard \(heard)")
            return
        }
        #expect(said.isRaised)
    }
}
