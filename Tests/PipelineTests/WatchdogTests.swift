import Synchronization
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct WatchdogTests {
    /// A watchdog that counts its kills, run until the body returns.
    private func kills(_ body: (Watchdog) async throws -> Void) async throws -> Int {
        let count = Atomic(0)
        let watchdog = Watchdog { count.add(1, ordering: .relaxed) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watchdog.run() }
            try await body(watchdog)
            group.cancelAll()
        }
        #expect(watchdog.hasFired == (count.load(ordering: .relaxed) > 0))
        return count.load(ordering: .relaxed)
    }

    @Test func aTurnThatTakesTooLongKillsOnce() async throws {
        let kills = try await kills { watchdog in
            watchdog.watch(for: .milliseconds(60))
            while !watchdog.hasFired { await Task.yield() }
            for _ in 0..<1000 { await Task.yield() }
        }
        #expect(kills == 1)
    }

    @Test func aTurnThatTakesTooLongIsToldOf() async throws {
        let told = Flag()
        let kills = try await kills { watchdog in
            watchdog.watch(for: .milliseconds(60)) { told.raise() }
            while !told.isRaised { await Task.yield() }
        }
        #expect(kills == 1)
    }

    @Test func aSecondTurnIsWatchedAfterAPause() async throws {
        let kills = try await kills { watchdog in
            watchdog.watch(for: .seconds(60))
            watchdog.rest()
            // By now it may wait for a turn, or not yet.
            for _ in 0..<1000 { await Task.yield() }
            watchdog.watch(for: .milliseconds(60))
            while !watchdog.hasFired { await Task.yield() }
        }
        #expect(kills == 1)
    }

    @Test func aTurnThatEndsInTimeDoesNot() async throws {
        let kills = try await kills { watchdog in
            for _ in 0..<100 {
                watchdog.watch(for: .seconds(60))
                watchdog.rest()
            }
        }
        #expect(kills == 0)
    }
}
