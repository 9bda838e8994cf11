import Findings
import Foundation
import Results
import TestSupport
import Testing

/// Whole runs that find what a photo is of, cut it out in each way, and are asked for it by a place.
@Suite(.timeLimit(.minutes(30))) struct SubjectRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// A run with a model of ours that sees two discs, the left one larger.
    @discardableResult
    private func run(_ output: [String: Any] = [:], _ options: String...) throws -> QuiverProgram.Ended {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        let settings: [String: Any] = [
            "detectors": [["task": "subject", "model": try TinyModels.subjects(in: fixtures.folder)]], "output": output,
        ]
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        return try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path] + options
        ).wait()
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    /// A PNG's width, height and type of colour: 0 is grey, 2 RGB, 6 RGB with alpha.
    private func png(_ file: URL) throws -> [Int] {
        let head = [UInt8](try Data(contentsOf: file).prefix(26))
        try #require(head.count == 26 && head.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(file.lastPathComponent)")
        func number(_ first: Int) -> Int { head[first..<first + 4].reduce(0) { $0 << 8 | Int($1) } }
        return [number(16), number(20), Int(head[25])]
    }

    private func crops() throws -> (record: Record, names: [String], files: [URL]) {
        let record = try #require(try fixtures.records().values.first)
        let crops = record.outputs?.crops ?? []
        return (
            record, crops.map { String($0.split(separator: "/").last ?? "") },
            crops.map { fixtures.output.appendingPathComponent($0) }
        )
    }

    @Test func eachSubjectIsLifted() throws {
        try fixtures.add(1)
        let ended = try run([:], "--cutouts")
        #expect(ended.status == 0 && ended.talk.contains("2 × subject"), "\(ended.talk)")
        let (record, names, files) = try crops()
        let image = try #require(record.photo.image)
        let masks = record.photo.results[0].found.masks ?? []
        #expect(masks.map(\.label) == ["subject", "subject"] && record.photo.results[0].threshold == 0.5)
        let middles = masks.map { ($0.box.x + $0.box.width / 2) / Double(image.width) }
        #expect(abs(middles[0] - 0.25) < 0.02 && abs(middles[1] - 0.75) < 0.02, "\(middles)")
        #expect(abs(masks[0].confidence - 0.9) < 0.01)
        #expect(names == ["001-subject.png", "002-subject.png"])
        for file in files {
            let picture = try png(file)
            #expect(picture[2] == 6 && picture[0] < image.width && picture[1] < image.height, "\(picture)")
        }
    }

    @Test func allComeTogetherAsLargeAsThePhotoOnAColourWithTheirMask() throws {
        try fixtures.add(1)
        let cutout: [String: Any] = [
            "croppedToInstances": false, "background": "#00ff00", "composite": true, "mask": true,
        ]
        let ended = try run(["cutouts": true, "cutout": cutout])
        #expect(ended.status == 0, "\(ended.talk)")
        let (record, names, files) = try crops()
        let image = try #require(record.photo.image)
        #expect(names == ["001-composite.png", "002-composite-mask.png"])
        #expect(try files.map(png) == [[image.width, image.height, 2], [image.width, image.height, 0]])
    }

    @Test func onlyChosenLabelsAreCutOutAndOnAPictureThatIsThere() throws {
        try fixtures.add(1)
        let none = try run(["cutouts": true, "cutout": ["labels": ["cup"]]])
        #expect(none.status == 0, "\(none.talk)")
        #expect(try crops().names.isEmpty)
        let sky = fixtures.folder.appendingPathComponent("sky.jpg")
        try RunFixtures.photo(7).write(to: sky)
        // Other cutouts are asked for, so that the photo is worked again.
        let on = try run(["cutouts": true, "cutout": ["background": "sky.jpg"]])
        #expect(on.status == 0, "\(on.talk)")
        let (_, names, files) = try crops()
        #expect(names.count == 2)
        #expect(try files.allSatisfy { try png($0)[2] == 2 })
        try Data("no picture".utf8).write(to: sky)
        let broken = try run(["cutouts": true, "cutout": ["background": "sky.jpg"]])
        #expect(broken.status == 2 && broken.talk.contains("output.cutout.background"), "\(broken.talk)")
        try FileManager.default.removeItem(at: sky)
        let gone = try run(["cutouts": true, "cutout": ["background": "sky.jpg"]])
        #expect(gone.status == 2 && gone.talk.contains("output.cutout.background"), "\(gone.talk)")
    }

    private struct Told: Decodable {
        var label: String
        var isAtPoint: Bool
        var area: Int
    }

    private func told(_ options: String...) throws -> [Told] {
        let ended = try fixtures.program.start(["segment", fixtures.output.path, "--format", "jsonl"] + options).wait()
        return try ended.output.split(separator: "\n").map { try JSONDecoder().decode(Told.self, from: Data($0.utf8)) }
    }

    @Test func aPlaceIsAPixelOrSharesAndTheBackgroundChoosesAll() throws {
        try fixtures.add(1)
        try run()
        let image = try #require(try fixtures.records().values.first?.photo.image)
        let shares = try told("--at", "0.25,0.5")
        #expect(shares.count == 1 && shares[0].isAtPoint)
        let pixel = try told("--at", "\(image.width / 4),\(image.height / 2)")
        #expect(pixel.map(\.area) == shares.map(\.area))
        let both = try told("--at", "0.25,0.5", "--at", "0.75,0.5")
        #expect(both.count == 2 && both.allSatisfy(\.isAtPoint) && both[0].area < both[1].area)
        let background = try told("--at", "1.0,0.0")
        #expect(background.count == 2 && background.allSatisfy { !$0.isAtPoint })
        #expect(try told("--label", "subject").count == 2)
        #expect(try quiver("segment", fixtures.output.path, "--at", "1.0,0.0").status == 0)
        #expect(try quiver("segment", fixtures.output.path, "--label", "cup").status == 1)
        for wrong in ["0.5,1.5", "0.5,2", "1,2,3", "a,b", "-1,2"] {
            #expect(try quiver("segment", fixtures.output.path, "--at=\(wrong)").status == 64, "\(wrong)")
        }
        #expect(try quiver("segment", fixtures.output.path).status == 64)
    }

    @Test func theChosenOnesAreCutOutIntoAFile() throws {
        let photos = try fixtures.add(2)
        try run()
        let image = try #require(try fixtures.records().values.first?.photo.image)
        func lift(_ name: String, _ options: String...) throws -> QuiverProgram.Ended {
            try fixtures.program.start(
                ["segment", fixtures.output.path, "--cutout", fixtures.folder.appendingPathComponent(name).path]
                    + options
            ).wait()
        }
        let several = try lift("none.png", "--at", "0.25,0.5")
        #expect(several.status == 64 && several.talk.contains("--photo 00000.jpg"), "\(several.talk)")
        let one = try lift("one.png", "--at", "0.25,0.5", "--photo", "00000.jpg")
        #expect(one.status == 0, "\(one.talk)")
        let picture = try png(fixtures.folder.appendingPathComponent("one.png"))
        #expect(picture[2] == 6 && picture[0] < image.width / 2)
        let all = try lift("all.png", "--photo", "00000.jpg", "--whole", "--background", "blur")
        #expect(all.status == 0, "\(all.talk)")
        #expect(try png(fixtures.folder.appendingPathComponent("all.png")) == [image.width, image.height, 2])
        let on = try lift("on.png", "--photo", "00000.jpg", "--background", photos[1].path)
        #expect(on.status == 0, "\(on.talk)")
        #expect(try png(fixtures.folder.appendingPathComponent("on.png"))[2] == 2)
        for (options, sentence) in [
            (["--photo", "00000.jpg"], "is there already"),
            (["--photo", "00000.jpg", "--background", "#12"], "#ffffff"),
            (["--photo", "00000.jpg", "--background", "nowhere.jpg"], "no picture that can be read"),
        ] {
            let name = sentence == "is there already" ? "one.png" : "new.png"
            let place = fixtures.folder.appendingPathComponent(name).path
            let refused = try fixtures.program.start(
                ["segment", fixtures.output.path, "--cutout", place] + options
            ).wait()
            #expect(refused.status == 64 && refused.talk.contains(sentence), "\(refused.talk)")
        }
        try RunFixtures.photo(9).write(to: photos[0])
        let other = try lift("other.png", "--photo", "00000.jpg")
        #expect(other.status == 64 && other.talk.contains("not the photo that was looked at"), "\(other.talk)")
    }

    @Test func theObjectsOfEachPageOfAFileAreItsOwn() throws {
        let file = fixtures.photos.appendingPathComponent("two.tif")
        try Data(SmallTIFF.bytes(pages: [(64, 48), (96, 64)])).write(to: file)
        try fixtures.age(file)
        #expect(try run([:], "--cutouts").status == 0)
        #expect(try crops().names == (1...4).map { "00\($0)-subject.png" })
        func lift(_ photo: String, _ name: String) throws -> QuiverProgram.Ended {
            try quiver(
                "segment", fixtures.output.path, "--at", "0.25,0.5", "--photo", photo, "--whole", "--background",
                "grey",
                "--cutout", fixtures.folder.appendingPathComponent(name).path)
        }
        let both = try lift("two.tif", "both.png")
        #expect(both.status == 64 && both.talk.contains("--photo two.tif#1"), "\(both.talk)")
        let second = try lift("two.tif#2", "second.png")
        #expect(second.status == 0 && second.output.contains("two.tif#2: subject"), "\(second.output) \(second.talk)")
        #expect(try png(fixtures.folder.appendingPathComponent("second.png")) == [96, 64, 2])
    }

    @Test func inspectNamesTheFamily() throws {
        let model = try TinyModels.subjects(in: fixtures.folder)
        let ended = try quiver("model", "inspect", model)
        #expect(ended.status == 0 && ended.output.contains("task        subject"), "\(ended.output) \(ended.talk)")
        #expect(
            ended.output.contains("u2net: one mask") && ended.output.contains("fit         stretch"), "\(ended.output)")
    }

    /// What a model says of a white photo shows which values it got.
    @Test(
        "each family gets the values that it was trained with",
        arguments: [
            // The means of (1 - mean) / deviation, as logits.
            ("input_image", 1024, [:], 0.919_8), ("input", 1024, [:], 0.622_5), ("input", 512, [:], 0.731_1),
            ("x", 320, ["layout": "is-net"], 0.622_5), ("x", 320, ["layout": "u2net"], 0.919_8),
            ("input", 512, ["mean": [0.5, 0.5, 0.5], "std": [0.25, 0.25, 0.25]], 0.880_8),
            ("x", 320, ["mean": [0, 0, 0], "std": [1, 1, 1]], 1),
        ] as [(String, Int, [String: any Sendable], Double)])
    func values(input: String, side: Int, more: [String: any Sendable], confidence: Double) throws {
        try Self.white.write(to: fixtures.photos.appendingPathComponent("white.gif"))
        try fixtures.age(fixtures.photos.appendingPathComponent("white.gif"))
        let model = try TinyModels.brightness(in: fixtures.folder, input: input, side: side)
        let ended = try run(with: ["task": "subject", "model": model, "precision": "fp32"].merging(more) { $1 })
        #expect(ended.status == 0, "\(ended.talk)")
        let found = try #require(try fixtures.records().values.first).photo.results[0].found.masks ?? []
        #expect(found.count == 1 && abs((found.first?.confidence ?? 0) - confidence) < 0.001, "\(found)")
    }

    @Test func aModelWhoseValuesAreNotKnownIsRefusedWithTheWaysToGoOn() throws {
        try fixtures.add(1)
        let model = try TinyModels.brightness(in: fixtures.folder, input: "x", side: 320)
        let ended = try run(with: ["task": "subject", "model": model])
        #expect(ended.status != 0 && ended.talk.contains("Set layout: u2net for U²-Net"), "\(ended.talk)")
        #expect(ended.talk.contains("detectors[0]") && ended.talk.contains("mean and std"), "\(ended.talk)")
    }

    /// A GIF of one white pixel.
    private static let white = Data(base64Encoded: "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=") ?? Data()

    private func run(with detector: [String: Any]) throws -> QuiverProgram.Ended {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: ["detectors": [detector]]).write(to: config)
        return try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path]
        ).wait()
    }

    /// True where the public model must be there: it is, or continuous integration demands it.
    private static let hasModel: Bool = {
        let file = Cases.packageRoot.appendingPathComponent(".deps/models/u2netp.onnx")
        let isHere = FileManager.default.fileExists(atPath: file.path)
        if !isHere { print("\(file.path) is missing: run scripts/models for the test of subjects.") }
        return isHere || ProcessInfo.processInfo.environment["CI"] == "true"
    }()

    /// A cup, a rocket, and a person with a camera: the person as another model sees it, and without the hand on the camera.
    @Test(.enabled(if: hasModel && Cases.isAvailable)) func thePublicModelSeesThingsAndPeople() throws {
        for name in ["object_coffee.png", "object_rocket.jpg", "hand_camera.jpg"] {
            try FileManager.default.copyItem(
                at: try Cases.file("people/photos/\(name)"), to: fixtures.photos.appendingPathComponent(name))
        }
        let settings: [String: Any] = [
            "detectors": [
                ["name": "all", "task": "subject"], ["name": "people", "task": "people"],
                ["name": "hands", "task": "hands"], ["name": "bare", "task": "subject", "without": "hands"],
                ["name": "bones", "task": "subject", "without": "hands", "handMargin": 0],
            ]
        ]
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: settings).write(to: config)
        let ended = try quiver(
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path)
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        func masks(_ name: String, _ detector: Int) throws -> [InstanceMask] {
            try #require(records[name]).photo.results[detector].found.masks ?? []
        }
        let cup = try #require(try masks("object_coffee.png", 0).first)
        #expect(cup.confidence > 0.9 && cup.mask.covers(x: 300, y: 200) && !cup.mask.covers(x: 20, y: 20))
        #expect(try !masks("object_rocket.jpg", 0).isEmpty && masks("object_rocket.jpg", 1).isEmpty)
        let person = try #require(try masks("hand_camera.jpg", 0).first)
        let people = try #require(try masks("hand_camera.jpg", 1).first)
        #expect(person.mask.intersectionOverUnion(people.mask) > 0.85)
        let (bones, bare) = (
            try #require(try masks("hand_camera.jpg", 4).first), try #require(try masks("hand_camera.jpg", 3).first)
        )
        #expect(
            person.mask.area > bones.mask.area && bones.mask.area > bare.mask.area, "the margin takes the flesh too")
    }
}
