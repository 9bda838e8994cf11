import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import TestSupport
import Testing

/// `quiver select`: photos that are chosen, sets of them, and queries for sets.
@Suite(.timeLimit(.minutes(30))) struct SelectCommandTests {
    fileprivate let fixtures: RunFixtures

    /// Six photos in which the same is found, one of them in a folder, and a copy.
    init() throws {
        fixtures = try RunFixtures()
        let photos = try fixtures.add(5)
        try fixtures.add(1, in: "day1", from: 10)
        let copy = fixtures.photos.appendingPathComponent("copy.jpg")
        try FileManager.default.copyItem(at: photos[0], to: copy)
        try fixtures.age(copy)
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func names(_ ended: QuiverProgram.Ended) -> Set<String> {
        Set(ended.output.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    @Test func aSetIsATermOfEveryQuery() throws {
        let chosen = try quiver("select", "out", "--count", "3", "--by", "random", "--name", "some")
        #expect(chosen.status == 0 && chosen.talk.contains("3 of 6 photos chosen"), "\(chosen.talk)")
        let own = names(chosen)
        #expect(own.count == 3 && chosen.talk.contains("set:some"))
        // A copy of a photo of the set fits as well.
        let both: Set = ["00000.jpg", "copy.jpg"]
        let fitting = own.isDisjoint(with: both) ? own : own.union(both)
        #expect(try names(quiver("find", "set:some", "--in", "out")) == fitting)
        for words in [
            ["find", "set:sone", "--in", "out"], ["find", "set:sone", "--in", "out", "--count"],
            ["find", "--repeated", "set:sone", "--in", "out"], ["records", "out", "--where", "set:sone"],
            ["jobs", "list", "--output", "out", "--where", "set:sone"],
            ["export", "jsonl", "out", "--to", "none", "--where", "set:sone"],
            ["evaluate", "out", "--where", "set:sone"], ["select", "out", "--count", "1", "--where", "set:sone"],
            ["sets", "add", "new", "--in", "out", "--where", "set:sone"],
        ] {
            let other = try fixtures.program.start(words).wait()
            #expect(other.status == 2 && other.output.isEmpty, "\(words): \(other.talk)")
            let sentence = "no set 'sone'; did you mean 'some'? The sets are 'some'."
            #expect(other.talk.contains(sentence), "\(words): \(other.talk)")
        }
        let listed = try quiver("jobs", "list", "--output", "out", "--where", "set:SOM*")
        #expect(listed.output.split(separator: "\n").count == fitting.count, "\(listed.output)")
        let records = try quiver("records", "out", "--where", "set:some")
        #expect(records.output.split(separator: "\n").count == fitting.count)
        let export = try quiver("export", "jsonl", "out", "--to", "set", "--where", "set:some")
        let labels = try String(contentsOf: fixtures.folder.appendingPathComponent("set/labels.jsonl"), encoding: .utf8)
        #expect(export.status == 0 && labels.split(separator: "\n").count == fitting.count, "\(export.talk)")
        // What was not chosen before is chosen next.
        let next = try quiver(
            "select", "out", "--count", "9", "--by", "random", "--where", "NOT set:some", "--name", "rest")
        #expect(names(next).isDisjoint(with: fitting) && names(next).count == 3, "\(next.output) \(next.talk)")
        #expect(try quiver("sets", "list", "--in", "out").output == "rest: 3 photos\nsome: 3 photos\n")
    }

    @Test func aSetStaysUnlessItIsReplacedAddedToOrRemoved() throws {
        func choose(_ more: String...) throws -> QuiverProgram.Ended {
            let all = ["select", "out", "--by", "random", "--name", "week 12"] + more
            return try fixtures.program.start(all).wait()
        }
        #expect(try choose("--count", "2").status == 0)
        let again = try choose("--count", "4")
        #expect(again.status != 0 && again.talk.contains("--replace"), "\(again.talk)")
        #expect(try quiver("sets", "list", "--in", "out").output == "week 12: 2 photos\n")
        #expect(try choose("--count", "4", "--replace").status == 0)
        #expect(try choose("--count", "6", "--add").status == 0)
        let found = try quiver("find", "set:\"week 12\"", "--in", "out", "--count")
        #expect(found.output == "7\n", "\(found.output)")
        #expect(try quiver("sets", "delete", "week 12", "--in", "out").status == 0)
        let gone = try quiver("sets", "delete", "week 12", "--in", "out")
        #expect(gone.status != 0 && gone.talk.contains("no set 'week 12'"), "\(gone.talk)")
        #expect(try quiver("sets", "list", "--in", "out").output.isEmpty)
        #expect(try quiver("find", "state:done", "--in", "out", "--count").output == "7\n")
    }

    @Test func aSetIsChangedByQueryAndRenamed() throws {
        let made = try quiver("sets", "add", "few", "--where", "name:0000*", "--in", "out")
        #expect(made.status == 0 && made.talk.contains("5 photos fit, 5 of them put into"), "\(made.talk)")
        let more = try quiver("sets", "add", "few", "--where", "folder:day1 OR name:00001*", "--in", "out")
        #expect(more.talk.contains("2 photos fit, 1 of them put into"), "\(more.talk)")
        let less = try quiver("sets", "remove", "few", "--where", "folder:day1", "--in", "out")
        #expect(less.status == 0 && less.talk.contains("1 of them taken out of"), "\(less.talk)")
        let none = try quiver("sets", "add", "few", "--where", "name:nothing", "--in", "out")
        #expect(none.status == 1, "\(none.talk)")
        #expect(try quiver("sets", "add", "other", "--where", "folder:day1", "--in", "out").status == 0)
        let taken = try quiver("sets", "rename", "few", "Other", "--in", "out")
        #expect(taken.status != 0 && taken.talk.contains("There is a set 'other'"), "\(taken.talk)")
        #expect(try quiver("sets", "rename", "few", "look again", "--in", "out").status == 0)
        #expect(try quiver("sets", "list", "--in", "out").output == "look again: 5 photos\nother: 1 photo\n")
        let gone = try quiver("sets", "remove", "few", "--where", "state:done", "--in", "out")
        #expect(gone.status != 0 && gone.talk.contains("no set 'few'"), "\(gone.talk)")
        // Without its last photo it is none.
        #expect(try quiver("sets", "remove", "other", "--where", "state:done", "--in", "out").status == 0)
        #expect(try quiver("sets", "list", "--in", "out").output == "look again: 5 photos\n")
    }

    @Test func blanksAroundANameAreNoPartOfIt() throws {
        let none = try quiver("find", "set:x", "--in", "out")
        #expect(none.status == 2 && none.talk.contains("no set 'x', and no other one"), "\(none.talk)")
        let made = try quiver("sets", "add", " x ", "--where", "name:00000", "--in", "out")
        #expect(made.status == 0 && made.talk.contains("the set 'x'; 'set:x'"), "\(made.talk)")
        #expect(try quiver("select", "out", "--count", "9", "--by", "random", "--name", "x ", "--add").status == 0)
        #expect(try quiver("sets", "list", "--in", "out").output == "x: 6 photos\n")
        let renamed = try quiver("sets", "rename", " x", " y ", "--in", "out")
        #expect(renamed.status == 0 && renamed.talk.contains("is 'y' now; 'set:y'"), "\(renamed.talk)")
        #expect(try quiver("sets", "delete", " y ", "--in", "out").status == 0)
    }

    @Test func photosStayInTheirSetWhereTheyAreProcessedAgain() throws {
        let chosen = try names(quiver("select", "out", "--count", "9", "--by", "uncertainty", "--name", "all"))
        #expect(chosen.count == 6)
        func fitting() throws -> Int {
            try quiver("jobs", "list", "--output", "out", "--where", "set:all").output.split(separator: "\n").count
        }
        #expect(try fixtures.run("--confidence", "0.6").status == 0)
        #expect(try fitting() == 7)
        #expect(try quiver("jobs", "prune", "--state", "done", "--again", "--output", "out").status == 0)
        #expect(try quiver("sets", "list", "--in", "out").output == "all: 6 photos\n")
        #expect(try fixtures.run().status == 0)
        #expect(try fitting() == 7)
    }

    @Test(arguments: ["uncertainty", "entropy"]) func doubtIsMeasuredByTheThresholdOfTheRun(measure: String) throws {
        let ended = try quiver("select", "out", "--count", "2", "--by", measure, "--format", "json")
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
        #expect(rows.count == 2)
        let record = try #require(try fixtures.records()["00000.jpg"])
        let expected =
            measure == "entropy" ? record.photo.entropy(usual: nil) : record.photo.margin(usual: nil)
        let value = try #require(rows[0]["value"] as? Double)
        #expect(abs(value - (expected ?? -1)) < 0.001 && (rows[0]["sha256"] as? String)?.count == 64)
        #expect(try quiver("sets", "list", "--in", "out").output.isEmpty)
    }

    @Test func photosThatLookTheSameAreChosenOnce() throws {
        let ended = try quiver("select", "out", "--count", "5", "--by", "diversity")
        #expect(ended.status == 0 && names(ended).count == 1, "\(ended.output)")
    }

    @Test func whatTwoAnswersSayOtherwiseIsChosen() async throws {
        let none = try quiver("select", "out", "--count", "5", "--by", "disagreement")
        #expect(none.status == 1 && none.talk.contains("6 photos left out"), "\(none.talk)")
        let records = try fixtures.records()
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        for (name, boxes) in [("00001.jpg", 0), ("00002.jpg", Int.max)] {
            let record = try #require(records[name])
            let result = try #require(record.photo.results.first)
            let kept = (result.found.detections ?? []).enumerated().prefix(boxes).map {
                ReviewedBox(label: $1.label, box: $1.box, confidence: $1.confidence, origin: $0)
            }
            _ = try await QueueControl(settings).change(
                .findings(
                    content: try #require(record.source.sha256),
                    as: FindingReview(
                        isAccepted: true, detections: [result.detector: Array(kept)], basis: record.reviewBasis)))
        }
        let reviewed = try quiver("select", "out", "--count", "5", "--by", "disagreement", "--name", "disputed")
        #expect(names(reviewed) == ["00001.jpg"], "\(reviewed.output) \(reviewed.talk)")
        #expect(reviewed.talk.contains("1 photo about which both say the same"), "\(reviewed.talk)")
        #expect(try names(quiver("find", "set:disputed", "--in", "out")) == ["00001.jpg"])
    }

    @Test func resultsOfTwoModelsAreCompared() throws {
        let photos = fixtures.photos.path
        let high = try quiver(
            "run", photos, "--output", "high", "--model", RunFixtures.model, "--confidence", "0.99")
        #expect(high.status == 0, "\(high.talk)")
        let apart = try quiver("select", "out", "--count", "9", "--by", "disagreement", "--beside", "high")
        #expect(names(apart).count == 6, "\(apart.output) \(apart.talk)")
        let same = try quiver(
            "select", "out", "--count", "9", "--by", "disagreement", "--beside", "high", "--confidence", "0.99")
        #expect(same.status == 1 && same.talk.contains("6 photos about which both say the same"), "\(same.talk)")
    }
}

/// What is refused of selections, asked of one run: nothing of it changes that.
@Suite(.timeLimit(.minutes(30)), .serialized) struct SelectRefusalTests {
    private static let shared = Result {
        let fixtures = try SelectCommandTests().fixtures
        fixtures.temporary.keepUntilExit()
        return fixtures
    }

    private let fixtures: RunFixtures

    init() throws { fixtures = try Self.shared.get() }

    @Test(arguments: [
        (["select", "out"], "--count"), (["select", "out", "--count", "0"], "--count"),
        (["select", "out", "--count", "2", "--replace"], "--name"),
        (["select", "out", "--count", "2", "--name", "a*"], "stars"),
        (["select", "out", "--count", "2", "--beside", "out"], "disagreement"),
        (["select", "out", "--count", "2", "--by", "disagreement", "--between", "a"], "two detectors"),
        (["select", "out", "--count", "2", "--by", "random", "--class", "a"], "--where"),
    ])
    func whatMeansNothingIsRefused(arguments: [String], sentence: String) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == 64 && ended.talk.contains(sentence), "\(ended.talk)")
    }

    @Test func aFolderWithoutAQueueIsRefused() throws {
        let ended = try fixtures.program.start(["select", "photos", "--count", "2"]).wait()
        #expect(ended.status == 2 && ended.talk.contains("no queue"), "\(ended.talk)")
    }
}
