import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs with a classifier: alone, and on the boxes of another detector.
@Suite(.enabled(if: Cases.isAvailable), .timeLimit(.minutes(30))) struct ClassifyRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// The settings of EfficientNet-Lite0 as it was trained: values of a byte less 127, over 128.
    private func classifier(_ name: String, on: [String: Any]? = nil) throws -> [String: Any] {
        let people = try Cases.file("people")
        let names = try String(
            contentsOf: people.appendingPathComponent("efficientnet_lite0_classes.txt"), encoding: .utf8)
        var detector: [String: Any] = [
            "name": name, "task": "classify", "labels": names.split(separator: "\n").map(String.init),
            "model": people.appendingPathComponent("efficientnet_lite0.onnx").path,
            "mean": Array(repeating: 127.0 / 255, count: 3), "std": Array(repeating: 128.0 / 255, count: 3),
            "precision": "fp32",
        ]
        detector["on"] = on
        return detector
    }

    private func run(_ detectors: [[String: Any]], _ photos: URL, _ extra: String...) throws {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        let settings: [String: Any] = ["detectors": detectors, "output": ["crops": true]]
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        let ended = try fixtures.program.start(
            ["run", photos.path, "--output", fixtures.output.path, "--config", config.path] + extra
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private struct Reference: Decodable {
        struct Outputs: Decodable { var top5: [Entry] }
        struct Entry: Decodable {
            var label: String
            var probability: Double

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                _ = try values.decode(Int.self)
                label = try values.decode(String.self)
                probability = try values.decode(Double.self)
            }
        }

        var efficientnet_lite0: Outputs
    }

    @Test func everyPhotoHasTheClassesOfTheReference() throws {
        try run([try classifier("what")], try Cases.file("people/photos"))
        let records = try fixtures.records()
        #expect(records.count >= 38)
        for (name, record) in records {
            // The reference leaves colour profiles out, and those of these two move colours.
            if ["face_down.jpg", "negative_black.jpg"].contains(name) { continue }
            let file = try Cases.file("people/reference/\(name).json")
            let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
            let found = record.photo.results[0].found.classes ?? []
            let wanted = reference.efficientnet_lite0.top5
            #expect(found.first?.label == wanted.first?.label, "\(name)")
            let best = found.first?.confidence ?? 0
            #expect(abs(best - (wanted.first?.probability ?? 1)) < 0.01, "\(name): \(best) for \(wanted[0])")
        }
    }

    @Test func howMuchOfThePhotoItSeesIsASetting() throws {
        try FileManager.default.copyItem(
            at: try Cases.file("people/photos/people_bus.jpg"), to: fixtures.photos.appendingPathComponent("a.jpg"))
        var answers: Set<[ClassScore]> = []
        for fit in [nil, "stretch", "letterbox", "crop"] {
            var detector = try classifier("what")
            detector["fit"] = fit
            try run([detector], fixtures.photos)
            answers.insert(try #require(try fixtures.records()["a.jpg"]?.photo.results[0].found.classes))
        }
        #expect(answers.count == 4)
    }

    /// The model takes 224 pixels: a size for all detectors is none of its business, one of its own is a mistake.
    @Test func aSizeForAllLeavesAModelItsOwn() throws {
        try FileManager.default.copyItem(
            at: try Cases.file("people/photos/object_cat.png"), to: fixtures.photos.appendingPathComponent("a.png"))
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        var detector = try classifier("what")
        let run = { (detector: [String: Any]) throws -> QuiverProgram.Ended in
            let settings: [String: Any] = ["letterbox": ["size": 640], "detectors": [detector]]
            try JSONSerialization.data(withJSONObject: settings).write(to: config)
            return try fixtures.program.run("run", fixtures.photos.path, "--output", "out", "--config", config.path)
        }
        let ended = try run(detector)
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(try fixtures.records()["a.png"]?.photo.results[0].found.classes?.isEmpty == false)
        detector["size"] = 640
        let refused = try run(detector)
        #expect(refused.status == 2, "\(refused.output)")
        #expect(
            refused.talk.contains("takes 224x224 pixels only, and the detector's size is 640x640"), "\(refused.talk)")
        #expect(refused.talk.contains("detectors[0]"), "the place in the file")
    }

    @Test func oneDetectorRunsOnTheBoxesOfAnother() throws {
        let photos = fixtures.photos
        for name in ["people_bus.jpg", "negative_black.jpg"] {
            try FileManager.default.copyItem(
                at: try Cases.file("people/photos/\(name)"), to: photos.appendingPathComponent(name))
        }
        let boxes: [String: Any] = ["name": "things", "model": try Cases.file("models/yolov8n_int8.onnx").path]
        let on: [String: Any] = ["detector": "things", "labels": ["person"], "margin": 0.1]
        // In the settings the one that waits for the other stands first.
        try run([try classifier("who", on: on), boxes], photos, "--annotate")
        let photo = try #require(try fixtures.records()["people_bus.jpg"]).photo
        let things = photo.results.filter { $0.detector == "things" }
        let people = things.flatMap(\.found.items).enumerated().filter { $0.element.label == "person" }.map(\.offset)
        let classes = photo.results.filter { $0.detector == "who" }
        #expect(things.count == 1 && people.count >= 3)
        #expect(photo.results.map(\.detector) == Array(repeating: "who", count: people.count) + ["things"])
        #expect(classes.compactMap(\.parent) == people.map { .init(detector: "things", index: $0) })
        #expect(classes.allSatisfy { ($0.found.classes?.count ?? 0) >= 5 && $0.model == 0 } && things[0].model == 1)
        #expect(things[0].threshold == 0.35 && classes.allSatisfy { $0.threshold == nil })
        let empty = try #require(try fixtures.records()["negative_black.jpg"]).photo.results
        #expect(empty.map(\.detector) == ["who", "things"] && empty.allSatisfy { $0.found.items.isEmpty })
        // Crops and rows say whose they are.
        let crops = try FileManager.default.contentsOfDirectory(
            atPath: fixtures.output.appendingPathComponent("people_bus.jpg.crops").path)
        #expect(crops.contains { $0.hasPrefix("001-things-") } && crops.count == photo.detections.count)
        let table = try String(
            contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        let rows = table.split(separator: "\r\n").filter { $0.contains("people_bus.jpg") }
        #expect(rows.count { $0.hasSuffix(",things,,,,,") } == photo.detections.count)
        #expect(rows.count { $0.hasSuffix(",who,,,,,") } == classes.reduce(0) { $0 + $1.found.items.count })
    }
}
