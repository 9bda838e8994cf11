import Foundation
import Glibc
import SystemPackage
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
        let path = FilePath(folder[queue].path)
        try Data().write(to: folder[queue])
        let owner = try ResultsOwner(of: output, queue: path) { FileManager.default.fileExists(atPath: $0.string) }
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
