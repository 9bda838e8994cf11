import Foundation
import Glibc
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct ResultsOwnerTests {
    private let folder: TemporaryFolder
    private var output: FilePath { FilePath(folder.url.path) }
    private var mark: URL { folder[".quiver-queue"] }

    init() throws { folder = try TemporaryFolder() }

    private func take(_ queue: String) throws -> ResultsOwner {
        let path = QueueLocation.file(FilePath(folder[queue].path))
        try Data().write(to: folder[queue])
        let owner = try ResultsOwner(of: output, queue: path) { $0.file?.exists == true }
        owner.write(queue: path, models: [], in: output)
        return owner
    }

    @Test func onlyOneQueueWritesAtATimeAndTheOtherIsToldOfIt() throws {
        let first = try take("a.sqlite")
        withExtendedLifetime(first) {
            let error = #expect(throws: PipelineError.self) { try take("b.sqlite") }
            #expect(error?.message.contains("is in use by the queue \(folder["a.sqlite"].path)") == true)
        }
    }

    @Test func aFolderStaysItsQueuesUntilThatIsGone() throws {
        for _ in 1...2 { _ = try take("a.sqlite") }
        let error = #expect(throws: PipelineError.self) { try take("b.sqlite") }
        #expect(error?.message.contains("belong to the queue \(folder["a.sqlite"].path)") == true)
        try FileManager.default.removeItem(at: folder["a.sqlite"])
        _ = try take("b.sqlite")
    }

    @Test func aMarkThatCannotBeWrittenAnewStaysAsItWas() throws {
        let long = QueueLocation.file(FilePath(folder["a-queue-with-a-long-name.sqlite"].path))
        let owner = try ResultsOwner(of: output, queue: long, holdsJobs: { _ in false })
        owner.write(queue: long, models: [], in: output)
        let former = try Data(contentsOf: mark)
        let isWritten = owner.write(queue: .file("/q"), models: [], in: output, put: { _, _ in throw Errno.noSpace })
        #expect(!isWritten)
        #expect(try Data(contentsOf: mark) == former)
        // Between the writing and the cut the mark can be read, too.
        owner.write(queue: .file("/q"), models: [], in: output) { descriptor, bytes in
            try ResultsOwner.put(descriptor, bytes)
            #expect(ResultsOwner.mark(in: output)?.file(in: output) == .file("/q"))
        }
        #expect(ResultsOwner.mark(in: output)?.file(in: output) == .file("/q"))
        #expect(try Data(contentsOf: mark).count < former.count)
    }

    /// As NFS answers: only a descriptor that may write gets a lock.
    @Test func whereOnlyAWriterMayLockTheMarkIsLockedByAWriter() throws {
        let lock = { (descriptor: FileDescriptor) -> Errno? in
            let mode = fcntl(descriptor.rawValue, F_GETFL) & O_ACCMODE
            return mode == O_RDONLY ? .badFileDescriptor : ResultsOwner.lock(descriptor)
        }
        let queue = QueueLocation.file(FilePath(folder["a.sqlite"].path))
        let first = try ResultsOwner(of: output, queue: queue, holdsJobs: { _ in false }, lock: lock)
        withExtendedLifetime(first) {
            _ = #expect(throws: PipelineError.self) {
                try ResultsOwner(of: output, queue: queue, holdsJobs: { _ in false }, lock: lock)
            }
        }
    }

    @Test func aFolderOfAnotherMachinesQueueIsRefusedAndTold() throws {
        let elsewhere = QueueLocation.file("/nowhere/quiver.sqlite")
        let first = try ResultsOwner(of: output, queue: elsewhere, host: "nas", holdsJobs: { _ in false })
        first.write(queue: elsewhere, models: [], in: output, host: "nas")
        _ = consume first
        let error = #expect(throws: PipelineError.self) { try take("a.sqlite") }
        #expect(error?.message.contains("of the machine nas") == true)
        // The same machine's queue that is gone owns nothing.
        _ = try ResultsOwner(of: output, queue: .file("/other/quiver.sqlite"), host: "nas", holdsJobs: { _ in false })
    }

    private static let shared = ResultsOwner.Queue(identity: "aa", isShared: true)

    private func database(_ connection: String) -> QueueLocation {
        .database(QueueAddress(connection: connection), state: FilePath(folder["state"].path))
    }

    /// Hosts know one database by several addresses; its identity tells it from the others.
    @Test(arguments: [
        ("postgres://q:secret@db.example/photos", "postgres://127.0.0.1/photos", true),
        ("postgres://q:secret@db.example/photos", "postgres://q:secret@db.example/photos", false),
    ])
    func aDatabaseIsKnownByItsIdentityAndNotByItsAddress(first: String, second: String, isSame: Bool) throws {
        let owner = try ResultsOwner(of: output, queue: database(first), as: Self.shared)
        owner.write(queue: database(first), models: [], in: output, host: "nas")
        let text = try String(contentsOf: mark, encoding: .utf8)
        #expect(!text.contains("secret") && text.contains("db.example"))
        let other = ResultsOwner.Queue(identity: isSame ? "aa" : "bb", isShared: true)
        let take = { _ = try ResultsOwner(of: output, queue: database(second), as: other) }
        guard !isSame else { return try take() }
        let error = #expect(throws: PipelineError.self) { try take() }
        #expect(error?.message.contains("postgres://q@db.example/photos") == true)
        #expect(error?.message.contains("secret") == false && error?.message.contains(".quiver-queue") == true)
    }

    @Test func aFilesResultsAreNoDatabasesAndTheOtherWayRound() throws {
        _ = try take("a.sqlite")
        let refused = #expect(throws: PipelineError.self) {
            _ = try ResultsOwner(
                of: output, queue: database("postgres:///photos"), as: Self.shared, holdsJobs: { _ in true })
        }
        #expect(refused?.message.contains("a.sqlite") == true)
        try FileManager.default.removeItem(at: folder["a.sqlite"])
        let owner = try ResultsOwner(
            of: output, queue: database("postgres:///photos"), as: Self.shared, holdsJobs: { _ in false })
        owner.write(queue: database("postgres:///photos"), models: [], in: output)
        _ = consume owner
        #expect(throws: PipelineError.self) { _ = try take("b.sqlite") }
    }

    /// Hosts have the queue and the folder at paths of their own.
    @Test func hostsOfOneQueueShareTheFolderAndNoOtherQueueHasIt() throws {
        let shared = ResultsOwner.Queue(identity: "aa", isShared: true)
        let take = { (queue: QueueLocation, as: ResultsOwner.Queue, host: String) in
            let owner = try ResultsOwner(of: output, queue: queue, as: `as`, host: host, holdsJobs: { _ in true })
            owner.write(queue: queue, models: [], in: output, host: host)
            return owner
        }
        let first = try take(.file("/one/queue"), shared, "one")
        let folder = ResultsOwner.folder(output)
        let second = try take(.file("/two/queue"), shared, "two")
        #expect(folder != nil && ResultsOwner.folder(output) == folder)
        withExtendedLifetime((first, second)) {
            let other = ResultsOwner.Queue(identity: "bb", isShared: true)
            let refused = #expect(throws: PipelineError.self) { try take(.file("/four/queue"), other, "two") }
            #expect(refused?.message.contains("belong to the queue /two/queue") == true)
            let alone = #expect(throws: PipelineError.self) { try take(.file("/three/queue"), .own, "two") }
            #expect(alone?.message.contains("is in use by") == true)
        }
    }

    @Test func aForeignFileOrLinkInTheMarksPlaceStays() throws {
        try Data("mine".utf8).write(to: mark)
        #expect(throws: PipelineError.self) { try take("a.sqlite") }
        #expect(try Data(contentsOf: mark) == Data("mine".utf8))
        try FileManager.default.moveItem(at: mark, to: folder["victim"])
        try #require(symlink(folder["victim"].path, mark.path) == 0)
        #expect(throws: (any Error).self) { try take("a.sqlite") }
        #expect(try Data(contentsOf: folder["victim"]) == Data("mine".utf8))
    }
}
