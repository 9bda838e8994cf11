import Foundation
import Storage
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Control
@testable import Supervisor

/// A queue that another process writes, for a moment or for long.
@Suite struct QueueBackendsTests {
    private let temporary: TemporaryFolder
    private let queue: QueueLocation
    private let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)

    init() throws {
        temporary = try TemporaryFolder()
        queue = .usual(in: FilePath(temporary.url.resolvingSymlinksInPath().path))
    }

    @Test func whoHoldsTheQueueForAMomentIsWaitedFor() throws {
        var held: (any QueueStore)? = try QueueBackends.open(queue, owner: owner)
        var pauses = 0
        _ = try QueueBackends.open(queue, owner: owner) {
            pauses += 1
            held = nil
        }
        #expect(pauses == 1 && held == nil)
    }

    @Test func aSupervisorIsNotWaitedFor() throws {
        let held = try QueueBackends.open(queue, owner: owner)
        let server = try ControlServer(queue: queue)
        server.start()
        defer { server.stop() }
        let refused = #expect(throws: JobQueueError.self) {
            try QueueBackends.open(queue, owner: owner) { Issue.record("waited") }
        }
        #expect(refused?.code == .taken)
        withExtendedLifetime(held) {}
    }
}
