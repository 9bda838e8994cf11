import Foundation
import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing
import WorkerProtocol

@testable import Supervisor

/// Names of results in folders whose own names need not be UTF-8.
@Suite struct OutputPathsTests {
    @Test(arguments: [Array("plain".utf8), [0x66, 0xFF]], ["/in/a.jpg", "/other/a.jpg"])
    func anotherPhotosRecordIsSeenInEveryFolder(folder: [UInt8], of photo: String) throws {
        let temporary = try TemporaryFolder()
        let output = FilePath(temporary.url.path).resolvedPath.pushing(FilePath(rawBytes: folder))
        let record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: .init(path: FilePath(photo), bytes: 1, sha256: nil), state: .waiting, attempts: 0)
        try AtomicFile.write(record.document.utf8, to: output.appending("a.jpg.json"))
        let paths = try OutputPaths(output: output, roots: [.init("/in", isFolder: true)], originals: nil)
        let chosen = paths.output(for: "/in/a.jpg")
        #expect(chosen == Array((photo == "/in/a.jpg" ? "a.jpg.json" : "in/a.jpg.json").utf8))
    }

    @Test func aQueueInAFolderThatIsNoUTF8IsFound() throws {
        let temporary = try TemporaryFolder()
        let output = FilePath(temporary.url.path).resolvedPath.pushing(FilePath(rawBytes: [0x66, 0xFF]))
        var settings = Settings()
        settings.queue = .usual(in: output)
        #expect(throws: PipelineError.self) { try QueueControl(settings) }
        try AtomicFile.write("".utf8, to: settings.queue.file)
        #expect(try QueueControl(settings).location == settings.queue)
    }
}
