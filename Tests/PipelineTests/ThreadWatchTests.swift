import Glibc
import Testing

@testable import Supervisor

/// Threads of a worker, counted by its supervisor; here of this process itself.
@Suite struct ThreadWatchTests {
    @Test(arguments: [(0, true), (100_000, false)])
    func aProcessWithMoreThreadsThanThatIsKilled(limit: Int, isKilled: Bool) {
        let killed = Flag()
        let watch = ThreadWatch(of: getpid(), limit: limit) { killed.raise() }
        watch.look()
        #expect(killed.isRaised == isKilled && watch.hasFired == isKilled)
    }

    @Test func aProcessThatHasEndedIsNotCounted() {
        let watch = ThreadWatch(of: Int32.max, limit: 0) { Issue.record("killed") }
        watch.look()
        #expect(!watch.hasFired)
    }
}
