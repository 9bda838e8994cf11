import Foundation
import Glibc
import Settings
import Storage
import StorageSQLite
import SystemPackage
import SystemValues
import TestSupport
import Testing
import WorkerProtocol

@testable import Supervisor

/// What belongs to a queue in a database on this host.
@Suite struct QueueHostTests {
    private let folder: TemporaryFolder
    private var base: FilePath { FilePath(folder.url.resolvingSymlinksInPath().path) }

    init() throws { folder = try TemporaryFolder() }

    private func queue(_ state: String, roots: [RootName] = []) -> QueueLocation {
        .database(
            QueueAddress(connection: "postgres://q:s3cret@db.example/photos", roots: roots),
            state: base.appending(state))
    }

    @Test func theFolderIsMadeForThisUserAlone() throws {
        let made = try queue("a/b/photos").withStateFolder()
        #expect(made.folder == base.appending("a/b/photos"))
        for path in ["a", "a/b", "a/b/photos"] { #expect(base.appending(path).mode.map { $0 & 0o777 } == 0o700) }
        #expect(try queue("a/b/photos").withStateFolder() == made)
        // It is told without links, as the socket and the lock must be one for all ways.
        try FileManager.default.createSymbolicLink(atPath: folder["link"].path, withDestinationPath: folder["a"].path)
        #expect(try queue("link/b/photos").withStateFolder() == made)
    }

    @Test func aFolderThatOthersMayWriteIsRefused() throws {
        try FileManager.default.createDirectory(at: folder["open"], withIntermediateDirectories: false)
        try #require(chmod(folder["open"].path, 0o777) == 0)
        let error = #expect(throws: PipelineError.self) { try queue("open").withStateFolder() }
        #expect(error?.message.contains("chmod 700") == true && error?.message.contains("s3cret") == false)
        try Data().write(to: folder["file"])
        let other = #expect(throws: PipelineError.self) { try queue("file").withStateFolder() }
        #expect(other?.message.contains("QUIVER_STATE") == true)
    }

    @Test func aQueueInAFileIsAsItIs() throws {
        let file = QueueLocation.file(base.appending("missing/q.sqlite"))
        #expect(try file.withStateFolder() == file && file.namingRoots() == file)
        #expect(!base.appending("missing").exists)
    }

    @Test func namesStandForPathsWithoutLinks() throws {
        try FileManager.default.createDirectory(at: folder["share"], withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder["club"].path, withDestinationPath: folder["share"].path)
        let names = [
            RootName(name: "club", path: base.appending("club")), RootName(name: "gone", path: base.appending("gone")),
            RootName(name: "known", path: "/by/another/name"),
        ]
        let named = queue("s", roots: names).namingRoots(["/by/another/name": "/real"]).address?.roots
        #expect(named?.map(\.name) == ["club", "gone", "known"])
        #expect(named?.map(\.path) == [base.appending("share"), base.appending("gone"), "/real"])
        #expect(!base.appending("gone").exists, "a look makes no folder")
    }

    @Test func oneSupervisorOfAHostAndUserWorksADatabase() throws {
        let queue = try queue("state").withStateFolder()
        let lock = try WriterLock(of: queue, owner: .current(), at: 1)
        try withExtendedLifetime(lock) {
            let error = #expect(throws: JobQueueError.self) { try WriterLock(of: queue, owner: .current(), at: 1) }
            #expect(error?.code == .taken && error?.message.contains("process \(getpid()) on ") == true)
            #expect(error?.message.contains("postgres://q@db.example/photos") == true)
            #expect(error?.message.contains("s3cret") == false)
            _ = try WriterLock(of: self.queue("other").withStateFolder(), owner: .current(), at: 1)
        }
    }

    /// A page that opens must not wait for a server that does not answer.
    @Test func aCommandConnectsOnlyWhenItReads() throws {
        var settings = Settings()
        settings.queue = .database(
            QueueAddress(connection: "postgres://q:s3cret@127.0.0.1:1/photos"), state: base.appending("state"))
        let control = try QueueControl(settings)
        #expect(control.location.folder == base.appending("state"))
        #expect(try control.live() == nil)
        let error = #expect(throws: JobQueueError.self) { try control.identity() }
        #expect(error?.isPassing == true && error?.description.contains("s3cret") == false, "\(error.debugDescription)")
    }
}
