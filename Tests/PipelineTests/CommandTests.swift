import Foundation
import Results
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func jobsAreListedShownRetriedCancelledAndForgotten() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        _ = try fixtures.run()
        let jobs = { (arguments: [String]) in
            try fixtures.program.start(["jobs"] + arguments + ["--output", fixtures.output.path]).wait()
        }
        let list = try jobs(["list"])
        #expect(list.output.contains("broken.jpg") && list.output.contains("failed"))
        let number = try #require(
            list.output.split(separator: "\n").first { $0.contains("broken") }?.split(separator: " ").first)
        #expect(try jobs(["show", String(number), "--format", "json"]).output.contains(#""state": "failed""#))
        #expect(try jobs(["retry", "--state", "failed"]).output.hasPrefix("1 "))
        #expect(try jobs(["cancel", String(number)]).output.hasPrefix("1 "))
        #expect(try fixtures.records()["broken.jpg"]?.state == .cancelled)
        #expect(try jobs(["prune", "--state", "cancelled"]).output.hasPrefix("1 "))
        #expect(try jobs(["retry"]).status == 64)
    }

    /// The results lie beside the queue; the folder that the command is called in is none of its business.
    @Test func aCancelThatNamesTheQueueAloneWritesIntoItsResults() throws {
        let fixtures = try RunFixtures()
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        _ = try fixtures.run()
        let jobs = { (arguments: String...) in
            try fixtures.program.start(["jobs"] + arguments + ["--queue", fixtures.queue.path]).wait()
        }
        #expect(try jobs("retry", "--state", "failed").output.hasPrefix("1 "))
        #expect(try jobs("cancel", "--state", "ready").output.hasPrefix("1 "))
        #expect(try fixtures.records()["broken.jpg"]?.state == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("results").path))
    }

    @Test(arguments: [false, true])
    func aPhotoThatWasMovedAwayIsRetriedWhereItCameFrom(isTaken: Bool) throws {
        let fixtures = try RunFixtures()
        try Data(#"{"after": "move"}"#.utf8).write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let photo = fixtures.photos.appendingPathComponent("broken.jpg")
        try Data("no picture".utf8).write(to: photo)
        try fixtures.age(photo)
        _ = try fixtures.run()
        let moved = fixtures.photos.appendingPathComponent("failed/broken.jpg")
        #expect(FileManager.default.fileExists(atPath: moved.path))
        if isTaken { try FileManager.default.removeItem(at: moved) }
        let retried = try fixtures.program.run("jobs", "retry", "--state", "failed", "--output", "out")
        if isTaken {
            #expect(retried.status != 0 && retried.talk.contains("cannot be moved back"), "\(retried.talk)")
            #expect(try fixtures.counts()["failed"] == 1)
        } else {
            #expect(retried.output.hasPrefix("1 ") && FileManager.default.fileExists(atPath: photo.path))
            #expect(try fixtures.run().status == 1)
            #expect(FileManager.default.fileExists(atPath: moved.path))
        }
        #expect(try fixtures.records()["broken.jpg"]?.state == .failed)
    }

    @Test func statusCountsAndNamesTheSupervisor() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        let running = try fixtures.program.start([
            "watch", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ])
        try running.wait { try fixtures.records().count == 2 }
        let status = try fixtures.program.run("status", "--output", fixtures.output.path)
        #expect(status.output.contains("running") && status.output.contains("\(running.pid)"), "\(status.output)")
        #expect(status.output.contains("watches"))
        running.process.terminate()
        _ = try running.wait()
        #expect(status.status == 0)
        let after = try fixtures.program.run("status", "--output", fixtures.output.path, "--format", "json")
        #expect(after.status == 3, "nobody works the queue")
        #expect(after.output.contains(#""done" : 2"#))
    }

    @Test func aWorkerAnswersALineTypedByHand() throws {
        let fixtures = try RunFixtures()
        let photo = try fixtures.add(1)[0]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.currentDirectoryURL = fixtures.folder
        process.arguments = [
            "-c",
            "echo '{\"path\": \"\(photo.path)\"}' | \(QuiverProgram.executable.path) worker --model \(RunFixtures.model)",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let answer = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit(within: 600)
        #expect(answer.contains(#""ending":"done""#), "\(answer)")
    }

    @Test func initWritesSettingsThatConfigAccepts() throws {
        let fixtures = try RunFixtures()
        #expect(try fixtures.program.run("init").status == 0)
        #expect(try fixtures.program.run("config").status == 0)
        #expect(try fixtures.program.run("init").status == 64)
        #expect(try fixtures.program.run("config", "--schema").output.contains("json-schema.org"))
    }

    @Test func doctorFindsEverythingOnAMachineThatRunsTheTests() throws {
        let fixtures = try RunFixtures()
        let ended = try fixtures.program.run("doctor", "--model", RunFixtures.model)
        #expect(ended.status == 0, "\(ended.output)")
        for need in ["libvips", "OpenVINO", "SQLite", "inotify"] { #expect(ended.output.contains(need)) }
    }
    /// Whether a process may have a network of its own here.
    private static let mayLeaveTheNetwork: Bool = {
        let trial = Process()
        trial.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        trial.arguments = ["--user", "--map-root-user", "--net", "true"]
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit(within: 600)
        return trial.terminationStatus == 0
    }()

    /// In a network without any interface that is up, `lo` among them, as a service manager or a container may have it.
    @Test(.enabled(if: mayLeaveTheNetwork)) func doctorNeedsNoNetwork() throws {
        let fixtures = try RunFixtures()
        let output = fixtures.folder.appendingPathComponent("doctor.txt")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments =
            ["--user", "--map-root-user", "--net", "timeout", "1000", QuiverProgram.executable.path, "doctor"]
            + ["--model", RunFixtures.model]
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit(within: 1200)
        // 124 is the word of `timeout`.
        #expect(process.terminationStatus == 0 || process.terminationStatus == 1)
        let said = try String(contentsOf: output, encoding: .utf8)
        for need in ["libvips", "OpenVINO", "confinement"] { #expect(said.contains(need), "\(said)") }
    }
}
