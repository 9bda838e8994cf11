import Findings
import Foundation
import Results
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// Records that hosts write which have one share at different paths.
@Suite struct SharedRecordsTests {
    private static let contents = [Fingerprint(head: 1, tail: (9, 9, 9)), Fingerprint(head: 2, tail: (9, 9, 9))]

    /// A host's job for a photo, whose record is registered as `a.jpg.json`.
    private func job(in root: String, _ path: String = "a.jpg", content: Fingerprint = contents[0]) async throws -> Job
    {
        let queue = QueueService(MemoryQueueStore())
        let arrival = NewJob(
            place: Place(root: Array(root.utf8), path: Array(path.utf8)), output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 1, size: 3, mtimeNanoseconds: 4), content: content,
            pipeline: Fingerprint(head: 1, tail: (2, 3, 4)))
        let id = try #require(try await queue.enqueue([arrival], at: 1).first).job
        return try #require(try await queue.job(id))
    }

    @Test(arguments: [true, false]) func aPhotoHasOneRecordWhateverHostWritesIt(isNamed: Bool) async throws {
        let temporary = try TemporaryFolder()
        let layout = OutputLayout(of: FilePath(temporary.url.path))
        func write(_ root: String, _ path: String = "a.jpg", content: Fingerprint = Self.contents[0]) async throws {
            let names = RootNames(isNamed ? [RootName(name: "club", path: FilePath(root))] : [])
            let records = RecordBuilder(layout: layout, photoFiles: [RecordFile()], names: names)
            let job = try await job(in: root, path, content: content)
            try records.write(records.record(for: job), of: job)
        }
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter { $0.hasSuffix(".json") }
                .sorted()
        }
        try await write("/mnt/club")
        try await write("/srv/club")
        let text = try String(contentsOf: temporary["a.jpg.json"], encoding: .utf8)
        guard isNamed else {
            #expect(try names() == ["a-2.jpg.json", "a.jpg.json"] && !text.contains("\"place"))
            return
        }
        #expect(try names() == ["a.jpg.json"])
        let source = try Record.decode(Array(text.utf8)).source
        #expect(source.path == "/srv/club/a.jpg" && source.place == "club:/a.jpg")
        try await write("/mnt/club", "day/a.jpg", content: Self.contents[1])
        #expect(try names() == ["a-2.jpg.json", "a.jpg.json"])
        try await write("/srv/club", "day/a.jpg", content: Self.contents[1])
        #expect(try names() == ["a-2.jpg.json", "a.jpg.json"])
    }

    @Test func aTableHasPhotosWhereThisHostHasThem() async throws {
        let run = try TablesRun()
        let record = Record(
            timestamp: Timestamp(milliseconds: 1), source: .init(path: "/mnt/club/0.jpg", bytes: 3, sha256: nil),
            state: .done, error: nil, attempts: 1)
        try await run.end(0..<1, stored: Array(record.line.utf8))
        let rows = await run.tables.tableRows(of: try await run.tables.read(JobFilter(), after: nil), by: [])
        #expect(rows.map(\.photo) == ["/photos/0.jpg"])
        #expect(rows.map(\.line) == [Array(record.line.utf8)], "its record stays as its host wrote it")
    }
}
