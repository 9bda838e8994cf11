import Foundation
import TestSupport
import Testing

/// From pictures to what a person does in them, with the program and its own classifier of actions.
@Suite(.timeLimit(.minutes(30))) struct ActionRunTests {
    private let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    /// True where the models of people must be there: they are, or continuous integration demands it.
    private static let hasPoses: Bool = {
        let file = Cases.packageRoot.appendingPathComponent(".deps/models/pose_landmark_full.tflite")
        let isHere = FileManager.default.fileExists(atPath: file.path)
        if !isHere { print("\(file.path) is missing: run scripts/models for the test of actions.") }
        return isHere || ProcessInfo.processInfo.environment["CI"] == "true"
    }()

    private struct Event: Decodable {
        var what: String
        var label: String
        var frames: [String]
        var best: Double
    }

    private func write(_ person: DrawnPerson, _ number: Int, in folder: String) throws {
        let name = fixtures.photos.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: name, withIntermediateDirectories: true)
        let file = name.appendingPathComponent(String(format: "%05d.tif", number))
        try person.tiff.write(to: file)
        try fixtures.age(file)
    }

    /// No two pictures are equal: a copy beside its original is no moment of its own.
    @Test(.enabled(if: hasPoses)) func aDrawnPersonsJumpingJacksAreTold() throws {
        for number in 0..<60 {
            let turn = 2 * Double.pi * Double(number) / 19.3
            try write(DrawnPerson(jack: 0.5 - 0.5 * cos(turn), hop: 0.02 * abs(sin(turn))), number, in: "jacks")
            try write(DrawnPerson(jack: 0.02 * Double(number) / 60, hop: 0.0002), number, in: "still")
        }
        let run = try fixtures.program.run("run", fixtures.photos.path, "--task", "pose", "--output", "out")
        #expect(run.status == 0, "\(run.talk)")
        let found = try fixtures.program.run("sequence", "out", "--actions", "actions", "--format", "jsonl")
        #expect(found.status == 0, "\(found.talk)")
        let events = try found.output.split(separator: "\n").map {
            try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
        #expect(events.map(\.label) == ["jumping_jack", "other"], "\(found.output)")
        #expect(events.allSatisfy { $0.what == "action" && $0.best > 0.7 && $0.frames.count == 60 }, "\(found.output)")
    }

    @Test func itIsListedAndInspectedLikeAnyOther() throws {
        let text = try fixtures.program.run("model", "inspect", RunFixtures.actions)
        #expect(text.status == 0 && text.output.contains("x, y and confidence of each of 18 keypoints"), "\(text)")
        #expect(text.output.contains("actions     6: draw, hold, release, jumping_jack, squat, other"), "\(text)")
        let json = try fixtures.program.run("model", "inspect", RunFixtures.actions, "--format", "json")
        let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(report?["input"] as? [Int] == [60, 18, 3], "\(json)")
        let list = try fixtures.program.run("model", "list")
        #expect(list.output.split(separator: "\n").contains { $0.hasPrefix("actions ") }, "\(list)")
    }

    @Test func aNameThatNoModelHasIsSaid() throws {
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let ended = try fixtures.program.run("sequence", "out", "--actions", "dances")
        #expect(ended.status == 64, "\(ended)")
        #expect(ended.talk.contains("--actions: there is no model \"dances\"; 'quiver model list'"), "\(ended.talk)")
        let other = try fixtures.program.run("sequence", "out", "--actions", RunFixtures.model)
        #expect(other.status != 0 && other.talk.contains(RunFixtures.model), "\(other.talk)")
    }
}
