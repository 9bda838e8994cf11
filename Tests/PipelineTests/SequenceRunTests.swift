import Foundation
import TestSupport
import Testing

/// Whole runs over real pictures of one code, which say what is seen again and again while they work.
@Suite(.enabled(if: Cases.isAvailable), .timeLimit(.minutes(30))) struct SequenceRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// Three pictures that show the same code, and three that show none.
    private static let pictures = ["qrcode-1/1", "qrcode-1/7", "qrcode-1/8"]
    private static let others = ["falsepositives-1/01", "falsepositives-1/06", "falsepositives-1/09"]

    private func add(_ pictures: [String], from first: Int) throws {
        for (number, picture) in pictures.enumerated() {
            let target = fixtures.photos.appendingPathComponent("\(first + number).webp")
            try FileManager.default.copyItem(at: Cases.file("barcodes/\(picture).webp"), to: target)
            try fixtures.age(target)
        }
    }

    private func objects(_ lines: String) throws -> [[String: Any]] {
        try lines.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func news(_ lines: String) throws -> [[String: Any]] {
        try objects(lines).filter { $0["event"] as? String == "sequence" }
    }

    /// A line that is not yet whole is left for the next look.
    private func wholeLines(of url: URL) throws -> String {
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
    }

    @Test(arguments: ["1", "3"])
    func whatARunSaysInTheEndIsWhatTheResultsSay(workers: String) throws {
        try add(Self.pictures + Self.others, from: 1)
        let ended = try fixtures.program.run(
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--task", "barcodes", "--workers", workers,
            "--label", "wikipedia", "--format", "jsonl")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(try objects(ended.output).count { $0["source"] != nil } == 6, "every record has its line")
        // What a client knows that follows the news.
        var known: [Int: [String: Any]] = [:]
        for one in try news(ended.output) {
            let id = try #require(one["id"] as? Int)
            known[id] = one["because"] as? String == "withdrawn" ? nil : one
        }
        let listed = try objects(
            fixtures.program.run("sequence", fixtures.output.path, "--label", "wikipedia", "--format", "jsonl").output)
        let (event, told) = (try #require(listed.first), try #require(known.values.first))
        #expect(listed.count == 1 && known.count == 1, "\(known)")
        let frames = try #require(event["frames"] as? [String])
        #expect(frames.count == 3 && told["photos"] as? Int == 3)
        #expect(told["first"] as? String == frames.first && told["last"] as? String == frames.last)
        for key in ["folder", "label", "detector", "what"] { #expect(told[key] as? String == event[key] as? String) }
        for key in ["best", "mean"] { #expect(told[key] as? Double == event[key] as? Double) }
        #expect(told["because"] as? String == "missed" && told["released"] as? Bool == true)
        #expect(ended.talk.contains("seen ") && ended.talk.contains("over "), "\(ended.talk)")
    }

    private func watch() throws -> RunningQuiver {
        let settings: [String: Any] = [
            "watch": [["path": "photos", "settle": "200ms"]], "output": ["path": "out"],
            "detectors": [["name": "codes", "task": "barcodes"]],
            "sequences": [["label": "wikipedia", "detector": "codes"]],
        ]
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        return try fixtures.program.start(["watch", "--config", config.path, "--format", "jsonl"])
    }

    private func stop(_ running: RunningQuiver) throws -> QuiverProgram.Ended {
        running.process.terminate()
        let ended = try running.wait()
        #expect(ended.status == 0, "\(ended.talk)")
        return ended
    }

    @Test func aWatchGoesOnWhereTheOneBeforeItEndedAndSaysNothingTwice() throws {
        try add(Array(Self.pictures.prefix(2)), from: 1)
        let first = try watch()
        try first.wait { try fixtures.records().count == 2 }
        // Another program follows the events once it hears of a photo of another folder.
        let listener = try fixtures.program.start(["events", "--output", fixtures.output.path])
        var looks = 0
        try listener.wait {
            if looks % 100 == 0 { try fixtures.add(1, in: "another", from: looks) }
            looks += 1
            return try !wholeLines(of: listener.output).isEmpty
        }
        try add(Array(Self.pictures.suffix(1)), from: 3)
        try listener.wait { try !news(wholeLines(of: listener.output)).isEmpty }
        let (ended, heard) = (try stop(first), try listener.wait())
        for told in [try news(ended.output), try news(heard.output)] {
            #expect(told.map { $0["change"] as? String } == ["added"], "\(told)")
            #expect(told.first?["photos"] as? Int == 3)
        }

        let second = try watch()
        try add(Self.others, from: 4)
        try second.wait { try !news(wholeLines(of: second.output)).isEmpty }
        let told = try news(stop(second).output)
        #expect(told.map { $0["change"] as? String } == ["removed"], "\(told)")
        #expect(told.first?["because"] as? String == "missed" && told.first?["photos"] as? Int == 3)
    }
}
