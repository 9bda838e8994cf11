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
    @Test func eachRowIsWrittenAFewTimesHoweverLongTheRun() async throws {
        let run = try TablesRun()
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

    @Test func photosOfAllFoldersHaveTheirRowsInTheOrderOfTheirNumbers() async throws {
        let second = Fingerprint(head: 7, tail: (7, 7, 7))
        let run = try TablesRun(pipelines: [TablesRun.pipeline, second])
        for start in stride(from: 0, to: 40, by: 10) {
            try await run.end(start..<start + 5, with: TablesRun.pipeline)
            try await run.end(start + 5..<start + 10, with: second)
        }
        try await run.complete()
        let all = (0..<40).map { "/photos/\($0).jpg" }
        #expect(try run.photos() == all)
        let next = try TablesRun(after: run, pipelines: [TablesRun.pipeline, second])
        try await next.complete()
        #expect(await next.tables.rowsWritten == 0)
        #expect(try next.photos() == all)
        // Without the second folder's settings its photos are none of today's.
        let other = try TablesRun(after: run)
        try await other.complete()
        #expect(try other.photos().count == 20)
    }

    @Test func aTableHasThePhotosOfTheFoldersThatNameIt() async throws {
        let isChosen = { @Sendable (file: FilePath) in file.lastComponent?.string.hasPrefix("1") == true }
        let chosen = ResultTables.Selection(
            has: { file, format in format.name == "results.jsonl" || isChosen(file) }, description: "1 in csv")
        let run = try TablesRun(selection: chosen)
        try await run.end(0..<12)
        try await run.update()
        try await run.end(12..<15)
        try await run.update()
        func rows(_ table: String) throws -> Int {
            try String(contentsOf: run.temporary[table], encoding: .utf8).split(whereSeparator: \.isNewline).count
        }
        #expect(try rows("results.jsonl") == 15)
        // The names of the columns, and photos 1 and 10 to 14.
        #expect(try rows("results.csv") == 7)
        #expect(await run.tables.rowsWritten == 15)
        let next = try TablesRun(
            after: run, selection: ResultTables.Selection(has: { _, _ in true }, description: "all"))
        try await next.complete()
        #expect(try rows("results.csv") == 16, "another choice has them written whole")
    }

    @Test func aPhotoThatIsToldTwiceHasOneRow() async throws {
        let run = try TablesRun()
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
        let run = try TablesRun()
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
        let first = try TablesRun()
        try await first.end(0..<40)
        try await first.complete()
        let second = try TablesRun(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 0, "nothing is new")
        let third = try TablesRun(after: second)
        try await third.end(40..<45)
        try await third.update()
        try await third.end(45..<50)
        try await third.complete()
        #expect(await third.tables.rowsWritten == 10)
        #expect(Set(try third.photos()).count == 50)
    }

    @Test func whatEndedBeforeACrashIsAddedByTheNextRun() async throws {
        let first = try TablesRun()
        try await first.end(0..<10)
        try await first.complete()
        try await first.end(10..<13)
        let second = try TablesRun(after: first)
        try await second.complete()
        #expect(await second.tables.rowsWritten == 3)
        #expect(Set(try second.photos()).count == 13)
    }

    @Test func nothingIsWrittenWhileNothingEnds() async throws {
        let run = try TablesRun()
        try await run.end(0..<5)
        for _ in 0..<5 { try await run.update() }
        #expect(await run.tables.rowsWritten == 5)
    }

    @Test func rowsThatDoNotHoldAreRemovedBeforeTheyAreHalf() async throws {
        let run = try TablesRun()
        try await run.end(0..<10)
        try await run.update()
        for outdated in 1...5 {
            run.changes.outdate(1)
            try await run.update()
            #expect(await run.tables.rowsWritten == (outdated < 5 ? 10 : 20))
        }
    }

    @Test func aTableThatCannotGrowIsWrittenWholeMoreAndMoreRarely() async throws {
        let run = try TablesRun([.coco])
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

    @Test func recordsThatCannotBeReadAreCountedAndNotInvented() async throws {
        let run = try TablesRun()
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
        let run = try TablesRun()
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
