import Control
import Foundation
import Glibc
import JSONTree
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import quiver

/// `quiver status --watch`.
@Suite struct StatusWatchTests {
    /// A finished run's queue, with a supervisor made up for it.
    private func look(_ fixtures: RunFixtures, ended: Int, start: Int64 = 1) throws -> StatusLook {
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        var look = try StatusLook(QueueControl(settings))
        look.live = LiveStatus(
            processIdentifier: 7, startedAt: start, workers: 2, roots: [], ended: ended,
            slots: [LiveStatus.Slot(job: 1, photo: "/p/a.jpg", stage: "infer", since: 0), LiveStatus.Slot()],
            joules: 7200)
        return look
    }

    @Test func theScreenShowsRateAndWorkers() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let (paint, now) = (Paint(.never, descriptor: 1), ContinuousClock.now)
        var screen = StatusScreen()
        let first = try screen.lines(look(fixtures, ended: 10), at: now, paint)
        #expect(!first.contains { $0.hasPrefix("rate") }, "one look knows no rate")
        #expect(
            first.contains("worker 2    waits") && first.contains { $0.hasPrefix("worker 1    /p/a.jpg, infer for ") })
        #expect(first.contains("energy      2.0 Wh of the whole machine since the start, 5 photos a watt-hour"))
        let second = try screen.lines(look(fixtures, ended: 15), at: now + .seconds(10), paint)
        #expect(second.contains("rate        30.0 photos a minute"))
        // What is more than a minute ago does not count any more.
        let later = try screen.lines(look(fixtures, ended: 16), at: now + .seconds(65), paint)
        #expect(later.contains { $0.hasPrefix("rate        1.1 photos a minute") })
        let another = try screen.lines(look(fixtures, ended: 3, start: 2), at: now + .seconds(66), paint)
        #expect(!another.contains { $0.hasPrefix("rate") }, "it is another supervisor")
    }

    @Test func eachLookIsALineForPrograms() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let reader = Pipe()
        let running = try fixtures.program.start(
            ["status", "--queue", fixtures.queue.path, "--watch", "--every", "0.2", "--format", "jsonl"], reader: reader
        )
        defer { kill(running.pid, SIGKILL) }
        var said = ""
        while said.count(where: { $0 == "\n" }) < 3 {
            let part = reader.fileHandleForReading.availableData
            try #require(!part.isEmpty, "it has ended by itself")
            said += String(decoding: part, as: UTF8.self)
        }
        for line in said.split(separator: "\n").prefix(3) {
            #expect(try JSONParser.parse(Array(line.utf8)).value["health"] == "down")
        }
    }

    @Test(arguments: [["--every", "5"], ["--watch", "--every", "0"]])
    func whatMakesNoSenseIsRefused(words: [String]) throws {
        let fixtures = try RunFixtures()
        #expect(try fixtures.program.start(["status"] + words).wait().status == 64)
    }
}
