import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct QueuedRecordsTests {
    /// A queue with records of one moment.
    private struct Queue: QueuedRecords {
        var finished: Int64
        var hasResult = true
        var records: [FilePath: Record]

        func places() -> [FilePath: QueuedPlace] {
            records.mapValues { _ in QueuedPlace(finished: finished, hasResult: hasResult) }
        }
        func record(at path: FilePath) -> [UInt8]? { records[path].map { Array($0.line.utf8) } }
    }

    private func record(attempts: Int) -> Record {
        var record = Samples.done
        record.attempts = attempts
        return record
    }

    private func attempts(_ records: StoredRecords) -> [Int] {
        var attempts: [Int] = []
        records.forEach { attempts.append($0.attempts) }
        return attempts
    }

    private let now = Int64(Date().timeIntervalSince1970 * 1_000)

    @Test func aPhotoWithoutAFileHasTheRecordOfTheQueue() throws {
        let folder = try TemporaryFolder()
        try Data(record(attempts: 1).document.utf8).write(to: folder["a.jpg.json"])
        let queue = Queue(finished: now - 3_600_000, records: ["b.jpg.json": record(attempts: 2)])
        let (files, both) = (
            try StoredRecords(in: FilePath(folder.url.path)),
            try StoredRecords(in: FilePath(folder.url.path), of: queue)
        )
        #expect(attempts(files) == [1] && files.stamps().map(\.path) == ["a.jpg.json"])
        #expect(attempts(both) == [1, 2] && both.stamps().map(\.path) == ["a.jpg.json", "b.jpg.json"])
        let stamp = try #require(both.stamps().last)
        #expect(both.record(at: stamp)?.attempts == 2)
    }

    /// The file counts unless the photo was worked again after it was written.
    @Test(arguments: [(-3_600_000, 1), (-500, 1), (3_600_000, 2)] as [(Int64, Int)])
    func theNewerOfAFileAndTheQueueCounts(finished: Int64, attempts: Int) throws {
        let folder = try TemporaryFolder()
        try Data(record(attempts: 1).document.utf8).write(to: folder["a.jpg.json"])
        let queue = Queue(finished: now + finished, records: ["a.jpg.json": record(attempts: 2)])
        let records = try StoredRecords(in: FilePath(folder.url.path), of: queue)
        #expect(self.attempts(records) == [attempts])
        #expect(records.stamps().first?.state.hasPrefix("queue ") == (attempts == 2))
    }

    /// A queue that is begun anew beside older results: a photo that is cancelled in it keeps the result that is there.
    @Test func aLaterRecordWithoutAResultTakesNoFilesPlace() throws {
        let folder = try TemporaryFolder()
        try Data(record(attempts: 1).document.utf8).write(to: folder["a.jpg.json"])
        let queue = Queue(
            finished: now + 3_600_000, hasResult: false,
            records: ["a.jpg.json": record(attempts: 2), "b.jpg.json": record(attempts: 3)])
        #expect(attempts(try StoredRecords(in: FilePath(folder.url.path), of: queue)) == [1, 3])
    }
}
