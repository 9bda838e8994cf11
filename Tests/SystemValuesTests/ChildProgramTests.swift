import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

/// Programs that are run to their end, played by shell scripts.
@Suite struct ChildProgramTests {
    /// Runs a script; returns how it ended and what it printed.
    private func run(
        _ script: String, environment: [String: String] = [:], limit: Duration? = nil
    ) throws -> (ending: ProcessEnding?, output: String) {
        let folder = try TemporaryFolder()
        let file = FilePath(folder["output"].path)
        let output = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
        let ending = try output.closeAfter {
            try ChildProgram("/bin/sh", arguments: ["sh", "-c", script], environment: environment)
                .run(output: output, error: output, limit: limit)
        }
        return (ending, try String(contentsOf: folder["output"], encoding: .utf8))
    }

    @Test(
        arguments: [
            ("exit 0", .exited(0)), ("exit 7", .exited(7)), ("kill -9 $$", .killed(signal: 9)),
            ("exec no-such-program", .exited(127)),
        ] as [(String, ProcessEnding)])
    func itsEndIsTold(script: String, ending: ProcessEnding) throws {
        #expect(try run(script).ending == ending)
    }

    /// Only the environment that it is given, nothing to read, and both of its streams.
    @Test func whatItIsGiven() throws {
        let said = try run("echo \"$A\"; echo \"$HOME\" >&2; cat", environment: ["A": "b c"])
        #expect(said.ending == .exited(0) && said.output == "b c\n\n")
    }

    /// What it has started ends with it at the limit.
    @Test func oneThatHangsIsKilledWithItsChildren() throws {
        let start = ContinuousClock.now
        var said: (ending: ProcessEnding?, output: String) = (nil, "")
        // A slow machine may not have come to its first word by the shortest limit.
        for limit in [300, 3_000, 30_000, 120_000] where said.output.isEmpty {
            said = try run("sleep 600 & echo $!; wait", limit: .milliseconds(limit))
        }
        #expect(said.ending == nil && .now - start < .seconds(500))
        let child = try #require(Int32(said.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        // It is gone, or dead and waits for its parent's parent to notice; it takes a moment to go.
        func isGone() -> Bool {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return state?.split(separator: " ").dropFirst(2).first.map { $0 == "Z" } ?? true
        }
        #expect(
            (0..<6_000).contains { _ in
                if isGone() { return true }
                poll(nil, 0, 20)
                return false
            })
    }

    @Test func oneThatIsNotThereIsAnError() {
        #expect(throws: Errno.noSuchFileOrDirectory) {
            try ChildProgram("/no/such/program", arguments: ["x"], environment: [:]).run(output: .standardError)
        }
    }
}
