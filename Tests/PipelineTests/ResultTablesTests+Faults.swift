import Findings
import Foundation
import Results
import Scoring
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// What is done with tables and their places by others, and what cannot be written.
extension ResultTablesTests {
    @Test(arguments: ["a photo ended again", "a table was changed", "the mark is gone", "the mark is somebody's"])
    func theNextRunWritesTablesWholeThatDoNotHold(why: String) async throws {
        let first = try TablesRun()
        try await first.end(0..<10, isDone: { $0 > 0 })
        try await first.complete()
        let mark = first.temporary[".quiver-tables"]
        switch why {
        case "a photo ended again": try await first.retry(0..<1)
        case "a table was changed":
            var text = try String(contentsOf: first.temporary["results.csv"], encoding: .utf8)
            text.replace("/photos/3.jpg", with: "/photos/x.jpg")
            try Data(text.utf8).write(to: first.temporary["results.csv"])
        case "the mark is gone": try FileManager.default.removeItem(at: mark)
        default: try Data("mine".utf8).write(to: mark)
        }
        let second = try TablesRun(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 10)
        #expect(try second.photos() == (0..<10).map { "/photos/\($0).jpg" })
        let csv = try String(contentsOf: second.temporary["results.csv"], encoding: .utf8)
        #expect(csv.contains(",failed,") == (why != "a photo ended again"))
        if why == "the mark is somebody's" { #expect(try Data(contentsOf: mark) == Data("mine".utf8)) }
    }

    @Test(arguments: ["while it works", "before the next run"])
    func rowsShowManualCorrections(when: String) async throws {
        let run = try TablesRun()
        var record = Record(
            timestamp: Timestamp(milliseconds: 1), source: Record.Source(path: "/photos/0.jpg", bytes: 3, sha256: nil),
            state: .done, error: nil, attempts: 1)
        record.photo.results = [
            DetectorResult(
                detector: "kinds", task: .classify,
                found: .classes([
                    ClassScore(label: "cup", confidence: 0.6), ClassScore(label: "ball", confidence: 0.4),
                ]))
        ]
        try await run.end(0..<1, stored: Array(record.line.utf8))
        try await run.complete()
        let content = Fingerprint(head: 1, tail: (9, 9, 9)).description
        for (label, review) in [
            ("ball", FindingReview(isAccepted: true, classes: ["kinds": "ball"])), ("cup", nil),
        ] as [(String, FindingReview?)] {
            _ = try await run.queue.attempt { try $0.reviews.review(findingsOf: content, as: review) }
            if when == "while it works" {
                run.changes.review(1)
                try await run.update()
            } else {
                try await TablesRun(after: run).complete()
            }
            let line = try String(contentsOf: run.temporary["results.jsonl"], encoding: .utf8)
            let told = try Record.decode(Array(line.utf8)).photo.results.first?.found.classes
            #expect(told?.first?.label == label)
            let csv = try String(contentsOf: run.temporary["results.csv"], encoding: .utf8)
            let first = csv.split(separator: "\r\n").dropFirst().first
            #expect(first?.contains(",\(label),") == true, "\(csv)")
        }
        // Nothing is written whole that shows what is said already.
        let next = try TablesRun(after: run)
        try await next.complete()
        #expect(await next.tables.rowsWritten == 0)
    }

    @Test(arguments: ["while it works", "before the next run"])
    func rowsShowTheArrowsOfAnEndAsTheyCount(when: String) async throws {
        let run = try TablesRun()
        let content = Fingerprint(head: 1, tail: (9, 9, 9)).description
        let face = TargetDetection.Face(
            type: .wa122, sizeAssumed: false, center: Point(x: 300, y: 300),
            homography: Homography(rows: [1, 0, -300, 0, 1, -300, 0, 0, 200]),
            outline: Ellipse(cx: 300, cy: 300, a: 200, b: 200, angleDeg: 0), residual: 0, confidence: 0.9)
        let arrow = DetectedArrow(
            id: 1, face: 0, normalizedX: 0.1, normalizedY: 0, pixelX: 320, pixelY: 300, distanceFromCenter: 0.1,
            clockPositionDeg: 0, confidence: 0.8, boundingBox: Box(x: 315, y: 295, width: 30, height: 30), kind: .arrow,
            nock: nil, score: 9, isX: false, distanceMm: 61, distanceToLine: 0, reviewReasons: [], source: .model)
        // As an earlier version stored it: arrows apart, and a box that only showed where to look.
        let photo = PhotoResult(
            image: .init(width: 800, height: 600, orientation: 1, format: "jpeg"),
            results: [
                DetectorResult(
                    detector: "whole", task: .detect,
                    found: .detections([
                        Detection(label: "bull", classId: 3, confidence: 0.5, box: Box(x: 1, y: 2, width: 3, height: 4))
                    ]))
            ], targetDetection: TargetDetection(faces: [face]), arrows: [arrow])
        let record = Record(
            timestamp: Timestamp(milliseconds: 1),
            source: Record.Source(path: "/photos/0.jpg", bytes: 3, sha256: content), state: .done, error: nil,
            attempts: 1, photo: photo)
        let reading = PhotoReading(
            session: "day",
            photo: Session.Photo(
                path: "/photos/0.jpg", captured: nil, annotated: nil, width: 800, height: 600, faces: [face]),
            content: content, arrows: [arrow], counting: Counting())
        _ = try await run.queue.attempt { try $0.scores.store(reading) }
        func labels() throws -> [String] {
            let line = try String(contentsOf: run.temporary["results.jsonl"], encoding: .utf8)
            #expect(line.contains(#""scored":true"#))
            let told = try Record.decode(Array(line.utf8)).photo.detections.map(\.label)
            let csv = try String(contentsOf: run.temporary["results.csv"], encoding: .utf8).split(separator: "\r\n")
            #expect(csv.dropFirst().map { String($0.split(separator: ",")[2]) } == told)
            return told
        }
        try await run.end(0..<1, stored: Array(record.line.utf8))
        try await run.complete()
        #expect(try labels() == ["face", "arrow"])
        let steps: [(@Sendable (QueueTransaction) throws -> CorrectionResult, [String])] = [
            ({ try $0.scores.correct(Correction(photo: "/photos/0.jpg", arrow: 1, value: .removed)) }, ["face"]),
            ({ try $0.scores.withdraw(photo: "/photos/0.jpg", arrow: 1) }, ["face", "arrow"]),
        ]
        for (change, expected) in steps {
            _ = try await run.queue.attempt { try change($0) }
            if when == "while it works" {
                run.changes.review(1)
                try await run.update()
            } else {
                try await TablesRun(after: run).complete()
            }
            #expect(try labels() == expected)
        }
        // Nothing is written whole that shows what counts already.
        let next = try TablesRun(after: run)
        try await next.complete()
        #expect(await next.tables.rowsWritten == 0)
    }

    @Test func aRunThatIsToEndLeavesTablesThatAreWrittenWholeToTheNextOne() async throws {
        let first = try TablesRun()
        try await first.end(0..<4)
        try await first.complete()
        try FileManager.default.removeItem(at: first.temporary[".quiver-tables"])
        let stopped = try TablesRun(after: first, isOverdue: true)
        try await stopped.end(4..<6)
        guard case .leftToNextRun = try await stopped.tables.complete(tripping: stopped.breaker) else {
            Issue.record("it wrote them")
            return
        }
        #expect(try stopped.photos().count == 4)
        let next = try TablesRun(after: stopped)
        try await next.complete()
        #expect(try next.photos().count == 6)
    }

    @Test(arguments: ["changed", "removed"])
    func aTableThatIsNotAsItWasLeftIsWrittenWhole(how: String) async throws {
        let run = try TablesRun()
        try await run.end(0..<4)
        try await run.update()
        let table = run.temporary["results.csv"]
        switch how {
        case "changed":
            let file = try FileHandle(forWritingTo: table)
            try file.seekToEnd()
            try file.write(contentsOf: Data("mine".utf8))
            try file.close()
        default: try FileManager.default.removeItem(at: table)
        }
        try await run.end(4..<6)
        try await run.update()
        #expect(try run.photos().count == 6)
    }

    @Test(arguments: ["a file of somebody's", "a link"])
    func aFileThatIsNotATableOfOursStays(what: String) async throws {
        let run = try TablesRun()
        try await run.end(0..<4)
        try await run.update()
        let table = run.temporary["results.csv"]
        try FileManager.default.removeItem(at: table)
        if what == "a link" {
            try FileManager.default.createSymbolicLink(at: table, withDestinationURL: run.temporary["elsewhere"])
        } else {
            try Data("mine".utf8).write(to: table)
        }
        try await run.end(4..<6)
        try await run.update()
        #expect(try run.photos(in: "results-2.csv").count == 6)
        #expect(!FileManager.default.fileExists(atPath: run.temporary["elsewhere"].path))
        if what != "a link" { #expect(try String(contentsOf: table, encoding: .utf8) == "mine") }
    }

    @Test func aFolderInTheWayIsToldOnceAndNotTriedAllTheTime() async throws {
        let run = try TablesRun()
        try FileManager.default.createDirectory(at: run.temporary["results.csv"], withIntermediateDirectories: true)
        for minute in 0..<20 {
            try await run.end(minute..<minute + 1)
            try await run.update()
        }
        #expect(run.said.all.withLock { $0 }.count == 1)
        #expect(await run.tables.rowsWritten < 60)
        try FileManager.default.removeItem(at: run.temporary["results.csv"])
        _ = try await run.tables.complete(tripping: run.breaker)
        #expect(try run.photos().count == 20)
    }
}
