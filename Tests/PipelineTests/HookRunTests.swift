import Foundation
import Glibc
import Results
import TestSupport
import Testing

/// Whole runs that tell a program of what they do, as a user sets it.
@Suite(.timeLimit(.minutes(30))) struct HookRunTests {
    private let fixtures: RunFixtures

    init() throws {
        fixtures = try RunFixtures()
        chmod(fixtures.folder.path, 0o700)
    }

    private func script(_ name: String, _ lines: String) throws -> String {
        let file = fixtures.folder.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
        chmod(file.path, 0o700)
        return file.path
    }

    private func settings(_ hooks: String, _ more: String = "") throws -> String {
        let file = fixtures.folder.appendingPathComponent("hooks.json")
        let text = """
            { "detectors": [{ "model": "\(RunFixtures.model)" }], "output": { "path": "\(fixtures.output.path)" }, \(more)
              "hooks": [\(hooks)] }
            """
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func lines(_ name: String) throws -> [[String: Any]] {
        let file = fixtures.folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let text = try String(contentsOf: file, encoding: .utf8)
        // A line that is still being written is none yet.
        return try text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// Each message on a line, once the record of its photo is there.
    private func recorder(_ log: String) throws -> String {
        let folder = fixtures.folder.path
        return try script(
            "record-\(log)",
            """
            message=$(cat)
            name=$(printf %s "$message" | sed 's/.*"path":"[^"]*\\/\\([^"/]*\\)".*/\\1/')
            if [ "$QUIVER_EVENT" = photo ] && ! [ -e "\(fixtures.output.path)/$name.json" ]; then echo "$name" >> \(folder)/early; fi
            printf '%s\\n' "$message" >> \(folder)/\(log)
            """)
    }

    @Test func everyPhotoThatIsMeantIsToldOfOnceWithItsRecord() throws {
        try fixtures.add(6)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        let file = try settings(
            """
            { "name": "all", "program": "\(try recorder("all"))", "atOnce": 1 },
            { "name": "failed", "program": "\(try recorder("failed"))", "where": "state:failed", "atOnce": 1 },
            { "name": "run", "on": "run", "program": "\(try recorder("run"))" }
            """)
        let ended = try fixtures.program.run("run", fixtures.photos.path, "--config", file)
        #expect(ended.status == 1, "\(ended.talk)")
        let records = try fixtures.records()
        let told = try lines("all")
        #expect(told.count == 7 && Set(told.compactMap { $0["message"] as? String }).count == 7)
        for message in told {
            let record = try #require(message["record"] as? [String: Any])
            let path = try #require((record["source"] as? [String: Any])?["path"] as? String)
            let own = records[URL(fileURLWithPath: path).lastPathComponent]
            #expect(record["state"] as? String == own?.state.rawValue, "\(path)")
        }
        #expect(try lines("failed").count == 1)
        #expect(!FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("early").path))
        let run = try #require(try lines("run").first?["run"] as? [String: Any])
        #expect(run["done"] as? Int == 6 && run["failed"] as? Int == 1 && run["waiting"] as? Int == 0)
        #expect((run["failures"] as? [[String: Any]])?.count == 1)
        // What was told is told once.
        _ = try fixtures.program.run("run", fixtures.photos.path, "--config", file)
        #expect(try lines("all").count == 7 && lines("run").count == 2)
    }

    @Test func whatFailsWaitsAndIsShownAndTriedAgain() throws {
        try fixtures.add(2)
        let door = fixtures.folder.appendingPathComponent("open")
        let file = try settings(
            #"{ "name": "door", "program": "\#(try script("door", "cat >/dev/null; echo closed; test -e \(door.path)"))" }"#
        )
        let ended = try fixtures.program.run("run", fixtures.photos.path, "--config", file)
        #expect(ended.status == 0 && ended.talk.contains("the hook door fails"), "\(ended.talk)")
        #expect(ended.talk.contains("2 messages of hooks wait"), "\(ended.talk)")
        let listed = try fixtures.program.run("hooks", "list", "--messages", "--config", file)
        #expect(
            listed.output.contains("waiting  ") && listed.output.contains(" attempt")
                && listed.output.contains("closed"), "\(listed.output)")
        #expect(try fixtures.program.run("hooks", "test", "door", "--config", file).status == 1)
        try Data().write(to: door)
        #expect(try fixtures.program.run("hooks", "test", "door", "--config", file).status == 0)
        let retried = try fixtures.program.run("hooks", "retry", "--state", "waiting", "--config", file)
        #expect(retried.output == "2 messages to be delivered\n", "\(retried.output) \(retried.talk)")
        #expect(try fixtures.program.run("run", fixtures.photos.path, "--config", file).status == 0)
        let hooks = try fixtures.program.run("hooks", "list", "--config", file)
        #expect(hooks.status == 0 && hooks.output.contains("2 delivered"), "\(hooks.output)")
        let forgotten = try fixtures.program.run("hooks", "forget", "--state", "delivered", "--config", file)
        #expect(forgotten.output == "2 messages forgotten\n")
    }

    @Test func photosThatWereMovedAwayAreWhereTheirMessageSays() throws {
        try fixtures.add(4)
        let found = fixtures.folder.appendingPathComponent("found").path
        let look = try script(
            "look",
            "moved=$(sed 's/.*\"movedTo\":\"\\([^\"]*\\)\".*/\\1/'); test -e \"$moved\" && echo \"$moved\" >> \(found)")
        let file = try settings(#"{ "name": "look", "program": "\#(look)" }"#, #""after": "move","#)
        #expect(try fixtures.program.run("run", fixtures.photos.path, "--config", file).status == 0)
        #expect(try String(contentsOfFile: found, encoding: .utf8).split(separator: "\n").count == 4)
    }

    @Test func aCancelledPhotoIsToldOf() throws {
        try fixtures.add(3)
        let file = try settings(#"{ "name": "all", "program": "\#(try recorder("all"))", "atOnce": 1 }"#)
        #expect(try fixtures.program.run("run", fixtures.photos.path, "--config", file, "--limit", "1").status == 0)
        // A pause keeps what the next run takes in from its workers.
        #expect(try fixtures.program.run("pause", "--config", file).status == 0)
        let running = try fixtures.program.start(["watch", fixtures.photos.path, "--config", file])
        defer { running.process.terminate() }
        try running.wait {
            try fixtures.program.run("jobs", "list", "--state", "ready", "--config", file).output.contains("00001.jpg")
        }
        #expect(try fixtures.program.run("jobs", "cancel", "--state", "ready", "--config", file).status == 0)
        try running.wait { try lines("all").count == 3 }
        let states = try lines("all").compactMap { ($0["record"] as? [String: Any])?["state"] as? String }
        #expect(states.sorted() == ["cancelled", "cancelled", "done"])
        running.process.terminate()
        _ = try running.wait()
    }

    @Test(arguments: [
        (#"{ "name": "a", "program": "/x", "where": "colour:" }"#, "the hook a asks \"where\""),
        (#"{ "name": "a" }"#, "it names no receiver"),
    ])
    func aHookThatCannotBeMeantEndsTheRun(hook: String, sentence: String) throws {
        try fixtures.add(1)
        let ended = try fixtures.program.run("run", fixtures.photos.path, "--config", try settings(hook))
        #expect(ended.status != 0 && ended.talk.contains(sentence), "\(ended.talk)")
    }
}
