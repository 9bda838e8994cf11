import Foundation
import JobQueue
import QueueStorage
import Results
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The tables over the queue in memory: what they hold, and how often a row is written.
@Suite struct ResultTablesTests {
    private struct Run {
        let temporary: TemporaryFolder
        let queue = QueueService(MemoryQueueStore())
        let changes = TableChanges()
        let tables: ResultTables
        let said: Words
        let breaker = CircuitBreaker(now: { 1000 }, onEvent: { _ in })

        static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

        final class Words: Sendable {
            let all = Mutex<[String]>([])
        }

        init(_ formats: [OutputFormat] = [.csv, .jsonl]) throws {
            temporary = try TemporaryFolder()
            let output = FilePath(temporary.url.path)
            let said = Words()
            self.said = said
            tables = ResultTables(
                ResultTables.Parts(
                    queue: queue,
                    records: RecordBuilder(
                        output: output, photoFiles: [], names: { _, _ in OutputNames(besideRecord: output) }),
                    formats: formats.compactMap(\.table), classes: { [] }, pipeline: Self.pipeline,
                    output: OutputCheck(output: output, staging: output.appending(".quiver-staging")),
                    changes: changes,
                    onEvent: { event in
                        if case .warning(let text) = event { said.all.withLock { $0.append(text) } }
                    }))
        }

        /// Works photos with these numbers; a stored record of nil is what cannot be read.
        func end(_ numbers: Range<Int>, stored: [UInt8]? = nil) async throws {
            let arrivals = numbers.map { number in
                NewJob(
                    place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                    output: Array("\(number).jpg.json".utf8),
                    stamp: FileStamp(device: 1, inode: UInt64(number), size: 3, modified: 4),
                    content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)), pipeline: Self.pipeline)
            }
            _ = try await queue.enqueue(arrivals, at: 1)
            let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
            let claims = try await queue.claim(
                ClaimRequest(limit: numbers.count, owner: owner, pipelines: [Self.pipeline]), at: 1)
            for claim in claims {
                let record = Record(
                    timestamp: Timestamp(milliseconds: 1),
                    source: Record.Source(path: claim.place.file, bytes: 3, sha256: nil), state: .done, error: nil,
                    attempts: 1)
                _ = try await queue.complete(
                    [(claim: claim.id, outcome: .done(stored ?? Array(record.line.utf8)))], at: 2)
                changes.end(claim.job)
            }
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
        _ = try await run.tables.writeWhole(tripping: run.breaker)
        #expect(await run.tables.rowsWritten == 2000)
        #expect(Set(try run.photos()).count == 1000)
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
        _ = try await run.tables.writeWhole(tripping: run.breaker)
        #expect(try run.photos().count == 20)
    }

    @Test func recordsThatCannotBeReadAreCountedAndNotInvented() async throws {
        let run = try Run()
        try await run.end(0..<3)
        try await run.end(3..<5, stored: Array(#"{"version":"99"}"#.utf8))
        _ = try await run.tables.writeWhole(tripping: run.breaker)
        #expect(try run.photos() == ["/photos/0.jpg", "/photos/1.jpg", "/photos/2.jpg"])
        let said = run.said.all.withLock { $0 }
        #expect(said.count == 1)
        #expect(said[0].contains("2 photos") && said[0].contains("/photos/3.jpg") && said[0].contains("jobs prune 4"))
    }
}
