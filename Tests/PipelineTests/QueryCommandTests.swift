import Foundation
import Query
import Settings
import Storage
import Supervisor
import SystemPackage
import TestSupport
import Testing

/// Queries on the command line: `find`, `jobs list --where`, `records --where`, `export --where`.
@Suite("Photos by a query", .timeLimit(.minutes(30))) struct QueryCommandTests {
    fileprivate let fixtures: RunFixtures
    private let label: String

    /// Three photos, two of another day, and a file that is no photo.
    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(3)
        try fixtures.add(2, in: "day1", from: 10)
        let broken = fixtures.photos.appendingPathComponent("broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        try fixtures.age(broken)
        _ = try fixtures.run()
        let record = try #require(try fixtures.records()["00000.jpg"])
        label = try #require(record.photo.detections.first).label
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func names(_ output: String) -> [String] {
        output.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) }
    }

    @Test func findPrintsThePhotosThatFit() throws {
        for (query, expected) in [
            ("state:failed", ["broken.jpg"]), ("folder:day1", ["00010.jpg", "00011.jpg"]),
            ("label:\(label)", ["00000.jpg", "00001.jpg", "00002.jpg", "00010.jpg", "00011.jpg"]),
            ("label:\(label) name:0000*", ["00000.jpg", "00001.jpg", "00002.jpg"]),
            ("label:\(label) folder:day1 OR error:*", ["broken.jpg", "00010.jpg", "00011.jpg"]),
            ("NOT label:\(label)", ["broken.jpg"]), ("name:00002 is:open", ["00002.jpg"]),
        ] {
            let found = try quiver("find", query, "--in", "out")
            #expect(
                found.status == 0 && Set(names(found.output)) == Set(expected),
                "\(query): \(found.output) \(found.talk)")
            let count = try quiver("find", query, "--in", "out", "--count")
            #expect(count.output == "\(expected.count)\n")
        }
        let none = try quiver("find", "label:\(label) count>=1000", "--in", "out")
        #expect(none.status == 1 && none.output.isEmpty)
        // Only words need an index.
        let index = fixtures.output.appendingPathComponent(".quiver-find.sqlite").path
        #expect(!FileManager.default.fileExists(atPath: index))
    }

    @Test func photosAreInTheOrderOfTheirPathsAndSayMoreInJSON() throws {
        let found = try quiver("find", "state:done", "--in", "out", "--format", "jsonl", "--limit", "4")
        let lines = try found.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let photos = lines.compactMap { ($0["photo"] as? String)?.split(separator: "/").last.map(String.init) }
        #expect(photos == ["00000.jpg", "00001.jpg", "00002.jpg", "00010.jpg"])
        #expect(lines.allSatisfy { $0["state"] as? String == "done" && ($0["findings"] as? Int ?? 0) > 0 })
        #expect(lines.allSatisfy { ($0["marks"] as? [String])?.contains("open") == true })
        #expect(found.talk.contains("1 more photo"), "\(found.talk)")
    }

    @Test func wordsAreFoundInPhotosThatFitTheRest() throws {
        let all = try quiver("find", label, "--in", "out", "--format", "jsonl")
        let some = try quiver("find", label, "folder:day1", "--in", "out", "--format", "jsonl")
        let ofDay = all.output.split(separator: "\n").filter { $0.contains("/day1/") }
        #expect(ofDay.count == 2 && some.output.split(separator: "\n") == ofDay, "\(some.output) \(some.talk)")
        let photos = try quiver("find", label, "folder:day1", "--in", "out", "--photos")
        #expect(names(photos.output) == ["00010.jpg", "00011.jpg"])
        #expect(try quiver("find", label, "folder:day1", "--in", "out", "--count").output == "2\n")
        #expect(try quiver("find", label, "state:failed", "--in", "out").status == 1)
        #expect(try quiver("find", label, "job:1..99 folder:day1", "--in", "out", "--count").output == "2\n")
    }

    @Test func aJobIsFoundByItsNumber() throws {
        let all = try quiver("jobs", "list", "--output", "out", "--where", "job:1..3")
        let found = try quiver("find", "job:1..3", "--in", "out", "--count")
        #expect(all.output.split(separator: "\n").count == 3 && found.output == "3\n", "\(found.output) \(found.talk)")
        #expect(try quiver("find", "job:999", "--in", "out").status == 1)
        let done = try quiver("find", "job:1..3 state:done", "--in", "out", "--format", "jsonl").output
            .split(separator: "\n").count
        let records = try quiver("records", "out", "--where", "job:1..3 state:done")
        #expect(records.output.split(separator: "\n").count == done && done > 1, "\(records.output) \(records.talk)")
        let export = try quiver(
            "export", "coco", "out", "--to", "set", "--where", "job:1..3 state:done", "--format", "json")
        let summary = try #require(try JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [String: Any])
        #expect(summary["photos"] as? Int == done, "\(export.output) \(export.talk)")
        let measured = try quiver(
            "evaluate", "out", "--truth", "set/annotations.json", "--where", "job:1..3", "--confidence", "0")
        #expect(measured.output.hasPrefix("\(done) photos, "), "\(measured.output) \(measured.talk)")
        let repeated = try quiver("find", "--repeated", "job:1..3", "--in", "out", "--format", "json")
        let few = try quiver("find", "--repeated", "job:999", "--in", "out")
        #expect(repeated.talk.contains("in 0 photos") == false && few.talk.contains("in 0 photos"), "\(few.talk)")
    }

    @Test func jobsAndRecordsTakeTheSameQueries() throws {
        for (query, count) in [
            ("label:\(label) folder:day1", 2), ("-state:done", 1), ("state:failed OR name:00001", 2), ("bytes<20", 1),
            ("job:1..3 state:done,failed", 3), ("label:\(label) confidence>100%", 0), ("", 6),
        ] {
            let jobs = try quiver("jobs", "list", "--output", "out", "--where", query)
            #expect(
                jobs.status == 0 && jobs.output.split(separator: "\n").count == count,
                "\(query): \(jobs.output) \(jobs.talk)")
        }
        for (query, count) in [
            ("folder:day1", 2), ("state:failed", 1), ("-state:done", 1), ("error:* OR name:00001", 2),
            ("state:cancelled", 0), ("", 5),
        ] {
            let records = try quiver("records", "out", "--where", query, "--coordinates", "vision")
            #expect(
                records.status == 0 && records.output.split(separator: "\n").count == count,
                "\(query): \(records.output) \(records.talk)")
        }
        #expect(try quiver("records", "out").output.split(separator: "\n").count == 5)
        let failed = try quiver("records", "out", "--where", "state:failed").output
        #expect(failed.contains(#""state":"failed""#) && failed.contains("broken.jpg"), "\(failed)")
        let both = try quiver(
            "jobs", "list", "--output", "out", "--path", "DAY1", "--where", "name:00010", "--label", label)
        #expect(both.output.split(separator: "\n").count == 1, "\(both.output) \(both.talk)")
        let misspelt = try quiver("jobs", "list", "--output", "out", "--where", "label:\(label)x")
        #expect(misspelt.output.isEmpty && misspelt.talk.contains("did you mean \"\(label)\"?"), "\(misspelt.talk)")
    }

    @Test func whatTheTablesKnowNeedsNoRecord() throws {
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        try QueueControl(settings).readBoth { snapshot in
            // One record a page, as if reading it took long.
            func page(_ text: String, after: JobID? = nil) throws -> JobQuery.Page {
                try JobQuery(try Query.parse(text), in: snapshot)
                    .page(PageRequest(after: after, limit: 100), records: 1)
            }
            for text in [
                "folder:day1 OR state:failed OR is:duplicate", "bytes<20 OR path:day1 -(state:failed label:x)",
            ] {
                let all = try page(text)
                #expect(all.jobs.count == 3 && all.next == nil && all.labels.isEmpty, "\(text)")
            }
            #expect(try page("state:waiting label:\(label)").next == nil)
            // What is kept of photos decides too: a word alone has records read.
            let kept = try page("label:\(label) name:0000*")
            #expect(kept.jobs.count == 3 && kept.next == nil && kept.labels.isEmpty)
            var (found, next, pages): ([Job], JobID?, Int) = ([], nil, 0)
            repeat {
                let one = try page("\(label) name:0000*", after: next)
                (found, next, pages) = (found + one.jobs, one.next, pages + 1)
            } while next != nil && pages < 10
            #expect(found.count == 3 && Set(found.map(\.id)).count == 3 && pages == 3)
            let job = try #require(found.first)
            #expect(try JobQuery(try Query.parse("label:\(label)"), in: snapshot).fits(job))
            #expect(try !JobQuery(try Query.parse("label:\(label) folder:day1"), in: snapshot).fits(job))
        }
    }

    @Test func anExportTakesThem() throws {
        let made = try quiver("export", "coco", "out", "--to", "set", "--where", "folder:day1", "--format", "json")
        let summary = try #require(try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any])
        #expect(made.status == 0 && summary["photos"] as? Int == 2 && summary["failed"] as? Int == 0, "\(made.talk)")
        let none = try quiver("export", "coco", "out", "--to", "other", "--where", "label:none-of-these")
        #expect(none.status != 0 && none.talk.contains("fits label:none-of-these"), "\(none.talk)")
        let empty = try quiver(
            "export", "coco", "out", "--to", "third", "--class", "none-of-these", "--confidence", "0.5", "--format",
            "json")
        let left = try #require(try JSONSerialization.jsonObject(with: Data(empty.output.utf8)) as? [String: Any])
        #expect(left["photos"] as? Int == 5 && left["boxes"] as? Int == 0, "\(empty.output) \(empty.talk)")
    }
}

/// What is wrong in a query, asked of one run: nothing of it changes that.
@Suite(.timeLimit(.minutes(30)), .serialized) struct QueryRefusalTests {
    private static let shared = Result {
        let fixtures = try QueryCommandTests().fixtures
        fixtures.temporary.keepUntilExit()
        return fixtures
    }

    private let fixtures: RunFixtures

    init() throws { fixtures = try Self.shared.get() }

    @Test(arguments: [
        ["find", "lable:x", "--in", "out"], ["jobs", "list", "--output", "out", "--where", "lable:x"],
        ["records", "out", "--where", "lable:x"], ["export", "coco", "out", "--to", "set", "--where", "lable:x"],
    ])
    func whatIsWrongIsSaidWithItsPlace(arguments: [String]) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == 64 && ended.output.isEmpty, "\(ended.talk)")
        #expect(
            ended.talk.contains("at character 1: there is no term 'lable'; did you mean 'label'?\nlable:x\n^"),
            "\(ended.talk)")
    }

    @Test func helpHasEveryTerm() throws {
        let help = try fixtures.program.run("find", "--help").output
        for word in ["state: ", "confidence: ", "count: "] { #expect(help.contains(word), "\(help)") }
    }
}
