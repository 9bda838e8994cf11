import Foundation
import TestSupport
import Testing

/// Whole runs that begin no photo at this hour, and the turns of photos that wait.
@Suite struct WhenRunTests {
    /// Hours that do not hold now, nor within the time that a test takes.
    private static func later() -> String {
        let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
        return "\((hour + 3) % 24):00-\((hour + 4) % 24):00"
    }

    private func settings(_ fixtures: RunFixtures, when: String) throws -> URL {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"watch": [{"path": "photos", "settle": "200ms"}], "output": {"path": "out"}, "when": \(when),
             "workers": {"count": 1, "scheduling": "idle"}, "log": {"path": "quiver.log"},
             "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: config)
        return config
    }

    private func program(_ fixtures: RunFixtures) -> QuiverProgram {
        var program = fixtures.program
        program.environment["TZ"] = "UTC"
        return program
    }

    @Test func aWatchWaitsForItsHourSaysSoOnceAndBeginsWhereAUserSaysSo() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let hours = Self.later()
        let config = try settings(fixtures, when: #"{"hours": "\#(hours)"}"#)
        let program = program(fixtures)
        let running = try program.start(["watch", "--config", config.path])
        func status() throws -> QuiverProgram.Ended { try program.run("status", "--config", config.path) }
        try running.wait {
            let status = try status()
            return status.status == 0 && status.output.contains("\nready       1")
        }
        let shown = try status().output
        #expect(shown.contains("waits       It is outside the hours of 'when.hours' (\(hours))"), "\(shown)")
        #expect(try program.run("resume", "--config", config.path).output == "was not paused\n")
        #expect(running.children.isEmpty, "no worker loads a model for nothing")
        #expect(try fixtures.records().isEmpty)

        #expect(try program.run("resume", "--now", "--config", config.path).output == "goes on\n")
        try running.wait { try fixtures.records().count == 1 }
        // Until the hours come by themselves.
        try fixtures.add(1, from: 1)
        try running.wait { try fixtures.records().count == 2 }
        #expect(try !status().output.contains("waits "))
        running.process.terminate()
        let ended = try running.wait()
        #expect(ended.status == 0)
        #expect(ended.talk.components(separatedBy: "It is outside the hours").count == 2, "\(ended.talk)")
        #expect(ended.talk.components(separatedBy: "resumed after").count == 2, "\(ended.talk)")
        let log = try String(contentsOf: fixtures.folder.appendingPathComponent("quiver.log"), encoding: .utf8)
        #expect(log.components(separatedBy: "It is outside the hours").count == 2, "\(log)")
    }

    @Test func aRunAtOnceGoesByNoHoursAndOneWithoutWorkEnds() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        let config = try settings(fixtures, when: #"{"hours": "\#(Self.later())", "load": 0}"#)
        let program = program(fixtures)
        let now = try program.run("run", "--now", "--config", config.path)
        #expect(now.status == 0, "\(now.talk)")
        #expect(try fixtures.records().count == 2)
        let again = try program.run("run", "--config", config.path)
        #expect(again.status == 0, "\(again.talk)")
    }

    @Test func newPhotosGoBeforeBacklogAndWhatAUserPrefersBeforeThem() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(4)
        let config = try settings(fixtures, when: "{}")
        let program = program(fixtures)
        #expect(try program.run("run", "--limit", "1", "--config", config.path).status == 0)
        let done = try #require(try fixtures.records().keys.first)
        let left = (0..<4).map { String(format: "%05d.jpg", $0) }.filter { !done.hasSuffix($0) }
        #expect(try program.run("pause", "--config", config.path).status == 0)
        let running = try program.start(["watch", "--config", config.path])
        func ready(_ count: Int) throws {
            try running.wait {
                try program.run("status", "--config", config.path).output.contains("\nready       \(count)")
            }
        }
        try ready(3)
        try fixtures.add(1, in: "new", from: 9)
        try ready(4)
        let listed = try program.run("jobs", "list", "--config", config.path, "--path", left[2]).output
        let job = try #require(listed.split(separator: " ").first)
        let moved = try program.run("jobs", "prioritize", String(job), "--config", config.path)
        #expect(moved.output == "1 got another turn\n", "\(moved.talk)")
        #expect(try program.run("resume", "--config", config.path).status == 0)
        try running.wait { try fixtures.records().count == 5 }
        running.process.terminate()
        #expect(try running.wait().status == 0)
        let log = try String(contentsOf: fixtures.folder.appendingPathComponent("quiver.log"), encoding: .utf8)
        let names = left + ["00009.jpg"]
        let claimed = log.split(separator: "\n").filter { $0.contains("claimed") }.compactMap { line in
            names.first { line.contains($0) }
        }
        #expect(claimed.prefix(2) == [left[2], "00009.jpg"], "\(log)")
        #expect(Set(claimed.dropFirst(2)) == Set(left.prefix(2)) && claimed.count == 4, "\(log)")
    }
}
