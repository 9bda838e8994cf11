import Foundation
import Results
import Settings
import SystemPackage
import SystemValues
import TestSupport
import Testing
import WorkerProtocol

@testable import Supervisor

@Suite struct QueueControlTests {
    @Test func aQueueInAFolderThatIsNoUTF8IsFound() throws {
        let temporary = try TemporaryFolder()
        let output = FilePath(temporary.url.path).resolvedPath.pushing(FilePath(rawBytes: [0x66, 0xFF]))
        var settings = Settings()
        settings.queue = .usual(in: output)
        #expect(throws: PipelineError.self) { try QueueControl(settings) }
        try AtomicFile.write("".utf8, to: #require(settings.queue.file))
        #expect(try QueueControl(settings).location == settings.queue)
    }
}
