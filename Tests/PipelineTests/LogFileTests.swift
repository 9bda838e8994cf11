import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import WorkerProtocol

@testable import Supervisor

@Suite struct LogFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) throws -> LogFile {
        try LogFile(at: FilePath(folder[name].path), onTrouble: { _ in })
    }

    @Test(arguments: [
        "2026-11-24T09:00:00.000Z info run begins", #"{"time":"2026-11-24T09:00:00.000Z","level":"info"}"#, "",
    ])
    func aLogGoesOn(before: String) throws {
        try Data(before.utf8).write(to: folder["log"])
        try open("log").add("2026-11-24T10:00:00.000Z info more")
        let text = try String(contentsOf: folder["log"], encoding: .utf8)
        #expect(text == before + "2026-11-24T10:00:00.000Z info more\n")
    }

    @Test func aNewLogIsItsUsersAlone() throws {
        _ = try open("log")
        var status = stat()
        try #require(stat(folder["log"].path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: ["export PATH=/usr/bin\n", "{}", "2026-11-2", "# 2026-11-24T09:00:00"])
    func nothingElseIsWrittenTo(content: String) throws {
        try Data(content.utf8).write(to: folder[".bashrc"])
        let error = #expect(throws: PipelineError.self) { try open(".bashrc") }
        #expect(error?.description.contains("no log of Quiver's") == true)
        #expect(try String(contentsOf: folder[".bashrc"], encoding: .utf8) == content)
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["link", "second name", "FIFO", "folder"])
    func noLinkIsFollowedAndNoFIFOWaitedFor(kind: String) throws {
        let (target, log) = (folder["target"].path, folder["log"].path)
        try Data().write(to: folder["target"])
        let made =
            switch kind {
            case "link": symlink(target, log)
            case "second name": link(target, log)
            case "FIFO": mkfifo(log, 0o600)
            default: mkdir(log, 0o700)
            }
        try #require(made == 0)
        #expect(throws: PipelineError.self) { try open("log") }
    }
}
