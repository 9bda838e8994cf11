import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs with the task `embed`, and what `quiver alike` says of their vectors.
@Suite(.timeLimit(.minutes(30))) struct EmbeddingRunTests {
    private let fixtures: RunFixtures

    /// Three photos of cards and four of ends in a folder each, and a copy of a card among the ends.
    init() throws {
        fixtures = try RunFixtures()
        for (folder, sample, names) in [
            ("cards", "cards", ["card-01", "card-02", "card-03"]),
            ("ends", "day1", ["end-01", "end-02", "end-03", "end-04"]),
        ] {
            let target = fixtures.photos.appendingPathComponent(folder)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            for name in names { try copy("\(sample)/\(name).jpg", to: target.appendingPathComponent("\(name).jpg")) }
        }
        try copy("cards/card-01.jpg", to: fixtures.photos.appendingPathComponent("ends/stray.jpg"))
        try Data(TinyModels.classifier()).write(to: fixtures.folder.appendingPathComponent("tiny.onnx"))
    }

    private func copy(_ sample: String, to target: URL) throws {
        let source = Cases.packageRoot.appendingPathComponent("samples/photos").appendingPathComponent(sample)
        try FileManager.default.copyItem(at: source, to: target)
        try fixtures.age(target)
    }

    private func run(_ detectors: [[String: Any]]) throws {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: ["detectors": detectors]).write(to: config)
        let ended = try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path]
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    /// The tiny classifier as a model of vectors.
    private func look(_ layout: String = "auto", name: String = "look") -> [String: Any] {
        [
            "name": name, "task": "embed", "layout": layout, "mean": [0, 0, 0], "std": [1, 1, 1],
            "model": fixtures.folder.appendingPathComponent("tiny.onnx").path,
        ]
    }

    private func alike(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["alike"] + arguments + ["--output", "out"]).wait()
    }

    private func answers(_ ended: QuiverProgram.Ended) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
    }

    @Test func photosLikeOneAreShown() throws {
        try run([look()])
        let ended = try alike("--by", "embedding", "photos/cards/card-01.jpg", "--count", "3", "--format", "json")
        #expect(ended.status == 0 && ended.talk.contains("6 vectors of \"look\" compared"), "\(ended.talk)")
        let found = try answers(ended)
        let similarities = found.compactMap { $0["similarity"] as? Double }
        #expect(similarities.count == 3 && similarities == similarities.sorted(by: >) && similarities[0] <= 1.001)
        // A copy has its original's vector.
        let copy = try alike("--by", "embedding", "photos/ends/stray.jpg", "--count", "3", "--format", "json")
        #expect(try answers(copy).count == 3, "\(copy.talk)")
        for record in try fixtures.records().values {
            #expect(record.photo.results.map(\.task) == [.embed] && record.photo.results[0].embedding == nil)
        }
    }

    @Test func oddPhotosAreShown() throws {
        try run([look("vector")])
        let ended = try alike("--odd", "--neighbours", "2", "--format", "json")
        #expect(ended.status == 0 && ended.talk.contains("8 vectors of \"look\" compared"), "\(ended.talk)")
        let distances = try answers(ended).compactMap { $0["distance"] as? Double }
        #expect(distances.count == 8 && distances == distances.sorted(by: >))
        let some = try alike("--odd", "photos/cards", "--format", "json")
        #expect(try answers(some).count == 3, "\(some.talk)")
    }

    @Test func labelsOfFoldersAreCompared() throws {
        try run([look()])
        let ended = try alike("--suggest-labels", "folders", "--neighbours", "1", "--format", "jsonl")
        #expect(ended.status == 0 && ended.talk.contains("may be wrong"), "\(ended.talk)")
        #expect(ended.output.contains("stray.jpg"), "\(ended.output)")
        let none = try alike("--suggest-labels", "findings")
        #expect(none.status == 64 && none.talk.contains("classify"), "\(none.talk)")
    }

    @Test func severalDetectorsAreToldApart() throws {
        try run([look(), look("vector", name: "classes")])
        let ended = try alike("--odd")
        #expect(ended.status != 0 && ended.talk.contains("--detector"), "\(ended.talk)")
        #expect(try alike("--odd", "--detector", "classes").status == 0)
    }

    @Test func aPhotoThatIsNotKnownIsNamed() throws {
        try run([look()])
        let ended = try alike("--by", "embedding", "photos/none.jpg")
        #expect(ended.status != 0 && ended.talk.contains("none.jpg"), "\(ended.talk)")
        let other = try alike("--by", "embedding")
        #expect(other.status == 64 && other.talk.contains("--odd"), "\(other.talk)")
        #expect(try alike("--odd", "--turned").status == 64)
    }

    @Test(arguments: [
        (["--count", "5"], "--count"), (["--neighbours", "3"], "--neighbours"), (["--by", "bits", "--odd"], "--by"),
        (["--by", "bits", "--detector", "look"], "--by"),
        (["--by", "embedding", "photos/none.jpg", "--neighbours", "7"], "--neighbours"),
    ])
    func optionsThatWouldDoNothingAreRefused(options: [String], named: String) throws {
        let ended = try fixtures.program.start(["alike"] + options + ["--output", "out"]).wait()
        #expect(ended.status == 64 && ended.talk.contains(named), "\(ended.talk)")
    }
}
