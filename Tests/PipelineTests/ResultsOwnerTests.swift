import Foundation
import Glibc
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
        let owner = try ResultsOwner(of: output, queue: path) { FileManager.default.fileExists(atPath: $0.file.string) }
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
        owner.write(queue: .file("/q"), models: [], in: output, put: { _, _ in throw Errno.noSpace })
        #expect(try Data(contentsOf: mark) == former)
        // Between the writing and the cut the mark can be read, too.
        owner.write(queue: .file("/q"), models: [], in: output) { descriptor, bytes in
            try ResultsOwner.put(descriptor, bytes)
            #expect(ResultsOwner.queue(of: output) == .file("/q"))
        }
        #expect(ResultsOwner.queue(of: output) == .file("/q"))
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
