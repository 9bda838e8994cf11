import Foundation
import JobQueue
import JobQueueSQLite
import JobQueueTesting
import TestSupport
import Testing

@Suite struct SQLiteJobStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let owner = Owner(host: "here", boot: "b", pid: 1, started: 2)

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    @Test(arguments: StoreCheck.all)
    func conforms(_ check: StoreCheck) throws {
        try check.run(on: SQLiteJobStore(path: path, owner: owner, at: 0))
    }

    @Test(arguments: UInt64(100)...115)
    func agreesWithTheInMemoryStore(_ seed: UInt64) throws {
        var walk = RandomWalk(seed: seed, on: try SQLiteJobStore(path: path, owner: owner, at: 0))
        try walk.run(steps: 300)
    }
}
