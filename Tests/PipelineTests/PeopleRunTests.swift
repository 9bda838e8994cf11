import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs with the public models that `scripts/models` fetches.
@Suite(.enabled(if: Cases.isAvailable), .timeLimit(.minutes(30))) struct PeopleRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    private func run(_ detectors: [[String: Any]], _ photos: URL, output: [String: Any] = [:]) throws
        -> QuiverProgram.Ended
    {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        let settings: [String: Any] = ["detectors": detectors, "output": output]
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        return try fixtures.program.start(
            ["run", photos.path, "--output", fixtures.output.path, "--config", config.path]
        ).wait()
    }

    private func copy(_ names: String...) throws {
        for name in names {
            try FileManager.default.copyItem(
                at: try Cases.file("people/photos/\(name)"), to: fixtures.photos.appendingPathComponent(name))
        }
    }

    private struct Reference: Decodable {
        struct Faces: Decodable { var full_range: [Object] }
        struct Hands: Decodable { var hands: [Hand] }
        struct Hand: Decodable { var label: String }
        struct Object: Decodable {}
        struct Pose: Decodable { var landmarks: [[Double]]? }

        var face_detection: Faces
        var hands: Hands
        var pose: Pose
    }

    /// `scripts/parity people` compares every point; here it is the counts, so that the suite sees a slip at once.
    @Test func everyPhotoHasAsManyFacesHandsAndPeopleAsTheOriginalFinds() throws {
        let ended = try run(
            [
                ["name": "f", "task": "faces", "tiles": ["size": NSNull()]],
                ["name": "h", "task": "hands", "maximum": 4], ["name": "p", "task": "pose", "maximum": 1],
            ], try Cases.file("people/photos"))
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 38)
        for (name, record) in records {
            let file = try Cases.file("people/reference/\(name).json")
            let reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
            let found = record.photo.results.map { $0.found.poses ?? [] }
            #expect(found[0].count == reference.face_detection.full_range.count, "\(name)")
            #expect(record.photo.results.map(\.threshold) == [0.6, 0.5, 0.5], "MediaPipe's own")
            // The original names hands as a mirror shows them.
            let sides = reference.hands.hands.map { $0.label == "Left" ? "right hand" : "left hand" }
            #expect(found[1].map(\.label).sorted() == sides.sorted(), "\(name)")
            #expect(found[2].count == (reference.pose.landmarks == nil ? 0 : 1), "\(name)")
            #expect(found[2].allSatisfy { $0.keypoints.count == 33 && $0.keypoints[0].name == "nose" })
        }
    }

    @Test func sixTasksMakeOneRecordAndOneThatThrowsTakesNothingWithIt() throws {
        try copy("hand_point.jpeg", "people_sitting.jpg")
        let people = try Cases.file("people")
        let broken = try BrokenModelTests.write(to: fixtures.folder, giving: .nan)
        let ended = try run(
            [
                ["name": "boxes", "model": try Cases.file("models/yolov8n_int8.onnx").path],
                ["name": "faces", "task": "faces", "mesh": true], ["name": "hands", "task": "hands"],
                ["name": "people", "task": "pose", "mask": true],
                [
                    "name": "whole", "task": "classify",
                    "model": people.appendingPathComponent("efficientnet_lite0.onnx").path,
                    "mean": Array(repeating: 127.0 / 255, count: 3), "std": Array(repeating: 128.0 / 255, count: 3),
                ], ["name": "broken", "model": broken],
            ], fixtures.photos, output: ["annotate": true, "cutouts": true])
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.talk.contains("broken failed: "), "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 2)
        for (name, record) in records {
            #expect(record.state == .done)
            let results = record.photo.results
            #expect(results.map(\.detector) == ["boxes", "faces", "hands", "people", "whole", "broken"])
            #expect(results.allSatisfy { ($0.error != nil) == ($0.detector == "broken") })
            #expect(results.dropLast().allSatisfy { ($0.timings.infer ?? 0) > 0 }, "each detector's time")
            #expect(results[5].error?.message.contains("NaN or infinite") == true && results[5].found.items.isEmpty)
            #expect(results[1].found.poses?.first?.mesh?.count == 468)
            let person = try #require(results[3].found.poses?.first)
            let image = try #require(record.photo.image)
            #expect(person.mask?.size == PixelSize(width: image.width, height: image.height))
            #expect(record.photo.models.count == 11, "hands and faces have two models each, people four")
            // The person's cutout is a PNG with a transparent ground.
            let cutouts = record.outputs?.crops.filter { $0.hasSuffix(".png") } ?? []
            #expect(cutouts.count == 1, "\(name)")
            let png = try Data(contentsOf: fixtures.output.appendingPathComponent(cutouts.first ?? ""))
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png[25] == 6, "RGB with alpha")
        }
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        let rows = table.split(separator: "\r\n")
        #expect(rows.count { $0.contains("broken") && $0.contains("NaN or infinite") } == 2)
        let hands = rows.filter { $0.contains(",hands,") }
        #expect(hands.count == 4 && hands.allSatisfy { $0.split(separator: ",")[2].hasSuffix(" hand") })
        #expect(hands.allSatisfy { $0.count { $0 == ";" } == 20 }, "21 keypoints")
    }

    /// The faces and people that are there, counted by eye; what is behind others may be missed, but nobody is found twice.
    @Test func everyoneOfAGroupIsFound() throws {
        let groups: [String: (faces: Int, people: ClosedRange<Int>)] = [
            "faces_group.jpg": (19, 18...19), "faces_solvay1927.jpg": (29, 22...29), "people_cheer.jpg": (4, 4...4),
        ]
        for name in groups.keys { try copy(name) }
        try copy("face_woman.jpg", "object_rocket.jpg")
        let ended = try run(
            [
                ["name": "f", "task": "faces"], ["name": "p", "task": "pose", "mask": true],
                ["name": "m", "task": "people"],
            ], fixtures.photos, output: ["cutouts": true])
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        for (name, group) in groups {
            let results = try #require(records[name]).photo.results
            let image = try #require(records[name]?.photo.image)
            let people = results[1].found.poses ?? []
            #expect(results[0].found.items.count == group.faces && group.people.contains(people.count), "\(name)")
            // A head is one person's.
            let heads = people.map { $0.keypoints[0].point }
            for (index, head) in heads.enumerated() {
                #expect(heads.dropFirst(index + 1).allSatisfy { $0.distance(to: head) > 10 }, "\(name)")
            }
            #expect(people.allSatisfy { $0.keypoints.allSatisfy { $0.metres != nil } })
            let isCrowd = group.faces > 4
            #expect(results.map { $0.crowd != nil } == [isCrowd, isCrowd, isCrowd], "\(name)")
            #expect(people.allSatisfy { ($0.mask == nil) == isCrowd }, "\(name)")
            guard isCrowd else { continue }
            #expect(results[1].crowd?.faces == group.faces && results[1].crowd?.bodies == people.count)
            // The one mask shows each face, and so does that of the task for all people.
            let single = try #require(results[1].crowd?.mask)
            let all = try #require(results[2].found.masks?.first?.mask)
            #expect(single.size == PixelSize(width: image.width, height: image.height))
            #expect(single.intersectionOverUnion(all) > 0.85, "\(name)")
            #expect(records[name]?.outputs?.crops.count { $0.contains("crowd") } == 1, "\(name)")
        }
        let woman = try #require(records["face_woman.jpg"]).photo.results
        #expect(woman.map(\.found.items.count) == [1, 1, 1] && woman.allSatisfy { $0.crowd == nil })
        #expect(records["object_rocket.jpg"]?.photo.results.map(\.found.items.count) == [0, 0, 0])
    }

    /// True where the model must be there: it is, or continuous integration demands it.
    private static let hasSegmenter: Bool = {
        let file = Cases.packageRoot.appendingPathComponent(".deps/models/selfie_segmentation.tflite")
        let isHere = FileManager.default.fileExists(atPath: file.path)
        if !isHere { print("\(file.path) is missing: run scripts/models for the test of people's masks.") }
        return isHere || ProcessInfo.processInfo.environment["CI"] == "true"
    }()

    /// Another model of the same makers follows one person; of a photo of one person both say the same.
    @Test(.enabled(if: hasSegmenter)) func peopleAreOneMaskAsAnotherModelSeesThem() throws {
        try copy("face_woman.jpg", "hand_point.jpeg", "object_rocket.jpg")
        let ended = try run(
            [["name": "all", "task": "people"], ["name": "one", "task": "pose", "mask": true]], fixtures.photos)
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records["object_rocket.jpg"]?.photo.results[0].found == .masks([]))
        for name in ["face_woman.jpg", "hand_point.jpeg"] {
            let results = try #require(records[name]).photo.results
            let all = try #require(results[0].found.masks?.first)
            let one = try #require(results[1].found.poses?.first?.mask)
            #expect(results[0].found.items.count == 1 && results[0].threshold == 0.5)
            #expect(all.label == "person" && all.confidence > 0.95, "\(name)")
            #expect(all.mask.intersectionOverUnion(one) > 0.95, "\(name)")
        }
    }

    @Test func aDetectorThatAloneFailsIsThePhotosFailure() throws {
        try copy("object_cat.png")
        let ended = try run(
            [["name": "broken", "model": try BrokenModelTests.write(to: fixtures.folder, giving: .infinity)]],
            fixtures.photos)
        #expect(ended.status == 1)
        #expect(try fixtures.records()["object_cat.png"]?.state == .failed)
    }

    @Test func tilesFindWhatIsSmallInALargePhoto() throws {
        try copy("people_crowd_run.jpg")
        let model = try Cases.file("models/yolov8n_int8.onnx").path
        let ended = try run(
            [
                ["name": "whole", "model": model],
                ["name": "tiles", "model": model, "tiles": ["size": 320, "overlap": 0.25]],
            ], fixtures.photos)
        #expect(ended.status == 0, "\(ended.talk)")
        let results = try #require(try fixtures.records()["people_crowd_run.jpg"]).photo.results
        let (whole, tiles) = (results[0].found.detections ?? [], results[1].found.detections ?? [])
        #expect(tiles.count > whole.count && !whole.isEmpty)
        // What the whole photo shows surely is seen in the tiles too, once.
        for person in whole where person.label == "person" && person.confidence > 0.6 && person.box.width < 250 {
            #expect(tiles.count { $0.label == "person" && $0.box.intersectionOverUnion(person.box) > 0.5 } == 1)
        }
    }

    @Test(
        "a task without its model, or a wrong one, is told before any photo",
        arguments: [
            (["task": "segment"], "no model for segment comes with Quiver"),
            (["task": "hands", "model": "no_such_model"], #"there is no model "no_such_model""#),
            (["task": "pose", "landmarks": "nothing_there"], #"there is no model "nothing_there""#),
            (["task": "hands", "model": "pose_detection"], "palm_detection is needed"),
            (["task": "hands", "model": "pose_detection"], "line 1, column"),
            (
                ["task": "classify", "model": "CASES/people/efficientnet_lite0.onnx"],
                "which values the model takes"
            ),
            (["task": "faces", "classes": "['hand']"], "face"),
            (["task": "detect", "without": "hands"], "only masks can lose a hand"),
        ] as [([String: String], String)])
    func told(_ detector: [String: String], _ sentence: String) throws {
        try fixtures.add(1)
        var settings: [String: Any] = detector
        if detector["classes"] != nil { settings["classes"] = ["hand"] }
        settings["name"] = "one"
        if let model = detector["model"], model.hasPrefix("CASES/") {
            settings["model"] = try Cases.file(String(model.dropFirst("CASES/".count))).path
        }
        let ended = try run([settings], fixtures.photos)
        #expect(ended.status == 64 || ended.status == 2, "\(ended.status)")
        #expect(ended.talk.contains(sentence), "\(ended.talk)")
        #expect(ended.talk.contains("detectors[0]"), "\(ended.talk)")
        #expect(try fixtures.records().isEmpty)
    }
}
