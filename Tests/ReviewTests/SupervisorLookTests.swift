import Glibc
import Settings
import Storage
import StorageSQLite
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Control
@testable import Review
@testable import Supervisor

/// A supervisor that does not answer, and pages that ask what it does.
@Suite(.timeLimit(.minutes(30))) struct SupervisorLookTests {
    private final class Answers: Sendable {
        let count = Mutex(0)
    }

    @Test func readingWaitsForNoAnswerOfTheSupervisor() async throws {
        let folder = try TemporaryFolder()
        let queue = QueueLocation.usual(in: FilePath(folder.url.resolvingSymlinksInPath().path))
        _ = try SQLiteQueueBackend(queue).open(owner: Owner(host: "test", boot: "1", pid: 1, started: 1), at: 1)
        var settings = Settings()
        settings.queue = queue
        // Longer than this test takes on a machine that is busy: until the readings are over there is no answer.
        let library = ReviewLibrary(try QueueControl(settings), patience: 600, tell: { _ in })
        // It listens, and never takes a connection.
        let silent = try UnixSocket.listen(at: queue.controlSocket)
        let answers = Answers()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    #expect(await library.live() == nil)
                    answers.count.withLock { $0 += 1 }
                }
            }
            for _ in 0..<8 { #expect(try await library.read { try $0.jobs.overview() }.unfinished == 0) }
            #expect(answers.count.withLock { $0 } == 0)
            close(silent)
            try await group.waitForAll()
        }
        #expect(answers.count.withLock { $0 } == 8)
    }
}
