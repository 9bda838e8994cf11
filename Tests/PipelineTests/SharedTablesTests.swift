import Storage
import StorageTesting
import Synchronization
import SystemValues
import Testing

@testable import Supervisor

/// Tables of one folder of results, which several processes work for.
@Suite(.timeLimit(.minutes(30))) struct SharedTablesTests {
    /// A share that does not answer for a moment makes no second writer.
    @Test func aMarkThatCannotBeReadForAMomentLeavesTheDutyWhereItIs() async throws {
        let shared = SharedMemoryQueue()
        let stores = (1...2).map { number in
            shared.open(Owner(host: "h\(number)", boot: "b", pid: 1, started: 1, life: Int64(number)))
        }
        let isAway = Flag()
        let first = ResultsDuty(stores[0].shared) { "a folder" }
        let second = ResultsDuty(stores[1].shared) { isAway.isRaised ? nil : "a folder" }
        #expect(try await first.isMine(.tables))
        #expect(try await !second.isMine(.tables))
        isAway.raise()
        #expect(try await !second.isMine(.tables))
    }

    @Test func oneProcessWritesTheTablesWithTheEndsOfAllAndAnotherTakesOver() async throws {
        let shared = SharedMemoryQueue()
        let stores = (1...2).map { number in
            shared.open(Owner(host: "h\(number)", boot: "b", pid: 1, started: 1, life: Int64(number)))
        }
        let duties = stores.map { ResultsDuty($0.shared) { "a folder" } }
        let first = try TablesRun(queue: QueueService(stores[0]), isMine: { try await duties[0].isMine(.tables) })
        let second = try TablesRun(
            after: first, queue: QueueService(stores[1]), isMine: { try await duties[1].isMine(.tables) })
        try await first.end(0..<5)
        try await first.update()
        try await second.end(5..<8)
        try await second.update()
        #expect(await second.tables.rowsWritten == 0, "another has the duty")
        #expect(try first.photos().count == 5)
        first.changes.elsewhere()
        try await first.update()
        #expect(try first.photos().count == 8)
        #expect(await first.tables.rowsWritten == 8)
        try stores[0].leave()
        try await second.end(8..<10)
        try await second.update()
        #expect(Set(try second.photos()).count == 10)
        #expect(await second.tables.rowsWritten == 2, "it goes on with what lies there")
        try await first.complete()
        #expect(await first.tables.rowsWritten == 8)
    }

    /// The second ends its last photo when the first has looked for the last time, and is told that the tables are not its
    /// to write.
    ///
    /// It has gone when the first leaves them.
    @Test func whatEndsWhileTheTablesAreLeftIsInThem() async throws {
        let shared = SharedMemoryQueue()
        let stores = (1...2).map { number in
            shared.open(Owner(host: "h\(number)", boot: "b", pid: 1, started: 1, life: Int64(number)))
        }
        let duties = stores.map { ResultsDuty($0.shared) { "a folder" } }
        let late = Flag()
        let end = Mutex<(@Sendable () async throws -> Void)?>(nil)
        let first = try TablesRun(queue: QueueService(stores[0]), isMine: { try await duties[0].isMine(.tables) }) {
            if !late.isRaised {
                late.raise()
                try await end.withLock { $0 }?()
            }
            try await duties[0].resign(.tables)
        }
        let second = try TablesRun(
            after: first, queue: QueueService(stores[1]), isMine: { try await duties[1].isMine(.tables) })
        end.withLock {
            $0 = {
                try await second.end(5..<8)
                try await second.close()
            }
        }
        try await first.end(0..<5)
        try await first.close()
        #expect(late.isRaised)
        #expect(await second.tables.rowsWritten == 0, "another has the duty")
        #expect(try first.photos().count == 8)
        #expect(await first.tables.rowsWritten == 8, "what lacked was added")
        #expect(try await duties[1].isMine(.tables), "nobody has it any more")
    }
}
