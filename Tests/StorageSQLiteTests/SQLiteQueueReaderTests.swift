import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite struct SQLiteQueueReaderTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    @Test func looksOnWhileTheWriterWorks() throws {
        let store = try SQLiteQueueStore(path: path, owner: .current(), at: 0)
        let reader = try SQLiteQueueReader(path: path)
        #expect(try reader.read { try $0.jobs.overview() }.counts.isEmpty)
        _ = try store.transaction { try $0.jobs.enqueue([Photos.photo(1), Photos.photo(2)], at: 1) }
        #expect(try reader.read { try $0.jobs.overview() }.counts == [.ready: 2])
        let jobs = try reader.read { try $0.jobs.page(PageRequest(limit: 1, newestFirst: true)) }
        #expect(jobs.map(\.place) == [Photos.photo(2).place])
        let known = try reader.read { try $0.jobs.knownFiles(at: [Photos.photo(1).place, Photos.photo(3).place]) }
        #expect(known.map { $0?.job } == [JobID(rawValue: 1), nil])
    }

    @Test func readsAQueueWhoseWriterIsGone() throws {
        do {
            let store = try SQLiteQueueStore(path: path, owner: .current(), at: 0)
            _ = try store.transaction { try $0.jobs.enqueue([Photos.photo(1)], at: 1) }
        }
        #expect(try SQLiteQueueReader(path: path).read { try $0.jobs.overview() }.counts == [.ready: 1])
    }

    @Test func saysSoWhereThereIsNoQueue() throws {
        let error = try #require(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        #expect(error.code == .unusable)
        #expect(error.message.contains(path))
    }
}
