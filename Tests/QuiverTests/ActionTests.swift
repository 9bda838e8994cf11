import ArgumentParser
import Findings
import Foundation
import Geometry
import Settings
import SystemPackage
import TestSupport
import Testing
import Worker

@testable import quiver

/// Windows of keypoints through a model of the user's own.
@Suite struct ActionTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    @Test(arguments: [["1", "4"], ["?", "4"]])
    func aModelOfNumbersRunsAndItsScoresAreSorted(shape: [String]) throws {
        let classifier = try ActionClassifier(
            try TinyModels.echo(in: temporary, shape: shape), labels: ["rest", "aim", "shoot", "walk"])
        #expect(try classifier.actions(in: [0, 1, 4, 0]).map(\.label).first == "shoot")
        #expect(try classifier.actions(in: [0.1, 0.6, 0.2, 0.1]).first.map { abs($0.confidence - 0.6) < 1e-6 } == true)
        #expect(throws: (any Error).self) { try classifier.actions(in: [0, 1]) }
    }

    @Test func anotherNumberOfNamesIsRefused() throws {
        let classifier = try ActionClassifier(
            try TinyModels.echo(in: temporary, shape: ["1", "4"]), labels: ["rest", "aim"])
        #expect(throws: (any Error).self) { try classifier.actions(in: [0, 1, 4, 0]) }
    }

    /// A person whose right shoulder alone is at the right edge.
    private func frame(_ number: Int) -> Frame {
        let names = Skeleton.body17.names
        let pose = Pose(
            label: "person", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 100, height: 100),
            keypoints: names.map { Keypoint(name: $0, x: $0 == "rightShoulder" ? 99 : 1, y: 10, visibility: 0.5) })
        return Frame(
            name: "\(number).jpg", time: Double(number) * 100, size: PixelSize(width: 100, height: 100),
            results: [DetectorResult(detector: "people", task: .pose, found: .poses([pose]))])
    }

    /// The model gives its numbers back: the largest is the shoulder's x of the first frame, the third keypoint.
    @Test(arguments: [
        (["60", "3", "18"], "action 2"), (["60", "18", "3"], "action 6"), (["1", "60", "18", "3"], "action 6"),
        (["?", "60", "3", "18"], "action 2"),
    ])
    func eachWindowIsToldWithItsAction(shape: [String], action: String) throws {
        let model = try ActionClassifier(try TinyModels.echo(in: temporary, shape: shape), labels: [])
        let finder = try ActionFinder(model, layout: .body18, confidence: 0, detector: "people", gap: 2)
        let events = try finder.events(in: (0..<90).map(frame))
        #expect(events.map(\.label) == [action, action] && events.allSatisfy { $0.what == "action" })
        #expect(events.map { $0.frames.first } == ["0.jpg", "30.jpg"] && events.allSatisfy { $0.frames.count == 60 })
        #expect(try finder.events(in: []).isEmpty)
    }

    @Test func aRunSaysOfEachWindowWhatTheCommandSays() throws {
        var query = Settings.SequenceQuery()
        let path = try TinyModels.echo(in: temporary, shape: ["60", "3", "18"])
        (query.actions, query.detector, query.confidence) = (FilePath(path), "people", 0)
        var track = ActionTrack(gap: 2, events: try LiveActions.events(of: query))
        let frames = (0..<90).map(frame)
        let counts = try [59, 60, 89, 90].map { count in
            try track.evidence(in: Array(frames.prefix(count)), unchanged: 0).count
        }
        #expect(counts == [0, 1, 1, 2])
        let finder = try ActionFinder(
            ActionClassifier(path, labels: []), layout: .body18, confidence: 0, detector: "people", gap: 2)
        #expect(try track.evidence(in: frames, unchanged: 90).map(\.event) == finder.events(in: frames))
        query.y = .up
        var upright = ActionTrack(gap: 2, events: try LiveActions.events(of: query))
        let flipped = try ActionFinder(
            ActionClassifier(path, labels: []), layout: .vision18, confidence: 0, detector: "people", gap: 2)
        let told = try upright.evidence(in: frames, unchanged: 0).map(\.event)
        #expect(try told == flipped.events(in: frames) && told != finder.events(in: frames))
        query.actions = FilePath(try TinyModels.echo(in: temporary, shape: ["1", "4"]))
        #expect(throws: ValidationError.self) { _ = try LiveActions.events(of: query) }
    }

    @Test(arguments: [["1", "4"], ["60", "17", "3"], ["18", "60", "3"]])
    func aModelOfOtherSequencesIsRefused(shape: [String]) throws {
        let model = try ActionClassifier(try TinyModels.echo(in: temporary, shape: shape), labels: [])
        #expect(throws: ValidationError.self) {
            try ActionFinder(model, layout: .body18, confidence: 0.5, detector: nil, gap: 2)
        }
    }

    @Test func ourOwnModelNamesItsActions() throws {
        let model = try ActionClassifier(RunFixtures.actions, labels: [])
        #expect(model.shape == [60, 18, 3])
        #expect(model.labels == ["draw", "hold", "release", "jumping_jack", "squat", "other"])
        let actions = try model.actions(in: [Float](repeating: 0, count: 60 * 18 * 3))
        #expect(abs(actions.reduce(0) { $0 + $1.confidence } - 1) < 1e-3)
        #expect(try actions == model.actions(in: [Float](repeating: 0, count: 60 * 18 * 3)))
    }
}
