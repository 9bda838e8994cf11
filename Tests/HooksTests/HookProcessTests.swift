import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Hooks

/// Programs of hooks that behave badly cost themselves alone.
@Suite(.timeLimit(.minutes(30))) struct HookProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A script that only its owner may change.
    private func script(_ lines: String, named name: String = "hook") throws -> FilePath {
        let file = folder[name]
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
        chmod(file.path, 0o700)
        return FilePath(file.path)
    }

    private func run(
        _ lines: String, input: [UInt8] = [], arguments: [String] = [], limit: Duration = .seconds(600),
        leavesRest: Bool = false, until isStopped: () -> Bool = { false }
    ) throws -> (ending: HookProcess.Ending, output: [UInt8]) {
        HookProcess(
            program: try script(lines), arguments: arguments,
            environment: ["PATH": "/usr/bin:/bin", "MARK": "mark \(folder.url.lastPathComponent)"], input: input,
            limit: limit, leavesRest: leavesRest
        ).run(until: isStopped)
    }

    /// Processes of this test's hooks that still run.
    private var left: [pid_t] {
        ProcessTree.identifiers(marked: Array("MARK=mark \(folder.url.lastPathComponent)".utf8))
    }

    /// Whether so many of them run, at the latest in two minutes: one that was killed takes a moment to go.
    private func isLeft(_ count: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(120)
        while left.count != count {
            guard .now < end else { return false }
            usleep(10_000)
        }
        return true
    }

    /// Whether a file is there, at the latest in two minutes.
    private func isThere(_ path: String) -> Bool {
        let end = ContinuousClock.now + .seconds(120)
        while !FileManager.default.fileExists(atPath: path) {
            guard .now < end else { return false }
            usleep(10_000)
        }
        return true
    }

    @Test func getsItsInputArgumentsAndEnvironment() throws {
        let end = try run(#"cat; printf '|%s|%s' "$1" "$MARK" >&2"#, input: Array("{}".utf8), arguments: ["a b; c"])
        #expect(end.ending == .ended(.exited(0)))
        #expect(String(decoding: end.output, as: UTF8.self) == "{}|a b; c|mark \(folder.url.lastPathComponent)")
    }

    @Test(arguments: [("exit 3", .exited(3)), ("kill -11 $$", .killed(signal: 11))] as [(String, ProcessEnding)])
    func itsEndIsTold(lines: String, ending: ProcessEnding) throws { #expect(try run(lines).ending == .ended(ending)) }

    @Test func inputThatIsNotReadHoldsNothingUp() throws {
        let end = try run("exit 0", input: [UInt8](repeating: 65, count: 4 << 20))
        #expect(end.ending == .ended(.exited(0)))
    }

    @Test(arguments: [
        "sleep 500", "trap '' TERM; sleep 500; sleep 500", "sleep 500 & sleep 500 & wait",
        "setsid sleep 500 & sleep 500",
        "for i in 1 2 3 4 5 6 7 8; do (setsid sh -c 'sleep 500; sleep 500' &) ; done; sleep 500",
    ])
    func whatHangsIsEndedWithAllThatItHasStarted(lines: String) throws {
        let start = ContinuousClock.now
        #expect(try run(lines, limit: .milliseconds(300)).ending == .overdue)
        // What hangs does so for longer.
        #expect(ContinuousClock.now - start < .seconds(300))
        #expect(isLeft(0))
    }

    @Test func whatItLeavesRunningIsEnded() throws {
        #expect(try run("sleep 500 & echo left").ending == .ended(.exited(0)))
        #expect(isLeft(0))
    }

    @Test func whatAMailerLeavesRunningGoesOn() throws {
        let sign = folder["goes on"].path
        // One that is killed with its mailer is still there for a moment, but makes no file later.
        let rest = "(sleep 1; touch '\(sign)'; exec sleep 500) >/dev/null 2>&1 & echo left"
        #expect(try run(rest, leavesRest: true).ending == .ended(.exited(0)))
        #expect(isThere(sign) && isLeft(1))
        for process in left { kill(process, SIGKILL) }
    }

    @Test func aFloodKeepsItsBeginning() throws {
        let end = try run("echo first; head -c 10000000 /dev/zero; exit 7")
        #expect(end.ending == .ended(.exited(7)) && end.output.count == HookAnswer.mostOutput)
        #expect(end.output.starts(with: Array("first\n".utf8)))
    }

    @Test func aFloodWithoutEndIsEnded() throws {
        let ending = try run("yes").ending
        #expect(ending == .flooded)
        #expect(isLeft(0))
    }

    @Test func anEndOfQuiverBreaksItOff() throws {
        let start = ContinuousClock.now
        let end = try run("sleep 500") { ContinuousClock.now - start > .milliseconds(100) }
        #expect(end.ending == .stopped && isLeft(0))
    }

    @Test func whatIsNoProgramIsSaid() throws {
        let file = folder["text"]
        try Data("no program".utf8).write(to: file)
        let process = HookProcess(program: FilePath(file.path), input: [], limit: .seconds(1))
        guard case .notStarted = process.run(until: { false }).ending else {
            Issue.record("a text was started")
            return
        }
    }
}
