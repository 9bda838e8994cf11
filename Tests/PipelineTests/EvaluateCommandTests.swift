import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import TestSupport
import Testing

/// `quiver evaluate`: results against reviews, against a file, and beside others.
@Suite(.timeLimit(.minutes(30))) struct EvaluateCommandTests {
    fileprivate let fixtures: RunFixtures

    /// Four photos in which the same is found.
    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(3)
        try fixtures.add(1, in: "day1", from: 10)
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func review(_ name: String, _ change: (inout [ReviewedBox]) -> Void, keepsList: Bool = true) async throws {
        let record = try #require(try fixtures.records()[name])
        let result = try #require(record.photo.results.first)
        var boxes = (result.found.detections ?? []).enumerated().map {
            ReviewedBox(label: $1.label, box: $1.box, confidence: $1.confidence, origin: $0)
        }
        change(&boxes)
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        _ = try await QueueControl(settings).change(
            .findings(
                content: try #require(record.source.sha256),
                as: FindingReview(
                    isAccepted: true, detections: keepsList ? [result.detector: boxes] : [:], basis: record.reviewBasis)
            ))
    }

    private func document(_ ended: QuiverProgram.Ended) throws -> [String: Any] {
        #expect(ended.status == 0, "\(ended.talk)")
        return try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
    }

    private func part(_ name: String, of document: [String: Any]) throws -> [String: Any] {
        try #require(document[name] as? [String: Any])
    }

    private func found(in name: String) throws -> Int { try fixtures.records()[name]?.photo.detections.count ?? 0 }

    @Test func resultsAreMeasuredAgainstWhatUsersAccepted() async throws {
        let none = try quiver("evaluate", "out")
        #expect(none.status == 2 && none.talk.contains("no user has accepted a photo"), "\(none.talk)")
        try await review("00000.jpg", { _ in }, keepsList: false)
        // One finding is none, and an object was missed.
        try await review("00001.jpg") { boxes in
            boxes.removeFirst()
            boxes.append(ReviewedBox(label: "stain", box: .init(x: 1, y: 1, width: 9, height: 9)))
        }
        let count = try found(in: "00000.jpg")
        try #require(count > 0)
        let document = try document(quiver("evaluate", "out", "--confidence", "0", "--format", "json"))
        let evaluation = try part("evaluation", of: document)
        #expect(evaluation["photos"] as? Int == 2 && evaluation["findings"] as? Int == 2 * count)
        #expect(evaluation["objects"] as? Int == 2 * count)
        let point = try part("at", of: evaluation)
        #expect(point["right"] as? Int == 2 * count - 1 && point["wrong"] as? Int == 1 && point["missed"] as? Int == 1)
        #expect(try part("counts", of: document)["withoutTruth"] as? Int == 2)
        let worst = try #require((evaluation["worst"] as? [[String: Any]])?.first)
        #expect((worst["path"] as? String)?.hasSuffix("/00001.jpg") == true)
        let text = try quiver("evaluate", "out", "--class", "stain")
        #expect(
            text.status == 0 && text.output.contains("0 findings") && text.output.contains("stain"), "\(text.output)")
        #expect(text.talk.contains("2 photos that no user accepted: left out"), "\(text.talk)")
        let some = try quiver("evaluate", "out", "--where", "name:00000")
        #expect(some.output.hasPrefix("1 photo, "), "\(some.output)")
    }

    /// What was accepted is truth for another model too, where the review holds it all.
    @Test func whatWasAcceptedOutlivesAnotherRun() async throws {
        try await review("00000.jpg", { _ in }, keepsList: false)
        try await review("00001.jpg") { _ in }
        let again = try quiver(
            "run", fixtures.photos.path, "--output", "out", "--model", RunFixtures.model, "--confidence", "0.001",
            "--replace")
        #expect(again.status == 0, "\(again.talk)")
        let ended = try quiver("evaluate", "out", "--format", "json")
        let more = try found(in: "00001.jpg")
        let counts = try part("counts", of: document(ended))
        // Where the same is found at any threshold both are truth still.
        let isSame = try #require(try part("evaluation", of: document(ended))["photos"] as? Int) == 2
        #expect(isSame || counts["acceptedBefore"] as? Int == 1, "\(counts) \(more)")
    }

    @Test func resultsAreMeasuredAgainstAFile() throws {
        let made = try quiver("export", "coco", "out", "--to", "set")
        #expect(made.status == 0, "\(made.talk)")
        let count = try found(in: "00000.jpg")
        let own = try document(quiver("evaluate", "out", "--truth", "set/annotations.json", "--format", "json"))
        #expect(try part("counts", of: own)["matchedByContent"] as? Int == 4)
        // A file of that name and length beside the list hides no photo of 'images'.
        let set = fixtures.folder.appendingPathComponent("set")
        let length = try Data(contentsOf: set.appendingPathComponent("images/00000.jpg")).count
        try Data(count: length).write(to: set.appendingPathComponent("00000.jpg"))
        let hidden = try document(quiver("evaluate", "out", "--truth", "set/annotations.json", "--format", "json"))
        #expect(try part("counts", of: hidden)["matchedByContent"] as? Int == 4)
        let evaluation = try part("evaluation", of: own)
        #expect(evaluation["photos"] as? Int == 4 && evaluation["objects"] as? Int == 4 * count)
        let ap = try #require(try part("averagePrecision", of: evaluation)["ap"] as? Double)
        #expect(abs(ap - 1) < 1e-6)
        // What a query leaves out is no photo without a result.
        let some = try document(
            quiver(
                "evaluate", "out", "--truth", "set/annotations.json", "--where", "folder:day1", "--format", "json"))
        #expect(try part("evaluation", of: some)["photos"] as? Int == 1)
        let left = try part("counts", of: some)
        #expect(left["withoutResult"] as? Int == 0 && left["withoutTruth"] as? Int == 0, "\(left)")
        let no = try quiver("evaluate", "out", "--truth", "set/annotations.json", "--where", "name:nothing")
        #expect(no.status == 2 && no.talk.contains("says nothing of a photo that fits name:nothing"), "\(no.talk)")
        // Without its photos the file's names tell: one by its path, the others by a name of their own.
        try FileManager.default.removeItem(at: fixtures.folder.appendingPathComponent("set/images"))
        let named = try document(quiver("evaluate", "out", "--truth", "set/annotations.json", "--format", "json"))
        let counts = try part("counts", of: named)
        #expect(counts["matchedByPath"] as? Int == 1 && counts["matchedByName"] as? Int == 3, "\(counts)")
    }

    @Test func twoResultsAreMeasuredBesideEachOther() throws {
        #expect(try quiver("export", "coco", "out", "--to", "set").status == 0)
        let other = try quiver(
            "run", fixtures.photos.path, "--output", "new", "--model", RunFixtures.model, "--confidence", "0.999")
        #expect(other.status == 0, "\(other.talk)")
        let both = try document(
            quiver("evaluate", "out", "--truth", "set/annotations.json", "--beside", "new", "--format", "json"))
        let comparison = try part("comparison", of: both)
        #expect((comparison["worse"] as? [Any])?.count == 4 && (comparison["better"] as? [Any])?.isEmpty == true)
        #expect((try part("ap", of: comparison)["value"] as? Double ?? 1) < 0)
        let text = try quiver("evaluate", "out", "--truth", "set/annotations.json", "--beside", "new")
        #expect(text.output.contains("4 worse") && text.output.contains("no chance"), "\(text.output)")
        let nowhere = try quiver("evaluate", "out", "--truth", "set/annotations.json", "--beside", "photos")
        #expect(nowhere.status == 2 && nowhere.talk.contains("holds no records"), "\(nowhere.talk)")
    }

    @Test func thePageIsWrittenAndOthersFilesStay() throws {
        #expect(try quiver("export", "coco", "out", "--to", "set").status == 0)
        let words = ["evaluate", "out", "--truth", "set/annotations.json", "--output"]
        for _ in 0..<2 {
            let ended = try fixtures.program.start(words + ["page"]).wait()
            #expect(ended.status == 0 && ended.talk.contains("the page is page/evaluation.html"), "\(ended.talk)")
        }
        let folder = fixtures.folder.appendingPathComponent("page")
        let page = try String(contentsOf: folder.appendingPathComponent("evaluation.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && !page.contains("<script"))
        let json = try Data(contentsOf: folder.appendingPathComponent("evaluation.json"))
        #expect((try JSONSerialization.jsonObject(with: json) as? [String: Any])?["evaluation"] != nil)
        let foreign = fixtures.folder.appendingPathComponent("mine")
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: foreign.appendingPathComponent("evaluation.json"))
        let refused = try fixtures.program.start(words + ["mine"]).wait()
        #expect(refused.status == 64 && refused.talk.contains("stays as it is"), "\(refused.talk)")
    }

    /// What the page of the catalogue has users type, typed.
    @Test func theCommandsOfThePageWork() async throws {
        let page = Cases.packageRoot.appendingPathComponent("Sources/quiver/Quiver.docc/MeasureAModel.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```sh\n(?<lines>[\s\S]*?)```/)).output.lines
        let lines = block.split(separator: "\n").map { $0.prefix { $0 != "#" } }
        try #require(lines.count == 5)
        try await review("00000.jpg") { _ in }
        #expect(try quiver("export", "coco", "out", "--to", "set").status == 0)
        #expect(
            try quiver("run", fixtures.photos.path, "--output", "new", "--model", RunFixtures.model).status == 0)
        for line in lines {
            let words = line.split(separator: " ").map { String($0).replacing("'", with: "") }
            let ended = try fixtures.program.start(Array(words.dropFirst())).wait()
            #expect(words.first == "quiver" && ended.status == 0, "\(line): \(ended.talk)")
        }
    }
}

/// What is refused of measurements, asked of one run: nothing of it changes that.
@Suite(.timeLimit(.minutes(30)), .serialized) struct EvaluateRefusalTests {
    private static let shared = Result {
        let fixtures = try EvaluateCommandTests().fixtures
        fixtures.temporary.keepUntilExit()
        return fixtures
    }

    private let fixtures: RunFixtures

    init() throws { fixtures = try Self.shared.get() }

    @Test(arguments: [
        ("[]", "this is a list"), ("{\"images\": [", "line 1"), ("{\"images\": []}", "\"annotations\""),
        (
            #"{"images": [{"id": 1, "file_name": "../../etc/x.jpg"}], "annotations": [], "categories": []}"#,
            "is one of out"
        ),
    ])
    func whatIsNoTruthIsSaid(text: String, words: String) throws {
        try Data(text.utf8).write(to: fixtures.folder.appendingPathComponent("truth.json"))
        let ended = try fixtures.program.run("evaluate", "out", "--truth", "truth.json")
        #expect(ended.status == 2 && ended.talk.contains("truth.json") && ended.talk.contains(words), "\(ended.talk)")
    }

    @Test(arguments: [
        (["--truth", "gone.json"], 2, "gone.json"), (["--truth", "a.json", "--reviewed"], 64, "not both"),
        (["--confidence", "2"], 64, "--confidence"), (["-n", "-1"], 64, "-n"),
    ])
    func whatCannotBeMeasuredIsSaid(more: [String], status: Int32, words: String) throws {
        let ended = try fixtures.program.start(["evaluate", "out"] + more).wait()
        #expect(ended.status == status && ended.talk.contains(words), "\(ended.talk)")
    }
}
