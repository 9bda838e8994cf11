import Foundation
import Results
import TestSupport
import Testing

/// How the program ends when it is told to.
@Suite(.timeLimit(.minutes(30))) struct StopTests {
    private func watch(_ fixtures: RunFixtures, _ more: String...) throws -> RunningQuiver {
        try fixtures.program.start(
            ["watch", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model] + more)
    }

    @Test(arguments: [(SIGTERM, 0), (SIGINT, 130)] as [(Int32, Int32)])
    func aWatchThatHasJustBegunEndsInGoodOrder(signal: Int32, status: Int32) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(3)
        let running = try watch(fixtures)
        try running.waitUntilItHearsSignals()
        kill(running.pid, signal)
        let ended = try running.wait()
        #expect(running.process.terminationReason == .exit)
        #expect(ended.status == status, "\(ended.talk)")
        #expect(fixtures.leftovers().isEmpty)
        let socket = fixtures.output.appendingPathComponent("quiver.sqlite.sock")
        #expect(!FileManager.default.fileExists(atPath: socket.path))
    }

    /// A run has an end of its own and no settings to reload.
    @Test(arguments: [SIGTERM, SIGHUP])
    func aRunThatIsToldToStopSaysSoInItsStatus(signal: Int32) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(300)
        let running = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ])
        try running.wait { try !fixtures.records().isEmpty }
        kill(running.pid, signal)
        #expect(try running.wait().status == 130)
        #expect(try fixtures.records().count < 300)
    }

    @Test func aSecondSignalEndsAtOnceWhateverIsWaitedFor() throws {
        let fixtures = try RunFixtures()
        // A list of paths whose writer writes nothing never ends, so that nothing of the run has begun.
        let list = Pipe()
        let running = try fixtures.program.start(
            ["run", "-", "--output", fixtures.output.path, "--model", RunFixtures.model], writer: list)
        try running.waitUntilItHearsSignals()
        for signal in [SIGTERM, SIGHUP] {
            kill(running.pid, signal)
            // Two of a kind that wait are one.
            try running.wait { running.signals("ShdPnd") == 0 }
            #expect(running.process.isRunning)
        }
        kill(running.pid, SIGTERM)
        let ended = try running.wait()
        #expect(running.process.terminationReason == .exit && ended.status == 130, "\(ended.talk)")
        try list.fileHandleForWriting.close()
    }

    @Test func aFolderInTheWayOfATableEndsTheRunWithASentence() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        let table = fixtures.output.appendingPathComponent("results.csv")
        try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
        let ended = try fixtures.run()
        #expect(ended.status == 2)
        #expect(ended.talk.contains("results.csv") && ended.talk.contains("a folder is in its place"), "\(ended.talk)")
        #expect(try fixtures.records().values.count { $0.state == .done } == 2)
        try FileManager.default.removeItem(at: table)
        #expect(try fixtures.run().status == 0)
        #expect(try String(contentsOf: table, encoding: .utf8).split(separator: "\r\n").count > 2)
    }

    @Test(arguments: ["run", "watch"])
    func aReaderThatGoesAwayEndsNothing(verb: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(30)
        let reader = Pipe()
        let running = try fixtures.program.start(
            [
                verb, fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model, "--format",
                "jsonl",
            ], reader: reader)
        try reader.fileHandleForWriting.close()
        #expect(try reader.fileHandleForReading.read(upToCount: 10)?.isEmpty == false)
        try reader.fileHandleForReading.close()
        let photos = verb == "watch" ? 32 : 30
        if verb == "watch" {
            // On a slow machine the reader may be gone only behind the thirtieth photo: these are told afterwards.
            try fixtures.add(2, from: 30)
            try running.wait { try fixtures.records().count == photos }
            #expect(running.process.isRunning)
            running.process.terminate()
        }
        let ended = try running.wait()
        #expect(running.process.terminationReason == .exit && ended.status == 0, "\(ended.talk)")
        #expect(try fixtures.records().values.count { $0.state == .done } == photos)
        #expect(ended.talk.components(separatedBy: "work goes on without it").count == 2, "said once: \(ended.talk)")
    }

    /// A pager that is not paged, a terminal that is stopped: the photos are worked, and a stop does not wait for it.
    @Test(arguments: [("run", "jsonl"), ("watch", "jsonl"), ("watch", "text")])
    func aReaderThatStandsStillHoldsUpNeitherWorkNorStop(verb: String, format: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(120)
        let reader = Pipe()
        // F_SETPIPE_SZ, which Swift does not know: as little as a pipe can hold.
        #expect(fcntl(reader.fileHandleForWriting.fileDescriptor, 1031, 4096) == 4096)
        let running = try fixtures.program.start(
            [
                verb, fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model, "--format",
                format,
            ], reader: reader, readsTalk: format == "text")
        try running.wait { try fixtures.records().count == 120 }
        if verb == "watch" { #expect(try fixtures.program.run("status", "--queue", fixtures.queue.path).status == 0) }
        #expect(running.process.isRunning)
        kill(running.pid, SIGTERM)
        running.process.waitUntilExit(within: 600)
        #expect(running.process.terminationReason == .exit)
        #expect(running.process.terminationStatus == (verb == "watch" ? 0 : 130))
        #expect(fixtures.leftovers().isEmpty)
        try reader.fileHandleForReading.close()
    }

    @Test func aWatchSaysWhatItWatchesAndWhereResultsGo() throws {
        let fixtures = try RunFixtures()
        let running = try watch(fixtures)
        try running.wait {
            let talk = try String(contentsOf: running.talk, encoding: .utf8)
            return talk.contains("watching \(fixtures.photos.resolvingSymlinksInPath().path)")
                && talk.contains("results go to \(fixtures.output.resolvingSymlinksInPath().path)")
        }
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }
}
