import Findings
import Foundation
import Results
import TestSupport
import Testing

/// From what is found again and again to a rule, and to results without it.
@Suite(.timeLimit(.minutes(30))) struct IgnoredPlacesTests {
    private let fixtures: RunFixtures

    /// The same picture of two cameras, and of a third one that lay on its side: a face and its middle in each.
    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(4, in: "camA")
        try fixtures.add(3, in: "camB", from: 10)
        for photo in try fixtures.add(3, in: "camC", from: 20) {
            var data = try Data(contentsOf: photo)
            data.insert(contentsOf: Self.turned, at: 2)
            try data.write(to: photo)
            try fixtures.age(photo)
        }
    }

    /// EXIF that says that the picture is to be turned by a quarter.
    private static let turned: [UInt8] =
        [0xFF, 0xE1, 0, 0x22] + Array("Exif\0\0II*\0".utf8)
        + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    /// Writes settings whose detector ignores places.
    private func settings(_ name: String, ignoring rules: [Any]) throws -> String {
        let file = fixtures.folder.appendingPathComponent(name)
        try JSONSerialization.data(withJSONObject: ["detectors": [["ignore": rules]]]).write(to: file)
        return file.path
    }

    private func repeated(_ arguments: String...) throws -> [[String: Any]] {
        let ended = try fixtures.program.start(
            ["find", "--repeated", "--in", "out", "--format", "json"] + arguments
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        return try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
    }

    private func boxes(_ folder: String, _ arguments: String...) throws -> Int {
        let ended = try fixtures.program.start(
            ["export", "jsonl", "out", "--to", folder, "--format", "json"] + arguments
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        let summary = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        return try #require(summary["boxes"] as? Int)
    }

    /// How many faces were found in a folder's photos, and how many were ignored.
    private func faces(_ records: [String: Record], in folder: String) -> [Int] {
        let results = records.filter { $0.key.hasPrefix(folder + "/") }.flatMap { $0.value.photo.results }
        let lists = [results.map(\.found), results.compactMap(\.ignored)]
        return lists.map { list in list.flatMap(\.items).filter { $0.label == "face" }.count }
    }

    @Test func whatRepeatsIsListedAndIgnoredByItsRule() throws {
        #expect(try fixtures.run().status == 0)
        let all = try repeated()
        #expect(all.count == 6, "\(all)")
        let some = try repeated("folder:camA")
        #expect(some.compactMap { $0["photos"] as? Int } == [4, 4] && some.allSatisfy { $0["among"] as? Int == 4 })
        let text = try quiver("find", "--repeated", "--in", "out", "--limit", "1")
        #expect(text.output.contains("in 4 of 4 photos of") && text.output.contains("\"ignore\": ["), "\(text.output)")
        #expect(text.output.contains("5 more; --limit shows more"), "\(text.output)")
        let rules = all.filter {
            $0["label"] as? String == "face" && ($0["folder"] as? String)?.hasSuffix("camB") == false
        }
        .compactMap { $0["rule"] }
        try #require(rules.count == 2)
        let (config, none) = (
            try settings("pipeline.json", ignoring: rules), try settings("none.json", ignoring: [])
        )
        // Without another run: the results as they would be.
        #expect(try boxes("set") == 20 && boxes("less", "--ignore", config) == 13)
        #expect(try fixtures.run("--config", config, "--replace").status == 0)
        let records = try fixtures.records()
        #expect(faces(records, in: "camA") == [0, 4])
        #expect(faces(records, in: "camB") == [3, 0])
        #expect(faces(records, in: "camC") == [0, 3])
        let turned = try #require(records["camC/00020.jpg"]?.photo.image)
        #expect(turned.orientation == 6 && turned.height > turned.width)
        #expect(try repeated().count == 4)
        // What the run ignored is there still.
        #expect(try boxes("after") == 13 && boxes("again", "--ignore", none) == 20)
        let again = try quiver("export", "--again", "again/quiver-manifest.json", "out", "--to", "twice")
        #expect(again.status == 0 && again.output.contains("20 boxes"), "\(again.output) \(again.talk)")
    }

    @Test(arguments: [
        (#"{ "class": "fase", "box": [0, 0, 1, 1] }"#, "did you mean \"face\"?"),
        (#"{ "class": "face", "box": [0, 0, 2, 1] }"#, "detectors[0].ignore[0].box"),
    ])
    func aRuleThatMeansNothingIsRefused(rule: String, sentence: String) throws {
        let file = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(#"{ "detectors": [{ "ignore": [\#(rule)] }] }"#.utf8).write(to: file)
        let ended = try fixtures.run("--config", file.path)
        #expect(ended.status != 0 && ended.talk.contains(sentence), "\(ended.talk)")
    }

    @Test func repeatedTakesNoOtherWayToPrint() throws {
        for other in [["--count"], ["--photos"], ["--kind", "line"], ["--pictures", "p"]] {
            let ended = try fixtures.program.start(["find", "--repeated", "--in", "out"] + other).wait()
            #expect(ended.status == 64, "\(other) \(ended.talk)")
        }
    }
}
