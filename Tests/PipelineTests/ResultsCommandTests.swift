import Foundation
import JSONTree
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues
import TestSupport
import Testing

/// The commands that read what a run has left: `records`, `sequence`, `find`.
@Suite(.timeLimit(.minutes(30))) struct ResultsCommandTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// A run of a model of ours that sees the same two objects in each of six photos.
    private func runSegments() throws {
        try fixtures.add(6)
        let settings: [String: Any] = [
            "detectors": [
                [
                    "name": "things", "task": "segment", "model": try TinyModels.segmenting(in: fixtures.folder),
                    "labels": ["cup", "ball"],
                ]
            ]
        ]
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        let ended = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path,
        ]).wait()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func objects(_ lines: String) throws -> [[String: Any]] {
        try lines.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The first mask's box of a record's line.
    private func box(_ record: [String: Any]) throws -> [String: Double] {
        let results = try #require(record["results"] as? [[String: Any]])
        let masks = try #require(results.first?["masks"] as? [[String: Any]])
        return try #require(masks.first?["box"] as? [String: Double])
    }

    @Test func recordsAreToldInOtherFrames() throws {
        try runSegments()
        let pixels = try objects(quiver("records", fixtures.output.path).output)
        let shares = try objects(quiver("records", fixtures.output.path, "--coordinates", "normalized").output)
        let vision = try objects(quiver("records", fixtures.output.path, "--coordinates", "vision").output)
        #expect(pixels.count == 6 && shares.count == 6 && vision.count == 6)
        #expect(pixels[0]["coordinates"] == nil && shares[0]["coordinates"] as? String == "normalized")
        let image = try #require(pixels[0]["image"] as? [String: Any])
        let (width, height) = (try #require(image["width"] as? Double), try #require(image["height"] as? Double))
        let (own, share, seen) = (try box(pixels[0]), try box(shares[0]), try box(vision[0]))
        let (y, tall) = (try #require(own["y"]), try #require(own["height"]))
        #expect(abs(try #require(share["x"]) * width - (try #require(own["x"]))) < 0.01)
        #expect(abs(try #require(share["y"]) * height - y) < 0.01)
        // Vision's boxes begin at their lower edge, which it counts from below.
        #expect(abs(try #require(seen["y"]) * height - (height - y - tall)) < 0.01)
    }

    @Test func recordsAndTablesTellManualCorrections() async throws {
        try runSegments()
        let record = try #require(try fixtures.records().values.first { $0.source.sha256 != nil })
        let masks = record.photo.results[0].found.masks ?? []
        try #require(!masks.isEmpty)
        let review = FindingReview(
            isAccepted: true,
            masks: ["things": masks.enumerated().map { ReviewedMask(label: "vase", mask: $1.mask, origin: $0) }],
            basis: record.reviewBasis)
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        let content = try #require(record.source.sha256)
        _ = try await QueueControl(settings).change(.findings(content: content, as: review))
        func count(_ text: String) -> Int { text.matches(of: /"label": ?"vase"/).count }
        let told = try quiver("records", fixtures.output.path)
        #expect(count(told.output) == masks.count, "\(told.output.prefix(2000)) \(told.talk)")
        // What the models found stays in the record's own file.
        #expect(try fixtures.records().values.allSatisfy { count($0.line) == 0 })
        // The next run, which has no photo to work, puts the correction into the tables.
        let config = fixtures.folder.appendingPathComponent("pipeline.json").path
        let ended = try quiver("run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config)
        #expect(ended.status == 0, "\(ended.talk)")
        let table = { [fixtures] in
            try String(contentsOf: fixtures.output.appendingPathComponent($0), encoding: .utf8)
        }
        #expect(count(try table("results.jsonl")) == masks.count)
        #expect(try table("results.csv").matches(of: /,vase,/).count == masks.count)
        // An export counts the photo as reviewed.
        let set = fixtures.folder.appendingPathComponent("set").path
        let exported = try quiver("export", "coco", fixtures.output.path, "--to", set)
        #expect(exported.output.contains("1 accepted in review"), "\(exported.output) \(exported.talk)")
    }

    @Test func whatIsSeenAgainAndAgainIsToldOnce() throws {
        try runSegments()
        let events = try objects(
            quiver("sequence", fixtures.output.path, "--label", "cup", "--confidence", "0.1", "--format", "jsonl")
                .output)
        #expect(events.count == 1)
        #expect(events.first?["label"] as? String == "cup" && (events.first?["frames"] as? [String])?.count == 6)
        let none = try quiver("sequence", fixtures.output.path, "--label", "plate", "--confidence", "0.1")
        #expect(none.status == 0 && none.output.isEmpty && none.talk.contains("0 events in 6 photos"), "\(none.talk)")
    }

    @Test func aKeypointThatNothingHasIsSaid() throws {
        try runSegments()
        let ended = try quiver("sequence", fixtures.output.path, "--near", "nose,leftWrist")
        #expect(ended.status == 64 && ended.talk.contains("has a keypoint 'nose'; they have none"), "\(ended.talk)")
    }

    @Test func objectsAreFoundByWhatTheyAre() throws {
        try runSegments()
        var cups = 0
        for record in try fixtures.records().values {
            for result in record.photo.results { cups += result.found.items.count { $0.label == "cup" } }
        }
        let found = try objects(quiver("find", "cup", "--in", fixtures.output.path, "--format", "jsonl").output)
        #expect(found.count == 6 && Set(found.compactMap { $0["photo"] as? String }).count == 6, "\(found)")
        let counted = found.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
        #expect(counted == cups, "\(found)")
        #expect(found.allSatisfy { $0["kind"] as? String == "cup" && ($0["box"] as? [Double])?.count == 4 })
        let told = try quiver("find", "cup", "--in", fixtures.output.path, "--kind", "cup")
        #expect(told.status == 0 && told.output.matches(of: #/\d+ × cup \(things, /#).count == 6, "\(told.output)")
        #expect(try quiver("find", "cup", "--in", fixtures.output.path, "--kind", "ball").status == 1)
    }

    @Test func nothingIsFoundWhereNothingIsThere() throws {
        try runSegments()
        let found = try quiver("find", "saucer", "--in", fixtures.output.path)
        #expect(found.status == 1 && found.output.isEmpty)
        #expect(
            FileManager.default.fileExists(atPath: fixtures.output.appendingPathComponent(".quiver-find.sqlite").path))
        #expect(try quiver("find", "--in", fixtures.output.path).status == 64)
    }

    @Test(arguments: [
        (["records", "."], "holds no records"), (["sequence", "."], "holds no records"),
        (["segment", ".", "--at", "1"], "--at"), (["sequence", ".", "--seen", "9", "--of", "3"], "--seen 3 --of 5"),
        (["model", "add", "nothing.onnx"], "nothing.onnx"),
        (["sequence", ".", "--near", "thumbTip"], "--near thumbTip,middleTip"),
        (["sequence", ".", "--near", "a,b", "--label", "cup"], "--near"),
        (["sequence", ".", "--gesture", "pinch", "--distance", "0"], "--distance 0.25"),
    ])
    func whatCannotBeAnsweredIsSaid(arguments: [String], word: String) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == 64 || ended.status == 2, "\(ended.status)")
        #expect(ended.talk.contains(word), "\(ended.talk)")
    }
}
