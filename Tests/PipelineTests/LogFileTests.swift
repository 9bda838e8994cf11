import Foundation
import Glibc
import Synchronization
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

    /// What rotations do: the file is renamed, or removed, and the next line begins another one.
    @Test(arguments: [true, false])
    func aLogThatIsRotatedGoesOnUnderItsName(isRenamed: Bool) throws {
        let log = try open("log")
        log.add("2026-11-24T10:00:00.000Z info one")
        if isRenamed {
            try FileManager.default.moveItem(at: folder["log"], to: folder["log.1"])
        } else {
            try FileManager.default.removeItem(at: folder["log"])
        }
        for word in ["two", "three"] { log.add("2026-11-24T10:00:00.000Z info \(word)") }
        #expect(
            try String(contentsOf: folder["log"], encoding: .utf8)
                == "2026-11-24T10:00:00.000Z info two\n2026-11-24T10:00:00.000Z info three\n")
        if isRenamed {
            #expect(
                try String(contentsOf: folder["log.1"], encoding: .utf8) == "2026-11-24T10:00:00.000Z info one\n")
        }
    }

    /// A file that is made in its place, as `create` of logrotate does, is taken; another program's is not.
    @Test func aFileInItsPlaceIsTakenWhereItIsEmpty() throws {
        let said = Mutex<[String]>([])
        let log = try LogFile(at: FilePath(folder["log"].path)) { sentence in said.withLock { $0.append(sentence) } }
        log.add("2026-11-24T10:00:00.000Z info one")
        try FileManager.default.moveItem(at: folder["log"], to: folder["log.1"])
        try Data().write(to: folder["log"])
        log.add("2026-11-24T10:00:00.000Z info two")
        #expect(try String(contentsOf: folder["log"], encoding: .utf8) == "2026-11-24T10:00:00.000Z info two\n")
        try FileManager.default.moveItem(at: folder["log"], to: folder["log.2"])
        try Data("{}".utf8).write(to: folder["log"])
        for _ in 0..<2 { log.add("2026-11-24T10:00:00.000Z info three") }
        #expect(try String(contentsOf: folder["log"], encoding: .utf8) == "{}")
        let old = try String(contentsOf: folder["log.2"], encoding: .utf8)
        #expect(old.components(separatedBy: "three").count == 3)
        #expect(said.withLock { $0.count } == 1)
        #expect(said.withLock { $0[0].contains("was renamed or removed") })
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

    @Test(.timeLimit(.minutes(30)), arguments: ["link", "second name", "FIFO", "folder"])
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
