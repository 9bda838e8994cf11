import Foundation
import Results
import TestSupport
import Testing

/// Cameras and senders give one name to many photos.
@Suite struct NamesUsedAgainTests {
    private func configure(_ fixtures: RunFixtures, _ members: String) throws {
        try Data("{\(members)}".utf8).write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
    }

    private func send(_ number: Int, _ fixtures: RunFixtures, as name: String = "snapshot.jpg") throws {
        let url = fixtures.photos.appendingPathComponent(name)
        try RunFixtures.photo(number).write(to: url)
        try fixtures.age(url)
    }

    private func rows(_ fixtures: RunFixtures) throws -> [Record] {
        try String(contentsOf: fixtures.output.appendingPathComponent("results.jsonl"), encoding: .utf8)
            .split(separator: "\n").map { try Record.decode(Data($0.utf8)) }
    }

    @Test(arguments: ["move", "keep"])
    func everyPhotoKeepsItsRecordAndItsRow(after: String) throws {
        let fixtures = try RunFixtures()
        try configure(fixtures, #""after": "\#(after)", "output": {"annotate": true}"#)
        for number in 1...3 {
            try send(number, fixtures)
            let ended = try fixtures.run()
            #expect(ended.status == 0, "\(ended.talk)")
        }
        let records = try fixtures.records()
        let names = ["snapshot.jpg", "snapshot-2.jpg", "snapshot-3.jpg"]
        #expect(Set(records.keys) == Set(names))
        #expect(Set(records.values.compactMap(\.source.sha256)).count == 3)
        #expect(try rows(fixtures).count == 3)
        for (number, name) in names.enumerated() {
            let record = try #require(records[name])
            #expect(record.source.path == fixtures.photos.appendingPathComponent("snapshot.jpg").path)
            #expect(record.outputs?.annotated == name + ".annotated.jpg")
            let annotated = fixtures.output.appendingPathComponent(name + ".annotated.jpg")
            #expect(FileManager.default.fileExists(atPath: annotated.path))
            let lies = after == "move" ? fixtures.photos.appendingPathComponent("done/" + name).path : nil
            #expect(record.source.movedTo == lies)
            if let lies {
                #expect(try Data(contentsOf: URL(fileURLWithPath: lies)) == RunFixtures.photo(number + 1))
            }
            let document = try String(
                contentsOf: fixtures.output.appendingPathComponent(name + ".json"), encoding: .utf8)
            #expect(try JSONSchemaCheck.problems(of: document, against: Record.schema) == [])
        }
        let listed = try fixtures.program.run("jobs", "list", "--all", "--output", fixtures.output.path)
        #expect(listed.output.split(separator: "\n").count == 3, "\(listed.output)")
    }

    @Test func aPhotoIsNeverItsOwnDuplicate() throws {
        let fixtures = try RunFixtures()
        try configure(fixtures, #""output": {"crops": true, "annotate": true}"#)
        try send(1, fixtures)
        for confidence in ["0.0001", "0.9999", "0.0001"] {
            let ended = try fixtures.run("--confidence", confidence)
            #expect(ended.status == 0 && !ended.talk.contains("same content"), "\(ended.talk)")
            let record = try #require(try fixtures.records()["snapshot.jpg"])
            #expect(record.source.duplicateOf == nil)
            // What the record does not name does not lie beside it, and what it names does.
            let crops = fixtures.output.appendingPathComponent("snapshot.jpg.crops").path
            let found = (try? FileManager.default.contentsOfDirectory(atPath: crops)) ?? []
            #expect(Set(found.map { "snapshot.jpg.crops/" + $0 }) == Set(record.outputs?.crops ?? []))
            #expect(record.photo.detections.isEmpty == (confidence == "0.9999"))
        }
        #expect(try fixtures.records().count == 1)
        #expect(try rows(fixtures).count == 1)
    }

    @Test func aFolderInsideAnEarlierRunsIsKnown() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2, in: "day/ben")
        #expect(try fixtures.run().status == 0)
        let inner = fixtures.photos.appendingPathComponent("day/ben").path
        let ended = try fixtures.program.run(
            "run", inner, "--output", fixtures.output.path, "--model", RunFixtures.model, "--format", "json")
        #expect(ended.status == 0 && ended.output.contains(#""known" : 2"#), "\(ended.output) \(ended.talk)")
        let records = try fixtures.records()
        #expect(Set(records.keys) == ["day/ben/00000.jpg", "day/ben/00001.jpg"])
        #expect(records.values.allSatisfy { $0.source.duplicateOf == nil })
    }
}
