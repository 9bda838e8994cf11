import Foundation
import TestSupport
import Testing

/// Results without a file of a record for each photo (`output.formats` without `json`): the queue holds the records.
@Suite(.timeLimit(.minutes(30))) struct RecordlessResultsTests {
    @Test func whatReadsRecordsHasThemWithoutTheirFiles() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        try fixtures.add(1, in: "day", from: 10)
        let broken = fixtures.photos.appendingPathComponent("broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        try fixtures.age(broken)
        let settings = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(#"{"output": {"formats": ["csv"]}}"#.utf8).write(to: settings)
        let ended = try fixtures.run()
        #expect(ended.status == 1, "\(ended.talk)")
        #expect(try fixtures.records().isEmpty)

        func answers() throws -> [String: String] {
            var answers: [String: String] = [:]
            for words in [
                ["records", "out"], ["find", "state:done", "--in", "out"], ["find", "state:failed", "--in", "out"],
                ["find", "name:00010", "--in", "out", "--count"],
                ["jobs", "list", "--where", "state:done", "--output", "out"],
            ] {
                let ended = try fixtures.program.start(words).wait()
                #expect(ended.status == 0, "\(words): \(ended.talk)")
                answers[words.joined(separator: " ")] = ended.output
            }
            return answers
        }
        let without = try answers()
        #expect(without["records out"]?.split(separator: "\n").count == 3)
        #expect(without["find state:failed --in out"]?.contains("broken.jpg") == true)
        let label = try #require(
            try fixtures.program.run("records", "out").output.firstMatch(of: /"label":"([^"]+)"/).map { String($0.1) })
        let words = try fixtures.program.run("find", label, "--in", "out")
        #expect(words.status == 0 && words.output.contains("00010.jpg"), "\(words.output) \(words.talk)")
        let set = try fixtures.program.run("export", "coco", "out", "--to", "set")
        #expect(set.status == 0 && set.output.contains("3 photos, "), "\(set.output) \(set.talk)")
        let truth = ["evaluate", "out", "--truth", "set/annotations.json", "--beside", "out", "--format", "json"]
        let measured = try fixtures.program.start(truth).wait()
        #expect(measured.status == 0, "\(measured.talk)")
        #expect(measured.output.firstMatch(of: /"matchedByContent"\s*:\s*3\b/) != nil, "\(measured.output)")
        #expect(measured.output.firstMatch(of: /"notBeside"\s*:\s*0\b/) != nil, "\(measured.output)")

        // With the files there, the same is said.
        try Data(#"{"output": {"formats": ["csv", "json"]}}"#.utf8).write(to: settings)
        let again = try fixtures.run()
        #expect(again.output.contains("4 records written again"), "\(again.output)")
        #expect(try fixtures.records().count == 4)
        #expect(try answers() == without)
    }
}
