import Foundation
import Glibc
import Storage
import StorageTesting
import SystemValues
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct SQLiteQueueStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let owner = Owner(host: "here", boot: "b", pid: 1, started: 2)

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: SQLiteQueueStore(path: path, owner: owner, at: 0))
    }

    @Test(arguments: UInt64(100)...115)
    func agreesWithTheInMemoryStore(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: try SQLiteQueueStore(path: path, owner: owner, at: 0))
        try walk.run(steps: 300)
    }

    @Test func everythingIsThereAfterOpeningAgain() throws {
        let photos = (0..<3).map { photo($0) }
        do {
            let store = try open()
            let receipts = try store.transaction { try $0.jobs.enqueue(photos, at: 1) }
            let claim = try claim(store, 1)
            _ = try store.transaction { try $0.jobs.complete([(claim[0], .done([1, 2]))], at: 3) }
            #expect(receipts.map(\.verdict) == [.new, .new, .new])
        }
        let store = try open()
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 2, .done: 1])
        #expect(try store.transaction { try $0.jobs.result(of: JobID(rawValue: 1)) } == [1, 2])
        let receipts = try store.transaction { try $0.jobs.enqueue(photos + [photo(3)], at: 4) }
        #expect(receipts.map(\.verdict) == [.known, .known, .known, .new])
        #expect(receipts[3].job == JobID(rawValue: 4))
    }

    /// The recent table is merged into the main one on the way; both are searched.
    @Test func copiesAreFoundAmongManyPhotos() throws {
        let store = try open()
        for start in stride(from: 0, to: 150_000, by: 30_000) {
            let photos = (start..<start + 30_000).map { photo($0) }
            let receipts = try store.transaction { try $0.jobs.enqueue(photos, at: 1) }
            #expect(receipts.allSatisfy { $0.original == nil })
        }
        for number in [0, 40_000, 149_999] {
            let copy = photo(number, path: "copy/\(number).jpg")
            let receipt = try store.transaction { try $0.jobs.enqueue([copy], at: 2) }[0]
            #expect(receipt.original == JobID(rawValue: Int64(number) + 1))
        }
        #expect(try store.transaction { try $0.jobs.overview() }.counts == [.ready: 150_003])
    }

    @Test func aSecondWriterIsRefusedAndTheFirstIsNamed() throws {
        let first = try SQLiteQueueStore(
            path: path, owner: Owner(host: "tower", boot: "b", pid: 4711, started: 1), at: 1_752_480_000_000)
        try withExtendedLifetime(first) {
            let error = try #require(throws: JobQueueError.self) { try openNow() }
            #expect(error.code == .taken)
            #expect(error.message.contains("process 4711 on tower since 2025-07-14T08:00:00Z"))
        }
    }

    @Test(arguments: [
        ("process 4711 on tower since 2025-07-14T08:00:00Z", true), ("process 2147483647 on here since 2025", false),
        ("process 1 on here since 2025-07-14T08:00:00Z", true), ("", false), ("process x on here since 2025", false),
        ("process 1 on \u{1B}[2J since 2025", false),
    ])
    func onlyALivingHolderIsNamed(text: String, isNamed: Bool) {
        #expect(WriterLock.livingHolder(text, host: "here") == (isNamed ? text : nil))
    }

    @Test func aHolderThatDoesNotWriteItsNameIsNotTakenForTheOneBefore() throws {
        _ = try open()
        let stranger = Glibc.open(path + ".lock", O_RDWR)
        defer { close(stranger) }
        // A program that another test starts just now has the file open too, until it has begun.
        var isLocked = false
        for _ in 0..<3000 where !isLocked {
            isLocked = flock(stranger, LOCK_EX | LOCK_NB) == 0
            if !isLocked { usleep(100_000) }
        }
        #expect(isLocked)
        // The last writer was process 1 "here", which lives; the file names one that does not.
        let dead = "process 2147483647 on here since 2025-07-14T08:00:00Z\n"
        #expect(ftruncate(stranger, 0) == 0 && pwrite(stranger, dead, dead.utf8.count, 0) == dead.utf8.count)
        let error = try #require(throws: JobQueueError.self) { try openNow() }
        #expect(error.code == .taken)
        #expect(!error.message.contains("2147483647") && error.message.contains("fuser"))
    }

    @Test(arguments: [0o644, 0o664, 0o666, 0o600, 0o640])
    func whoCanOnlyReadCannotHoldALock(mode: Int) throws {
        let files = [path, path + ".lock", path + "-wal", path + "-shm"]
        do {
            let store = try open()
            for file in files { #expect(try permissions(file) == 0o600) }
            for file in files { #expect(chmod(file, mode_t(mode)) == 0) }
            withExtendedLifetime(store) {}
        }
        let store = try open()
        let expected = [0o644: 0o600, 0o664: 0o660, 0o666: 0o666, 0o600: 0o600, 0o640: 0o600][mode]
        for file in files { #expect(try permissions(file) == expected, "\(file)") }
        withExtendedLifetime(store) {}
    }

    private func permissions(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }

    @Test func theLockIsFreeWhenTheWriterIsGone() throws {
        for _ in 1...2 { _ = try open() }
    }

    @Test func aBackupIsAQueue() throws {
        let store = try open()
        _ = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        let copy = folder["copy.sqlite"].path
        #expect(try SQLiteQueueReader(path: path).backup(to: copy) > 0)
        let second = try SQLiteQueueStore(path: copy, owner: owner, at: 0)
        #expect(try second.transaction { try $0.jobs.overview() }.counts == [.ready: 1])
    }

    @Test func theLogIsCutByACheckpoint() throws {
        let store = try open()
        _ = try store.transaction { try $0.jobs.enqueue((0..<2000).map { photo($0) }, at: 1) }
        try store.checkpoint()
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        #expect(log[.size] as? Int == 0)
    }

    private func open() throws -> SQLiteQueueStore { try onceFree { try openNow() } }

    private func openNow() throws -> SQLiteQueueStore { try SQLiteQueueStore(path: path, owner: owner, at: 0) }

    private func claim(_ store: SQLiteQueueStore, _ limit: Int) throws -> [ClaimID] {
        let request = ClaimRequest(limit: limit, owner: owner, pipelines: [Photos.pipeline])
        return try store.transaction { try $0.jobs.claim(request, at: 2) }.map(\.id)
    }

    private func photo(_ number: Int, path: String? = nil) -> NewJob {
        Photos.photo(number, path: path)
    }
}

/// Photos of different content.
enum Photos {
    static let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))

    static func photo(_ number: Int, path: String? = nil) -> NewJob {
        let path = Array((path ?? "day\(number / 100)/\(number).jpg").utf8)
        return NewJob(
            place: Place(root: Array("/drop".utf8), path: path), output: path + Array(".json".utf8),
            stamp: FileIdentity(device: 1, inode: UInt64(number), size: 1, mtimeNanoseconds: 1),
            content: Fingerprint(head: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, tail: (1, 2, UInt64(number))),
            pipeline: pipeline)
    }
}
