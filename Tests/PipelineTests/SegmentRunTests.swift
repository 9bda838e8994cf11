import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs with masks: in the record, in COCO's form, cut out of their ground, and asked for by a point.
@Suite(.timeLimit(.minutes(30))) struct SegmentRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    @Test func masksAreRecordedExportedAndCutOut() throws {
        try fixtures.add(1)
        let model = try TinyModels.segmenting(in: fixtures.folder)
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        let settings: [String: Any] = [
            "detectors": [["name": "things", "task": "segment", "model": model, "labels": ["cup", "ball"]]],
            "output": ["cutouts": true, "annotate": true],
        ]
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        let ended = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path,
        ]).wait()
        #expect(ended.status == 0 && ended.talk.contains("1 × ball, 1 × cup"), "\(ended.talk)")
        let record = try #require(try fixtures.records().values.first)
        let image = try #require(record.photo.image)
        let masks = record.photo.results[0].found.masks ?? []
        #expect(masks.map(\.label) == ["cup", "ball"])
        for (index, object) in masks.enumerated() {
            #expect(object.mask.size == PixelSize(width: image.width, height: image.height))
            // A disc of three cells of the sixteen that the letterboxed photo has.
            let unit = Double(max(image.width, image.height)) / 16
            #expect(abs(Double(object.mask.area) / (9 * Double.pi * unit * unit) - 1) < 0.1, "\(object.mask.area)")
            let box = try #require(object.mask.box)
            #expect(abs(box.x + box.width / 2 - (index == 0 ? 4 : 12) * unit) < unit / 2)
            #expect(object.polygons.count == 1)
        }
        let cutouts = record.outputs?.crops ?? []
        #expect(cutouts.map { $0.split(separator: "/").last ?? "" } == ["001-cup.png", "002-ball.png"])

        let exported = try fixtures.program.start([
            "export", "coco", fixtures.output.path, "--to", fixtures.folder.appendingPathComponent("set").path,
        ]).wait()
        #expect(exported.status == 0, "\(exported.talk)")
        let set = try JSONSerialization.jsonObject(
            with: Data(contentsOf: fixtures.folder.appendingPathComponent("set/annotations.json")))
        let annotations = try #require((set as? [String: Any])?["annotations"] as? [[String: Any]])
        let segmentation = try #require(annotations.first?["segmentation"] as? [String: Any])
        #expect(segmentation["counts"] as? String == masks[0].mask.counts)
        #expect(annotations.first?["area"] as? Int == masks[0].mask.area)
    }
}
