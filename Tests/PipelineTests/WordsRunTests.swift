import Foundation
import TestSupport
import Testing

/// `quiver alike --words`: photos that show what words say, by a pair of small models that see and name colours.
@Suite(.timeLimit(.minutes(30))) struct WordsRunTests {
    private let fixtures: RunFixtures
    private let small = TinyModels.Vocabulary.small
    private var words: URL { fixtures.folder.appendingPathComponent("pair/words.onnx") }

    /// A photo of one colour each.
    init() throws {
        fixtures = try RunFixtures()
        for (name, colour) in [("red", [230, 20, 20]), ("blue", [10, 10, 240]), ("green", [10, 240, 10])]
            as [(String, [UInt8])]
        {
            let photo = fixtures.photos.appendingPathComponent("\(name).tif")
            try Data(SmallTIFF.square(of: colour)).write(to: photo)
            try fixtures.age(photo)
        }
        try FileManager.default.createDirectory(
            at: words.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(TinyModels.classifier()).write(to: fixtures.folder.appendingPathComponent("image.onnx"))
        try write([small["red</w>"]: [1, 0, 0], small["blue</w>"]: [0, 0, 1]])
        try small.writeBoth(in: words.deletingLastPathComponent())
    }

    private func write(_ colours: [Int: [Float]]) throws {
        try Data(TinyModels.words(colours, parts: small.parts.count)).write(to: words)
    }

    private func configure(_ more: [String: Any] = [:]) throws {
        let look: [String: Any] = [
            "name": "look", "task": "embed", "model": "image.onnx", "words": "pair/words.onnx", "mean": [0, 0, 0],
            "std": [1, 1, 1],
        ]
        try JSONSerialization.data(withJSONObject: ["detectors": [look.merging(more) { $1 }]])
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
    }

    private func run(_ more: [String: Any] = [:]) throws -> String {
        try configure(more)
        let ended = try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", "out", "--config", "pipeline.json"]
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        return ended.talk
    }

    private func alike(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["alike"] + arguments + ["--output", "out", "--config", "pipeline.json"]).wait()
    }

    private func photos(_ ended: QuiverProgram.Ended) throws -> [String] {
        #expect(ended.status == 0, "\(ended.talk)")
        let found = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
        #expect(found.allSatisfy { ($0["similarity"] as? Double).map { abs($0) <= 1.01 } == true })
        return found.compactMap { ($0["photo"] as? String)?.split(separator: "/").last.map(String.init) }
    }

    @Test(arguments: [("the RED dog", "red.tif"), ("a dog in blue snow", "blue.tif")])
    func photosOfWhatWordsSayComeFirst(text: String, photo: String) throws {
        _ = try run()
        let ended = try alike("--words", text, "--format", "json")
        let found = try photos(ended)
        #expect(found.first == photo && found.count == 3 && ended.talk.contains("3 vectors of \"look\" compared"))
        #expect(try photos(alike("--words", text, "--count", "1", "--format", "json")) == [photo])
    }

    @Test func queriesAndFoldersChooseAmongThem() throws {
        _ = try run()
        let some = try alike("--words", "red", "--where", "-name:red.tif", "--format", "json")
        #expect(try !photos(some).contains("red.tif") && photos(some).count == 2, "\(some.output)")
        let own = try alike(
            "--by", "embedding", "photos/green.tif", "--where", "name:blue.tif", "--format", "json")
        #expect(try photos(own) == ["blue.tif"])
        #expect(try photos(alike("--words", "red", "photos/green.tif", "--format", "json")) == ["green.tif"])
    }

    /// The vectors of photos do not depend on it.
    @Test func anotherTextModelNeedsNoPhotoAgain() throws {
        _ = try run()
        let before = try fixtures.records()
        try write([small["red</w>"]: [0, 0, 1], small["blue</w>"]: [1, 0, 0]])
        _ = try run()
        #expect(try fixtures.records() == before && before.count == 3)
        #expect(try photos(alike("--words", "red", "--format", "json")).first == "blue.tif")
    }

    @Test func aTextThatIsTooLongIsCut() throws {
        _ = try run()
        let ended = try alike("--words", "red" + String(repeating: " snow", count: 76), "--format", "json")
        #expect(try photos(ended).first == "red.tif" && ended.talk.contains("last 2 parts"), "\(ended.talk)")
    }

    @Test func aQueueWithoutVectorsIsNamed() throws {
        #expect(try fixtures.run().status == 0)
        try configure()
        let ended = try alike("--words", "red")
        #expect(ended.status == 64 && ended.talk.contains("no photo that is done has a vector"), "\(ended.talk)")
    }

    @Test func whatIsMissingIsNamed() throws {
        _ = try run()
        try FileManager.default.removeItem(at: words.deletingLastPathComponent().appendingPathComponent("vocab.json"))
        let bare = try alike("--words", "red")
        #expect(bare.status != 0 && bare.talk.contains("lies no vocabulary"), "\(bare.talk)")
        try FileManager.default.removeItem(at: words)
        let gone = try alike("--words", "red")
        #expect(gone.status != 0 && gone.talk.contains("there is no text model"), "\(gone.talk)")
        try configure(["words": NSNull()])
        let none = try alike("--words", "red")
        #expect(none.status != 0 && none.talk.contains("text half of its CLIP pair"), "\(none.talk)")
    }

    @Test func halvesOfTwoPairsAreTold() throws {
        _ = try run()
        try write([small["red</w>"]: [1, 0]])
        let ended = try alike("--words", "red")
        #expect(ended.status != 0 && ended.talk.contains("have 3 numbers, and its text model gives 2"), "\(ended.talk)")
    }

    @Test(arguments: [
        ["--words", "red", "--odd"], ["--words", " "], ["--by", "bits", "--words", "red"],
        ["--odd", "--where", "is:open"], ["--where", "is:open"], ["--words", "red", "--neighbours", "3"],
    ])
    func questionsThatMeanNothingAreRefused(options: [String]) throws {
        let ended = try fixtures.program.start(["alike"] + options + ["--output", "out"]).wait()
        #expect(ended.status == 64, "\(ended.talk)")
    }
}
