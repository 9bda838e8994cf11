import Foundation
import Glibc
import Storage
import StorageSQLite
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@Suite struct SQLiteQueueBackendTests {
    private let folder: TemporaryFolder
    private let backend: SQLiteQueueBackend

    init() throws {
        folder = try TemporaryFolder()
        backend = SQLiteQueueBackend(.file(FilePath(folder["queue.sqlite"].path)))
    }

    private let photo = NewJob(
        place: Place(root: [47], path: [97]), output: [97],
        stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4),
        content: Fingerprint(head: 1, tail: (2, 3, 4)),
        pipeline: Fingerprint(head: 5, tail: (6, 7, 8)))

    @Test func aReaderSeesWhatTheStoreHasCommitted() throws {
        let store = try backend.open(owner: .current(), at: 0)
        _ = try store.transaction { try $0.jobs.enqueue([photo], at: 1) }
        #expect(try backend.reader().read { try $0.jobs.overview() }.counts == [.ready: 1])
        #expect(throws: Never.self) { try store.checkPlace() }
        #expect(throws: JobQueueError.self) { try backend.open(owner: .current(), at: 0) }
    }

    @Test func aBackupIsAQueueOfItsOwn() throws {
        let store = try backend.open(owner: .current(), at: 0)
        _ = try store.transaction { try $0.jobs.enqueue([photo], at: 1) }
        let path = folder["copy.sqlite"].path
        let copy = try backend.backup(to: path)
        #expect(copy.jobs == 1 && copy.bytes > 0)
        let reader = try SQLiteQueueBackend(.file(FilePath(path))).reader()
        #expect(try reader.read { try $0.jobs.overview() }.counts == [.ready: 1])
    }

    /// What another kind of storage holds becomes a file that opens as a queue, with nothing beside it.
    @Test func aQueueOfAnotherStorageIsCopiedIntoAFile() throws {
        let other = MemoryQueueStore()
        _ = try other.transaction { try $0.jobs.enqueue([photo], at: 1) }
        let reader = MemoryReader(store: other)
        let path = folder["copy.sqlite"].path
        let copy = try SQLiteQueueBackend.copy(of: reader, to: path)
        #expect(copy.jobs == 1 && copy.bytes > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["copy.sqlite"])
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        let identity = try other.transaction { try $0.jobs.identity() }
        do {
            let store = try onceFree {
                try SQLiteQueueBackend(.file(FilePath(path))).open(owner: .current(), at: 0)
            }
            #expect(try store.transaction { try $0.jobs.identity() } == identity)
            #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 1])
        }
        let taken = #expect(throws: JobQueueError.self) { try SQLiteQueueBackend.copy(of: reader, to: path) }
        #expect(taken?.message.contains("is there already") == true)
    }

    @Test func aCopyThatFailsLeavesNoFile() throws {
        let path = folder["copy.sqlite"].path
        let reader = MemoryReader(store: MemoryQueueStore(), fails: true)
        #expect(throws: MemoryReader.Gone.self) { try SQLiteQueueBackend.copy(of: reader, to: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    private struct MemoryReader: QueueReader {
        struct Gone: Error {}
        let store: MemoryQueueStore
        var fails = false

        func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
            try store.transaction { transaction in
                let answer = try body(transaction.snapshot)
                if fails { throw Gone() }
                return answer
            }
        }
    }

    /// The writer's lock proves it, whatever the process table says.
    @Test func everyOtherOwnerIsDead() throws {
        let me = Owner.current()
        let store = try backend.open(owner: me, at: 0)
        #expect(!store.isDead(me) && !store.isDead(me.withoutLife))
        #expect(store.isDead(Owner(host: me.host, boot: me.boot, pid: 1, started: 0)))
    }

    @Test func aQueueThatWasMovedAwayIsNoticed() throws {
        let store = try backend.open(owner: .current(), at: 0)
        #expect(rename(folder["queue.sqlite"].path, folder["elsewhere.sqlite"].path) == 0)
        let error = #expect(throws: JobQueueError.self) { try store.checkPlace() }
        #expect(error?.message.contains("moved") == true)
    }

    @Test func aNameThatSQLiteCannotOpenIsSaidAsItIs() throws {
        let name = FilePath(platformString: [0x71, -1, 0])
        let error = #expect(throws: JobQueueError.self) {
            try SQLiteQueueBackend(.file(FilePath(folder.url.path).pushing(name))).open(owner: .current(), at: 0)
        }
        #expect(error?.message.contains("not UTF-8") == true && error?.message.contains("q%FF") == true)
    }
}
