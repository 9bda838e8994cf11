import ArgumentParser
import Findings
import Foundation
import Geometry
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

    /// A person whose nose stands still in the middle of the upper edge.
    private func frame(_ number: Int) -> Frame {
        let names = Skeleton.body17.names
        let pose = Pose(
            label: "person", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 100, height: 100),
            keypoints: names.map { Keypoint(name: $0, x: $0 == "nose" ? 99 : 10, y: 10, visibility: 0.5) })
        return Frame(
            name: "\(number).jpg", time: Double(number) * 100, size: PixelSize(width: 100, height: 100),
            results: [DetectorResult(detector: "people", task: .pose, found: .poses([pose]))])
    }

    @Test func eachWindowIsToldWithItsAction() throws {
        // The model gives its numbers back: the largest is the nose's x of the first frame, number 0.
        let model = try ActionClassifier(try TinyModels.echo(in: temporary, shape: ["60", "3", "18"]), labels: [])
        let finder = try ActionFinder(model, layout: .body18, confidence: 0, detector: "people", gap: 2)
        let events = try finder.events(in: (0..<90).map(frame))
        #expect(events.map(\.label) == ["action 0", "action 0"] && events.allSatisfy { $0.what == "action" })
        #expect(events.map { $0.frames.first } == ["0.jpg", "30.jpg"] && events.allSatisfy { $0.frames.count == 60 })
        #expect(try finder.events(in: []).isEmpty)
    }

    @Test func aModelOfOtherSequencesIsRefused() throws {
        let model = try ActionClassifier(try TinyModels.echo(in: temporary, shape: ["1", "4"]), labels: [])
        #expect(throws: ValidationError.self) {
            try ActionFinder(model, layout: .body18, confidence: 0.5, detector: nil, gap: 2)
        }
    }
}
