import Findings
import Foundation
import Results
import Scoring
import SystemPackage
import SystemValues
import Testing

@testable import quiver

@Suite("A photo's line of progress")
struct ProgressReporterTests {
    private func record(
        _ state: Record.State = .done, _ scores: [Int]? = nil, copyOf original: String? = nil,
        error: Record.Failure? = nil
    ) -> Record {
        let arrows = (scores ?? []).enumerated().map { place, score in
            DetectedArrow(
                id: place + 1, face: 0, normalizedX: 0, normalizedY: 0, pixelX: 0, pixelY: 0, distanceFromCenter: 0,
                clockPositionDeg: 0, confidence: 1, boundingBox: Box(x: 0, y: 0, width: 1, height: 1), kind: .arrow,
                nock: nil, score: score, isX: false, distanceMm: 0, distanceToLine: 1, reviewReasons: [],
                source: .model)
        }
        return Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 1)),
            source: .init(
                path: FilePath("day/1.jpg"), bytes: 1, sha256: nil, duplicateOf: original.map { FilePath($0) }),
            state: state, error: error, attempts: 1,
            photo: PhotoResult(targetDetection: scores.map { _ in TargetDetection(faces: []) }, arrows: arrows))
    }

    private func text(_ record: Record, expecting count: Int? = nil) -> String {
        ProgressReporter(
            interactive: false, paint: Paint(.never, descriptor: 2),
            arrowsExpected: { $0.source.path == "day/1.jpg" ? count : nil }
        ).text(about: record)
    }

    @Test(
        "a scored photo counts the arrows that are expected there",
        arguments: [
            (2, "= 12, 1 too many"), (3, "= 21"), (4, "= 21, 1 arrow fewer"), (nil, "= 21"),
        ] as [(Int?, String)])
    func scored(expected: Int?, end: String) {
        #expect(text(record(.done, [9, 7, 5]), expecting: expected) == "done day/1.jpg: 1:9 2:7 3:5 " + end)
    }

    @Test func aCopyNamesItsOriginal() {
        let copy = record(.done, [9], copyOf: "day/0.jpg")
        #expect(text(copy, expecting: 1) == "done day/1.jpg: 1:9 = 9, same content as day/0.jpg")
    }

    @Test func whatIsNotDoneSaysWhy() {
        let error = Record.Failure(code: "broken", message: "day/1.jpg ends in the middle", fault: .input)
        let failed = text(record(.failed, error: error))
        #expect(failed.hasPrefix("failed day/1.jpg: ") && failed.hasSuffix("ends in the middle"), "\(failed)")
        #expect(text(record(.cancelled)) == "cancelled day/1.jpg: no reason was given")
    }
}
