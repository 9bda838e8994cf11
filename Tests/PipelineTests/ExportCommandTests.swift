import Foundation
import TestSupport
import Testing

/// Data sets of whole runs, in the settings and by `quiver export`.
@Suite struct ExportCommandTests {
    private func text(_ folder: URL, _ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func aRunAndAnExportMakeTheSameDataSets() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        try fixtures.add(1, in: "images", from: 2)
        try Data("no photo".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        try Data(#"{"output": {"formats": ["json", "yolo", "coco"]}}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.run("--confidence", "0.0001")
        #expect(ended.status == 1, "\(ended.talk)")
        for format in ["yolo", "coco"] {
            let set = fixtures.folder.appendingPathComponent("set-\(format)")
            let made = try fixtures.program.run("export", format, fixtures.output.path, "--to", set.path)
            #expect(made.status == 0, "\(made.talk)")
            #expect(made.output.contains("3 photos, ") && made.output.contains("classes"), "\(made.output)")
            #expect(made.talk.contains("1 photo without a result: left out"), "\(made.talk)")
        }
        let own = fixtures.output.appendingPathComponent("results.yolo")
        let set = fixtures.folder.appendingPathComponent("set-yolo")
        for name in ["00000.txt", "00001.txt", "images-/00002.txt"] {
            #expect(try text(own, "labels/\(name)") == text(set, "labels/\(name)"))
        }
        let photo = set.appendingPathComponent("images/images-/00002.jpg")
        #expect(try Data(contentsOf: photo) == RunFixtures.photo(2))
        #expect(try text(set, "data.yaml").contains("\n  0: \""))
        #expect(try !text(set, "data.yaml").contains(fixtures.folder.path))
        for name in ["out/results.coco", "set-coco"] {
            let photo = fixtures.folder.appendingPathComponent("\(name)/images/images-/00002.jpg")
            #expect(try Data(contentsOf: photo) == RunFixtures.photo(2))
        }
        let coco = try text(fixtures.output, "results.coco/annotations.json")
        let exported = try text(fixtures.folder.appendingPathComponent("set-coco"), "annotations.json")
        // A run has the order of its queue, an export that of the names.
        let lines = [coco, exported].map { text in
            text.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.sorted()
        }
        #expect(lines[0].count == lines[1].count && coco.contains("\"bbox\""))
        #expect(lines[0].filter { $0.hasPrefix("{\"id") } == lines[1].filter { $0.hasPrefix("{\"id") })
        // A second run changes nothing, and takes nothing in the data sets for a photo.
        let again = try fixtures.run("--confidence", "0.0001")
        #expect(again.status == 1, "\(again.talk)")
        #expect(try text(fixtures.output, "results.coco/annotations.json") == coco)
    }

    @Test func whatIsBlurredCannotBeRecognised() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        #expect(try fixtures.run("--confidence", "0.0001").status == 0)
        let record = try text(fixtures.output, "00000.jpg.json")
        let label = try #require(record.firstMatch(of: /"label": ?"([^"]+)"/)).output.1
        let set = fixtures.folder.appendingPathComponent("set")
        let made = try fixtures.program.run(
            "export", "yolo", fixtures.output.path, "--to", set.path, "--blur", " \(label) ,")
        #expect(
            made.status == 0 && made.output.contains("2 photos") && made.output.contains(" blurred"), "\(made.talk)")
        let blurred = try Data(contentsOf: set.appendingPathComponent("images/00000.jpg"))
        #expect(blurred.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(try blurred != RunFixtures.photo(0))
        let manifest = set.appendingPathComponent("quiver-manifest.json")
        #expect(try text(set, "quiver-manifest.json").contains("\"blur\":[\"\(label)\"]"))
        let again = fixtures.folder.appendingPathComponent("again")
        let second = try fixtures.program.run(
            "export", "--again", manifest.path, fixtures.output.path, "--to", again.path)
        #expect(second.status == 0, "\(second.talk)")
        #expect(try Data(contentsOf: again.appendingPathComponent("images/00000.jpg")) == blurred)
        let linked = try fixtures.program.run(
            "export", "yolo", fixtures.output.path, "--to", set.path, "--link", "--blur", String(label))
        #expect(linked.status == 64, "\(linked.talk)")
    }

    @Test(arguments: [
        (["export", "nonsense", "out", "--to", "set"], 64, "'nonsense'"), (["export", "yolo", "out"], 64, "--to"),
        (["export", "yolo", "nowhere", "--to", "set"], 2, "nowhere"),
        (["export", "coco", ".", "--to", "set"], 2, "holds no records"),
        (["export", "coco", ".", "--to", "set", "--overlap", "0"], 64, "--overlap"),
        (["export", "coco", ".", "--to", "set", "--blur", " ,"], 64, "--blur"),
        (["export", "coco", ".", "--to", "set", "--map", "=a"], 64, "--map"),
        (["export", "coco", ".", "--to", "set", "--map", "nowhere.json"], 2, "nowhere.json"),
        (["export", "--again", "m.json", ".", "--to", "set", "--reviewed"], 64, "--again"),
    ])
    func whatCannotBeExportedIsSaid(arguments: [String], status: Int32, word: String) throws {
        let fixtures = try RunFixtures()
        let ended = try fixtures.program.start(arguments).wait()
        #expect(ended.status == status)
        #expect(ended.talk.contains(word), "\(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("set").path))
    }

    @Test(arguments: [
        ("yolo", "segment", "the format coco"), ("yolo", "barcodes", "quiver records"),
        ("coco", "barcodes", "quiver records"),
    ])
    func aRunForADataSetOfNothingIsRefusedBeforeItBegins(format: String, task: String, way: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let model = task == "segment" ? #", "model": "\#(RunFixtures.model)""# : ""
        let detector = #"{"name": "all", "task": "\#(task)"\#(model)}"#
        try Data(#"{"detectors": [\#(detector)], "output": {"formats": ["\#(format)"]}}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.program.start(["run", fixtures.photos.path, "--output", fixtures.output.path]).wait()
        #expect(ended.status == 64, "\(ended.talk)")
        #expect(ended.talk.contains("output.formats has \(format)") && ended.talk.contains(way), "\(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: fixtures.output.path))
    }

    @Test func aRunOfSeveralTasksSaysWhatADataSetLacks() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let detectors = #"[{"name": "all", "model": "\#(RunFixtures.model)"}, {"name": "codes", "task": "barcodes"}]"#
        try Data(#"{"detectors": \#(detectors), "output": {"formats": ["json", "yolo"]}}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.program.start(["run", fixtures.photos.path, "--output", fixtures.output.path]).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.talk.contains("results.yolo has no place for what these tasks find"), "\(ended.talk)")
        let made = try fixtures.program.run(
            "export", "yolo", fixtures.output.path, "--to", fixtures.folder.appendingPathComponent("set").path)
        #expect(made.status == 0 && made.talk.contains("left out: barcodes"), "\(made.talk)")
    }

    @Test func aForeignFolderOfADataSetsNameStays() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let foreign = fixtures.output.appendingPathComponent("results.yolo/mine.txt")
        try FileManager.default.createDirectory(
            at: foreign.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: foreign)
        try Data(#"{"output": {"formats": ["yolo"]}}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.talk.contains("results.yolo was not made by Quiver and stays as it is"), "\(ended.talk)")
        #expect(try text(fixtures.output, "results-2.yolo/data.yaml").contains("names:"))
        let names = try FileManager.default.contentsOfDirectory(atPath: foreign.deletingLastPathComponent().path)
        #expect(names == ["mine.txt"])
    }
}
