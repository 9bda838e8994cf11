import Foundation
import Storage
import SystemValues

/// A queue that is kept in a PostgreSQL database.
public struct PostgresQueueBackend: QueueBackend {
    private let address: QueueAddress

    /// The queue at an address.
    public init(_ address: QueueAddress) { self.address = address }

    /// PostgreSQL, and the version of the server as in "15.18"; that of the client's library where it cannot be reached.
    public var library: (name: String, version: String) {
        ("PostgreSQL", (try? PostgresConnection(address.connection))?.version ?? "not reached")
    }

    /// Connects, and makes or updates the tables; others may write beside it.
    public func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore {
        try PostgresQueueStore(address, owner: owner)
    }

    /// Connects for reading.
    public func reader() throws -> any QueueReader { try PostgresQueueReader(address) }
}

extension PostgresQueueBackend: ExaminableQueue {
    /// Connects and looks; makes no table and takes no lease.
    public func examine() throws -> QueueExamination {
        do {
            let connection = try PostgresConnection(address.connection)
            let missing = try Schema.missing(connection, place: address.printable)
            let (latency, lead) = try Self.clocks(over: connection)
            return QueueExamination(
                version: connection.version,
                way: connection.isLocal ? .local : connection.isEncrypted ? .encrypted : .open,
                latency: latency, clockLead: lead,
                steps: QueueExamination.Steps(taken: Step.all.count - missing.count, known: Step.all.count),
                hearsNews: try Self.hearsNews(address))
        } catch let failure as PostgresFailure {
            throw failure.asQueueError(address.printable)
        }
    }

    /// The shortest of five questions, and how far this machine's clock is ahead in the middle of it.
    private static func clocks(over connection: PostgresConnection) throws -> (latency: Duration, lead: Duration) {
        var best: (latency: Duration, lead: Duration) = (.seconds(60), .zero)
        for _ in 0..<5 {
            let (start, wall) = (ContinuousClock.now, Date().timeIntervalSince1970)
            let theirs = Double(try PostgresRows.clock(of: connection)) / 1000
            let latency = ContinuousClock.now - start
            guard latency < best.latency else { continue }
            best = (latency, .seconds(wall - theirs) + latency / 2)
        }
        return best
    }

    /// Whether what one connection tells arrives at another, as it does not behind a pooler in transaction mode.
    private static func hearsNews(_ address: QueueAddress) throws -> Bool {
        let channel = "quiver_trial_\(UInt32.random(in: 0...UInt32.max))"
        let listener = try PostgresConnection(address.connection, keepsStatements: false)
        _ = try listener.run("LISTEN \(channel)")
        _ = try PostgresConnection(address.connection, keepsStatements: false).run("NOTIFY \(channel)")
        // Far more than news take, so that a busy machine is not taken for a pooler.
        return try listener.awaitNotice(atMost: 5000)
    }
}
