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

/// The tables over the queue in memory: what they hold, and how often a row is written.
@Suite struct ResultTablesTests {
    private struct Run {
        let temporary: TemporaryFolder
        let queue: QueueService
        let changes = TableChanges()
        let tables: ResultTables
        let said: Words
        let breaker = CircuitBreaker(now: { 1000 }, onEvent: { _ in })

        static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

        final class Words: Sendable {
            let all = Mutex<[String]>([])
        }

        /// - Parameters:
        ///   - before: The run whose queue and folder this one goes on with.
        ///   - isOverdue: Whether it was told to stop long ago.
        init(
            _ formats: [OutputFormat] = [.csv, .jsonl], after before: Run? = nil, isOverdue: Bool = false
        ) throws {
            temporary = try before?.temporary ?? TemporaryFolder()
            queue = before?.queue ?? QueueService(MemoryQueueStore())
            let output = FilePath(temporary.url.path)
            let said = Words()
            self.said = said
            tables = ResultTables(
                ResultTables.Parts(
                    queue: queue,
                    records: RecordBuilder(layout: OutputLayout(of: output), photoFiles: []),
                    formats: formats.compactMap(\.table), classes: { [] }, pipeline: Self.pipeline,
                    output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
                    changes: changes, isOverdue: { isOverdue }, patience: .zero,
                    onEvent: { event in
                        if case .warning(let text) = event { said.all.withLock { $0.append(text) } }
                    }))
        }

        /// Works photos with these numbers; a stored record of nil is what cannot be read.
        func end(
            _ numbers: Range<Int>, stored: [UInt8]? = nil, with pipeline: Fingerprint = pipeline,
            isDone: @escaping (Int) -> Bool = { _ in true }
        ) async throws {
            _ = try await add(numbers, with: pipeline)
            try await work(numbers.count, stored: stored, with: pipeline, isDone: isDone)
        }

        private func work(
            _ count: Int, stored: [UInt8]? = nil, with pipeline: Fingerprint = pipeline,
            isDone: (Int) -> Bool = { _ in true }
        ) async throws {
            let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
            let claims = try await queue.claim(
                ClaimRequest(limit: count, owner: owner, pipelines: [pipeline]), at: 1)
            for claim in claims {
                let isDone = isDone(Int(claim.job.rawValue) - 1)
                let record = Record(
                    timestamp: Timestamp(milliseconds: 1),
                    source: Record.Source(path: claim.place.file, bytes: 3, sha256: nil),
                    state: isDone ? .done : .failed, error: nil, attempts: 1)
                let line = stored ?? Array(record.line.utf8)
                let failure = JobFailure(code: "truncated", message: "it ends in the middle", fault: .input)
                let outcome: Outcome = isDone ? .done(line) : .failed(failure, result: line)
                _ = try await queue.complete([(claim: claim.id, outcome: outcome)], at: 2)
                changes.end(claim.job)
            }
        }

        /// Puts photos with these numbers into the queue.
        func add(_ numbers: Range<Int>, with pipeline: Fingerprint = pipeline) async throws -> [JobID] {
            let arrivals = numbers.map { number in
                NewJob(
                    place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                    output: Array("\(number).jpg.json".utf8),
                    stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                    content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)), pipeline: pipeline)
            }
            return try await queue.enqueue(arrivals, at: 1).map(\.job)
        }

        /// The photos of both tables, which must be the same.
        func photos(in table: String = "results.csv") throws -> [String] {
            let csv = try String(contentsOf: temporary[table], encoding: .utf8).split(separator: "\r\n")
            let lines = try String(contentsOf: temporary["results.jsonl"], encoding: .utf8).split(separator: "\n")
            let records = try lines.map { try Record.decode(Array($0.utf8)).source.path }
            let cells = csv.dropFirst().map { String($0.prefix { $0 != "," }) }
            #expect(records == cells)
            return records
        }

        /// Puts failed photos with these numbers back and works them well.
        func retry(_ numbers: Range<Int>) async throws {
            let ids = numbers.map { JobID(rawValue: Int64($0) + 1) }
            _ = try await queue.change(.retry(JobFilter(ids: ids), pipeline: nil), limit: ids.count, at: 3)
            try await work(numbers.count)
        }

        func complete() async throws { _ = try await tables.complete(tripping: breaker) }

        func update() async throws { _ = try await tables.update(tripping: breaker) }
    }

    @Test func eachRowIsWrittenAFewTimesHoweverLongTheRun() async throws {
        let run = try Run()
        for minute in 0..<40 {
            try await run.end(minute * 25..<(minute + 1) * 25)
            try await run.update()
        }
        #expect(try run.photos().count == 1000)
        #expect(await run.tables.rowsWritten == 1000, "nothing but what is new")
        try await run.complete()
        #expect(await run.tables.rowsWritten == 1000, "the end adds nothing to what is right")
        #expect(Set(try run.photos()).count == 1000)
    }

    @Test func aPhotoThatIsToldTwiceHasOneRow() async throws {
        let run = try Run()
        try await run.end(0..<5)
        try await run.update()
        // What ends while the tables are written whole is in them, and is told once more.
        for id in 1...5 { run.changes.end(JobID(rawValue: Int64(id))) }
        try await run.end(5..<7)
        try await run.update()
        #expect(try run.photos().count == 7)
        #expect(await run.tables.rowsWritten == 7)
    }

    @Test func aPhotoThatEndsAgainHasOneRowThatSaysHow() async throws {
        let run = try Run()
        try await run.end(0..<12, isDone: { $0 > 3 })
        try await run.update()
        try await run.retry(0..<2)
        try await run.update()
        let photos = try run.photos()
        #expect(photos.count == 12 && Set(photos).count == 12)
        let csv = try String(contentsOf: run.temporary["results.csv"], encoding: .utf8)
        #expect(csv.split(separator: "\r\n").count { $0.contains(",failed,") } == 2)
    }

    @Test func theNextRunAddsWhatIsNew() async throws {
        let first = try Run()
        try await first.end(0..<40)
        try await first.complete()
        let second = try Run(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 0, "nothing is new")
        let third = try Run(after: second)
        try await third.end(40..<45)
        try await third.update()
        try await third.end(45..<50)
        try await third.complete()
        #expect(await third.tables.rowsWritten == 10)
        #expect(Set(try third.photos()).count == 50)
    }

    @Test func whatEndedBeforeACrashIsAddedByTheNextRun() async throws {
        let first = try Run()
        try await first.end(0..<10)
        try await first.complete()
        try await first.end(10..<13)
        let second = try Run(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 3)
        #expect(Set(try second.photos()).count == 13)
    }

    @Test(arguments: ["a photo ended again", "a table was changed", "the mark is gone", "the mark is somebody's"])
    func theNextRunWritesTablesWholeThatDoNotHold(why: String) async throws {
        let first = try Run()
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
        let second = try Run(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 10)
        #expect(try second.photos() == (0..<10).map { "/photos/\($0).jpg" })
        let csv = try String(contentsOf: second.temporary["results.csv"], encoding: .utf8)
        #expect(csv.contains(",failed,") == (why != "a photo ended again"))
        if why == "the mark is somebody's" { #expect(try Data(contentsOf: mark) == Data("mine".utf8)) }
    }

    @Test(arguments: ["while it works", "before the next run"])
    func rowsShowManualCorrections(when: String) async throws {
        let run = try Run()
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
                try await Run(after: run).complete()
            }
            let line = try String(contentsOf: run.temporary["results.jsonl"], encoding: .utf8)
            let told = try Record.decode(Array(line.utf8)).photo.results.first?.found.classes
            #expect(told?.first?.label == label)
            let csv = try String(contentsOf: run.temporary["results.csv"], encoding: .utf8)
            let first = csv.split(separator: "\r\n").dropFirst().first
            #expect(first?.contains(",\(label),") == true, "\(csv)")
        }
        // Nothing is written whole that shows what is said already.
        let next = try Run(after: run)
        try await next.complete()
        #expect(await next.tables.rowsWritten == 0)
    }

    @Test(arguments: ["while it works", "before the next run"])
    func rowsShowTheArrowsOfAnEndAsTheyCount(when: String) async throws {
        let run = try Run()
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
                try await Run(after: run).complete()
            }
            #expect(try labels() == expected)
        }
        // Nothing is written whole that shows what counts already.
        let next = try Run(after: run)
        try await next.complete()
        #expect(await next.tables.rowsWritten == 0)
    }

    @Test func aRunThatIsToEndLeavesTablesThatAreWrittenWholeToTheNextOne() async throws {
        let first = try Run()
        try await first.end(0..<4)
        try await first.complete()
        try FileManager.default.removeItem(at: first.temporary[".quiver-tables"])
        let stopped = try Run(after: first, isOverdue: true)
        try await stopped.end(4..<6)
        guard case .leftToNextRun = try await stopped.tables.complete(tripping: stopped.breaker) else {
            Issue.record("it wrote them")
            return
        }
        #expect(try stopped.photos().count == 4)
        let next = try Run(after: stopped)
        try await next.complete()
        #expect(try next.photos().count == 6)
    }

    @Test func nothingIsWrittenWhileNothingEnds() async throws {
        let run = try Run()
        try await run.end(0..<5)
        for _ in 0..<5 { try await run.update() }
        #expect(await run.tables.rowsWritten == 5)
    }

    @Test func rowsThatDoNotHoldAreRemovedBeforeTheyAreHalf() async throws {
        let run = try Run()
        try await run.end(0..<10)
        try await run.update()
        for outdated in 1...5 {
            run.changes.outdate(1)
            try await run.update()
            #expect(await run.tables.rowsWritten == (outdated < 5 ? 10 : 20))
        }
    }

    @Test func aTableThatCannotGrowIsWrittenWholeMoreAndMoreRarely() async throws {
        let run = try Run([.coco])
        for minute in 0..<120 {
            try await run.end(minute * 25..<(minute + 1) * 25)
            try await run.update()
        }
        #expect(await run.tables.rowsWritten < 54_000, "not the 180,000 of writing it each minute")
        // Once nothing ends any more it catches up, and is then left alone.
        for _ in 0..<20 { try await run.update() }
        let written = await run.tables.rowsWritten
        for _ in 0..<20 { try await run.update() }
        #expect(await run.tables.rowsWritten == written)
        let coco = try String(contentsOf: run.temporary["results.coco/annotations.json"], encoding: .utf8)
        #expect(coco.contains(#""categories""#))
    }

    @Test(arguments: ["changed", "removed"])
    func aTableThatIsNotAsItWasLeftIsWrittenWhole(how: String) async throws {
        let run = try Run()
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
        let run = try Run()
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
        let run = try Run()
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

    @Test func recordsThatCannotBeReadAreCountedAndNotInvented() async throws {
        let run = try Run()
        try await run.end(0..<3)
        try await run.end(3..<5, stored: Array(#"{"version":"99"}"#.utf8))
        _ = try await run.tables.complete(tripping: run.breaker)
        #expect(try run.photos() == ["/photos/0.jpg", "/photos/1.jpg", "/photos/2.jpg"])
        let said = run.said.all.withLock { $0 }
        #expect(said.count == 1)
        #expect(said[0].contains("2 photos") && said[0].contains("/photos/3.jpg") && said[0].contains("jobs prune 4"))
    }

    /// A run with other settings that is cancelled in the middle leaves a table of all photos.
    @Test(arguments: [true, false])
    func whatARerunDoesNotReachKeepsItsRow(isCancelled: Bool) async throws {
        let run = try Run()
        try await run.end(0..<6, with: Fingerprint(head: 7, tail: (7, 7, 7)))
        let reruns = try await run.add(0..<6)
        try await run.end(0..<2)
        if isCancelled {
            _ = try await run.queue.change(.cancel(JobFilter(ids: reruns)), at: 3)
            for id in reruns.dropFirst(2) { run.changes.end(id) }
            try await run.update()
            #expect(try run.photos().count == 6)
        }
        _ = try await run.tables.complete(tripping: run.breaker)
        #expect(try run.photos().sorted() == (0..<6).map { "/photos/\($0).jpg" })
    }
}
