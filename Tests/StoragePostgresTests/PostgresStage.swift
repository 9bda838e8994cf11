import Storage
import StorageTesting
import SystemValues
import TestSupport

@testable import StoragePostgres

/// A database of a test's own, and what only the server's operator can do to it.
struct PostgresStage: SharedQueueStage {
    let address: QueueAddress

    init() throws { address = QueueAddress(connection: try PostgresCluster.database()) }

    func open(_ owner: Owner) throws -> any QueueStore {
        try PostgresQueueStore(address, owner: owner, times: .patient)
    }

    func endLease(of owner: Owner) throws {
        _ = try PostgresConnection(address.connection).run(
            "UPDATE owner SET beat = now() - interval '2 hours' WHERE (\(Owner.columns)) = ($1, $2, $3, $4, $5)",
            owner.values)
    }

    func reader() throws -> any QueueReader { try PostgresQueueReader(address) }

    /// Runs a statement as another program would.
    func run(_ sql: String) throws { _ = try PostgresConnection(address.connection).run(sql) }
}

extension PostgresLease.Times {
    /// No lease and no change is over because the machine is slow: only tests end them.
    static var patient: Self {
        var times = Self()
        (times.lease, times.idle) = (.seconds(3600), .seconds(600))
        return times
    }
}
