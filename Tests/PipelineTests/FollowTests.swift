import Foundation
import Glibc
import JSONTree
import Results
import SystemValues
import TestSupport
import Testing

/// Programs that follow the ends of photos by a cursor, and that hand photos in, with the real program.
@Suite("following and submitting")
struct FollowTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// Two workers over the watched folder; photos that come under their names settle for 200 ms.
    private func watch(settle: String = "200ms") throws -> RunningQuiver {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"watch": [{"path": "photos", "settle": "\(settle)"}], "output": {"path": "out"},
             "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: config)
        let running = try fixtures.program.start(["watch", "--config", config.path, "--workers", "2"])
        try running.wait { try quiver("status", "--format", "json").status == 0 }
        return running
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments + ["--output", fixtures.output.path]).wait()
    }

    private func stop(_ running: RunningQuiver) throws {
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }

    /// One line of `quiver events` about a photo that has ended.
    private struct End: Hashable {
        let cursor: String
        let job: Int
        let file: String
        let path: String
        let state: String
        let recordPath: String

        init?(_ line: Substring) throws {
            let event = try JSONParser.parse(Array(line.utf8)).value
            guard event["event"] == "ended" else { return nil }
            cursor = try #require(event["cursor"]?.text)
            job = try #require(event["job"]?.whole)
            file = try #require(event["file"]?.text)
            path = try #require(event["path"]?.text)
            state = try #require(event["record"]?["state"]?.text)
            recordPath = try #require(event["record"]?["source"]?["path"]?.text)
        }
    }

    /// The ends in whole lines of an output; a line that was cut off is none.
    private func ends(in output: URL) throws -> [End] {
        let text = try String(contentsOf: output, encoding: .utf8)
        let whole = text.lastIndex(of: "\n").map { text[...$0] } ?? ""
        return try whole.split(separator: "\n").compactMap { try End($0) }
    }

    /// What is told behind a cursor where no run goes on.
    private func kept(since cursor: String) throws -> [End] {
        let told = try fixtures.program.start(["events", "--since", cursor, "--output", fixtures.output.path])
        #expect(try told.wait().status == 3)
        return try ends(in: told.output)
    }

    @Test("whoever is killed, the supervisor or the one who follows: from the last cursor on there is no gap")
    func kills() throws {
        let count = 120
        var (heard, cursor): ([End], String) = ([], "first")
        var running = try watch()
        for round in 0..<4 {
            try fixtures.add(count / 4, from: round * count / 4)
            let follower = try fixtures.program.start([
                "events", "--since", cursor, "--output", fixtures.output.path,
            ])
            // Some photos come to an end in each life of either.
            try follower.wait { try ends(in: follower.output).count >= 10 }
            if round % 2 == 0 {
                kill(running.pid, SIGKILL)
                _ = try running.wait()
                let cutOff = try follower.wait()
                #expect(cutOff.status == 1 && cutOff.talk.contains("--since"), "\(cutOff.talk)")
                running = try watch()
            } else {
                kill(follower.pid, SIGKILL)
                _ = try follower.wait()
            }
            heard += try ends(in: follower.output)
            cursor = try #require(heard.last?.cursor)
        }
        let last = try fixtures.program.start(["events", "--since", cursor, "--output", fixtures.output.path])
        try last.wait { try Set((heard + ends(in: last.output)).map(\.job)).count == count }
        try stop(running)
        let ended = try last.wait()
        #expect(ended.status == 0 && ended.output.hasSuffix(#"{"event":"runEnded"}"# + "\n"), "\(ended.talk)")
        heard += try ends(in: last.output)

        let records = try fixtures.records()
        #expect(records.count == count && Set(heard.map(\.job)) == Set(1...count))
        for end in heard {
            #expect(end.state == "done" && end.path == end.recordPath)
            let record = try Record.decode(Data(contentsOf: URL(fileURLWithPath: end.file)))
            #expect(record.source.path == end.path)
        }
        // What was heard is what the queue tells, in its order; each number belongs to one end.
        let all = try kept(since: "first")
        #expect(all.map(\.job).sorted() == Array(1...count) && Set(all.map(\.cursor)).count == count)
        #expect(Set(all).isSubset(of: heard))
        #expect(Dictionary(grouping: heard, by: \.cursor).values.allSatisfy { Set($0.map(\.job)).count == 1 })
        #expect(
            try kept(since: #require(all.last).cursor).isEmpty && kept(since: all[7].cursor) == Array(all.dropFirst(8)))
    }

    @Test("a cursor that the queue cannot go on from is refused with a code, whether a run goes on or not")
    func refusals() throws {
        try fixtures.add(3)
        #expect(try fixtures.run().status == 0)
        let all = try kept(since: "first")
        #expect(all.count == 3)
        let queue = try #require(all[0].cursor.split(separator: "-").first)
        func refused(_ cursor: String, _ code: String) throws {
            let ended = try quiver("events", "--since", cursor)
            #expect(ended.status == 4 && !ended.talk.isEmpty, "\(ended.status) \(ended.talk)")
            let lines = try ended.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)).value }
            #expect(lines.map { $0["error"]?["code"]?.text } == [code], "\(ended.output)")
        }
        #expect(try quiver("events", "--since", "7").status == 64)
        try refused("0123456789abcdef-1", "otherQueue")
        try refused("\(queue)-900", "cursorAhead")
        #expect(try quiver("jobs", "prune", "\(all[1].job)").status == 0)
        try refused(all[0].cursor, "cursorTooOld")
        #expect(try kept(since: all[1].cursor).map(\.job) == [all[2].job])
        // Who begins anew misses nothing that is kept, and can go on from each of its cursors.
        let anew = try kept(since: "first")
        #expect(anew.map(\.job) == [all[0].job, all[2].job])
        #expect(try kept(since: anew[0].cursor).map(\.job) == [all[2].job])

        let running = try watch()
        try refused(all[0].cursor, "cursorTooOld")
        let follower = try fixtures.program.start([
            "events", "--since", all[2].cursor, "--output", fixtures.output.path,
        ])
        try follower.wait { try String(contentsOf: follower.output, encoding: .utf8).contains("\n") }
        try stop(running)
        let first = try #require(try follower.wait().output.split(separator: "\n").first)
        #expect(first == #"{"event":"following","cursor":"\#(all[2].cursor)"}"#)
    }

    @Test("a photo that is retried is told again as it ends, and one that is cancelled as such")
    func again() throws {
        try fixtures.add(1)
        try Data("no photo".utf8).write(to: fixtures.photos.appendingPathComponent("bad.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("bad.jpg"))
        #expect(try fixtures.run().status == 1)
        let before = try kept(since: "first")
        #expect(before.map(\.state).sorted() == ["done", "failed"])
        let bad = try #require(before.first { $0.state == "failed" })
        #expect(try quiver("jobs", "retry", "\(bad.job)").status == 0)
        #expect(try kept(since: "first").map(\.state) == ["done"])
        #expect(try quiver("jobs", "cancel", "\(bad.job)").status == 0)
        let after = try kept(since: #require(before.last).cursor)
        #expect(after.map(\.state) == ["cancelled"] && after.map(\.job) == [bad.job])
    }

    @Test("a program hands photos in and waits for their records; one that is known is answered with the record it has")
    func submit() throws {
        // What comes by itself settles for an hour: what is handed in is not waited for.
        let running = try watch(settle: "1h")
        let own = fixtures.folder.appendingPathComponent("own")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let files = try (0..<3).map { number in
            let file = own.appendingPathComponent("\(number).jpg")
            // The third has the second one's bytes.
            try RunFixtures.photo(min(number, 1)).write(to: file)
            return file.path
        }
        func submit(_ more: String...) throws -> (status: Int32, answers: [JSONValue], talk: String) {
            let ended = try fixtures.program.start(
                ["submit"] + more + [
                    "--into", fixtures.photos.path, "--format", "jsonl", "--output", fixtures.output.path,
                ]
            ).wait()
            let lines = ended.output.split(separator: "\n")
            return (ended.status, try lines.map { try JSONParser.parse(Array($0.utf8)).value }, ended.talk)
        }
        let first = try submit(files[0])
        #expect(first.status == 0 && first.answers.count == 1, "\(first.talk)")
        #expect(first.answers.first?["job"]?.whole == 1 && first.answers.first?["record"] == nil)
        let all = try submit(files[0], files[1], files[2], "--wait", "--timeout", "1200")
        try #require(all.answers.count == 3, "\(all.talk)")
        #expect(all.status == 0 && all.answers.first?["job"]?.whole == 1, "\(all.talk)")
        #expect(Set(all.answers.map { $0["job"]?.whole }) == [1, 2, 3])
        let records = all.answers.compactMap { $0["record"] }
        #expect(records.allSatisfy { $0["state"] == "done" && $0["source"]?["sha256"] != nil })
        #expect(records.map { $0["source"]?["path"] } == all.answers.map { $0["path"] })
        // The copy says what its first does.
        #expect(records.count == 3 && records.last?["results"] == records.dropFirst().first?["results"])
        #expect(records.compactMap { $0["source"]?["duplicateOf"]?.text }.count == 1)
        #expect(try fixtures.records().count == 3)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixtures.photos.path).sorted() == [
                "0.jpg", "1.jpg", "2.jpg",
            ])
        // Another photo of a name that is taken gets a number.
        try RunFixtures.photo(7).write(to: URL(fileURLWithPath: files[0]))
        let named = try submit(files[0], "--wait")
        #expect(named.answers.first?["path"]?.text?.hasSuffix("photos/0-2.jpg") == true, "\(named.talk)")
        let text = own.appendingPathComponent("text.jpg")
        try Data("no photo".utf8).write(to: text)
        let none = try submit(text.path, files[1], "--wait")
        #expect(
            none.status == 1 && none.answers.map { $0["job"] } == [all.answers[1]["job"]]
                && none.talk.contains("is no photo"))
        try stop(running)
        #expect(try submit(files[1]).status == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixtures.photos.path).count == 4)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    fileprivate var whole: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }
}
