import Foundation
import Glibc
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Files that somebody has put where the queue and its lock belong.
@Suite struct WriterLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder["quiver.sqlite"].path }
    private var victim: URL { folder["victim"] }

    init() throws {
        folder = try TemporaryFolder()
        try Data("dear".utf8).write(to: victim)
    }

    private func refused() throws -> JobQueueError? {
        let owner = Owner(host: "here", boot: "b", pid: 1, started: 2)
        return #expect(throws: JobQueueError.self) { try SQLiteQueueStore(path: path, owner: owner, at: 0) }
    }

    @Test func aLinkInTheLocksPlaceIsNotFollowed() throws {
        try #require(symlink(victim.path, path + ".lock") == 0)
        #expect(try refused()?.message.contains("symbolic link") == true)
        #expect(try Data(contentsOf: victim) == Data("dear".utf8))
    }

    @Test func aForeignFileInTheLocksPlaceStays() throws {
        try Data("dear".utf8).write(to: URL(fileURLWithPath: path + ".lock"))
        #expect(try refused()?.message.contains("is not a lock of Quiver's") == true)
        #expect(try String(contentsOfFile: path + ".lock", encoding: .utf8) == "dear")
    }

    @Test func aSecondNameOfAnotherFileStays() throws {
        try Data("process 1 of mine".utf8).write(to: victim)
        try #require(link(victim.path, path + ".lock") == 0)
        #expect(try refused()?.message.contains("is not a lock of Quiver's") == true)
        #expect(try Data(contentsOf: victim) == Data("process 1 of mine".utf8))
    }

    @Test func aLinkInTheQueuesPlaceIsRefused() throws {
        try #require(symlink(folder["elsewhere.sqlite"].path, path) == 0)
        #expect(try refused()?.message.contains("is a symbolic link") == true)
        #expect(!FileManager.default.fileExists(atPath: folder["elsewhere.sqlite"].path))
    }
}
