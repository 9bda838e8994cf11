import Findings
import Foundation
import Storage
import StorageSQL
import SystemValues

/// Jobs, scores and reviews in a PostgreSQL database that several hosts may write.
///
/// Every commit is on the server's disk before it returns. Unchecked because connection and rows are touched under the
/// lock only.
public final class PostgresQueueStore: QueueStore, @unchecked Sendable {
    private let address: QueueAddress
    private let names: RootNames
    private let place: String
    private let membership: PostgresLease
    /// Counts and commits are noted under this number, which no other store has.
    private let writer = Int64.random(in: 1...Int64.max)
    private let lock = NSLock()
    private var rows: PostgresRows?
    /// Whether the server keeps prepared statements for a connection; a pooler may not.
    private var keepsStatements = true

    /// How often a transaction that is in the way of another one is run again.
    private static let tries = 20

    /// Connects, and makes or updates the tables.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public convenience init(_ address: QueueAddress, owner: Owner) throws {
        try self.init(address, owner: owner, times: PostgresLease.Times())
    }

    /// - Parameter times: Tests have shorter leases.
    init(_ address: QueueAddress, owner: Owner, times: PostgresLease.Times) throws {
        self.address = address
        names = RootNames(address.roots)
        place = address.printable
        membership = PostgresLease(address, owner: owner, writer: writer, times: times)
        try naming {
            // Prepares nothing: steps are not run again where a pooler gives them another connection.
            // Bringing millions of rows up to date takes minutes.
            let connection = try PostgresConnection(
                address.connection, keepsStatements: false, patience: PostgresConnection.Patience(answer: 3600))
            try Schema.migrate(connection, place: place)
        }
        membership.releaseClaims = { [weak self] in
            guard let self else { return }
            _ = try transaction { transaction in
                // The owner may have another number by now, where the former lease ended long ago.
                (transaction.jobs as? PostgresRows)?.names.forget()
                return try transaction.jobs.release(allOf: owner, at: membership.now())
            }
        }
    }

    deinit { membership.stop() }

    /// Runs `body` as one transaction, which is on the server's disk when this returns.
    ///
    /// The body may run several times, all but the last without effect.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        return try naming {
            var isAlone = false
            var (needsNumbers, isNumbered) = (false, false)
            var left = Self.tries
            while true {
                do {
                    if needsNumbers {
                        try EndNumbers.give(over: openRows().connection)
                        (needsNumbers, isNumbered) = (false, true)
                    }
                    return try attempt(alone: isAlone, numbered: isNumbered, body)
                } catch is NeedsToBeAlone {
                    isAlone = true
                } catch let need as NeedsNumbers where rows.map({ ObjectIdentifier($0) == need.asked }) ?? true {
                    needsNumbers = true
                } catch let failure as PostgresFailure where failure.isCollision && left > 0 {
                    left -= 1
                    usleep(UInt32.random(in: 1_000...20_000))
                } catch let failure as PostgresFailure where failure.stoodStill && left > 0 {
                    left -= 1
                } catch let failure as PostgresFailure where failure.isForgottenStatement && keepsStatements {
                    keepsStatements = false
                    rows = nil
                }
            }
        }
    }

    private func attempt<T>(
        alone isAlone: Bool, numbered isNumbered: Bool, _ body: (QueueTransaction) throws -> T
    ) throws -> T {
        let rows = try openRows()
        rows.begin(alone: isAlone, numbered: isNumbered)
        do {
            let book = PostgresBook(rows)
            let answer = try body(
                QueueTransaction(
                    jobs: rows, scores: book.scores(names), reviews: book.reviews, sets: book.sets,
                    outbox: book.outbox(names)))
            try rows.finish()
            rows.end(hasHappened: true)
            return answer
        } catch {
            rows.end(hasHappened: false)
            do { try rows.connection.rollBack() } catch { self.rows = nil }
            if rows.connection.isBroken { self.rows = nil }
            throw error
        }
    }

    private func openRows() throws -> PostgresRows {
        if let rows, !rows.connection.isBroken, !rows.connection.isWorn { return rows }
        let connection = try PostgresConnection(address.connection, keepsStatements: keepsStatements)
        let fresh = PostgresRows(
            connection, roots: names, writer: writer, lease: membership.lease, idle: membership.idle)
        rows = fresh
        return fresh
    }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let failure as PostgresFailure { throw failure.asQueueError(place) }
    }

    /// Whether an owner's lease is over, by the database's clock; one without a lease is dead, and none is while the database
    /// cannot be asked.
    public func isDead(_ owner: Owner) -> Bool { (try? membership.isDead(owner)) ?? false }

    /// Gives up the lease and all duties; the server keeps its own files in order.
    public func checkpoint() throws { try naming { try membership.leave() } }

    /// This process's lease, duties and news.
    public var shared: (any SharedQueue)? { membership }
}

/// Looks at the jobs, scores and reviews of a PostgreSQL database; never writes.
///
/// Unchecked because the idle connections are touched under the lock only.
public final class PostgresQueueReader: QueueReader, @unchecked Sendable {
    private let address: QueueAddress
    private let names: RootNames
    private let lock = NSLock()
    private var idle: [PostgresRows] = []
    /// So many connections are kept for the next look.
    private static let mostIdle = 2

    /// Connects for reading.
    ///
    /// - Throws: `JobQueueError` with a sentence that says what to do.
    public init(_ address: QueueAddress) throws {
        self.address = address
        names = RootNames(address.roots)
        try naming {
            let connection = try PostgresConnection(address.connection, keepsStatements: false)
            try Schema.checkForReading(connection, place: address.printable)
            idle = [PostgresRows(connection, roots: names, isReader: true)]
        }
    }

    /// Reads at one moment; short, because a long look keeps the server from removing old rows.
    public func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        try naming {
            // A connection that broke while it was idle is no reason to fail.
            do { return try look(body) } catch let failure as PostgresFailure where failure.breaksConnection {
                lock.withLock { idle = [] }
                return try look(body)
            }
        }
    }

    private func look<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        let rows = try take()
        do {
            return try look(with: rows, body) { rows.begin(alone: false) }
        } catch let need as NeedsNumbers where need.asked == ObjectIdentifier(rows) {
            return try lookNumbered(body)
        }
    }

    /// Looks once more, where every end has its number; what has no number yet is left out where this user may give none.
    private func lookNumbered<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
        let (rows, other) = (try take(), try take())
        defer { putBack(other) }
        do {
            return try look(with: rows, body) { try EndNumbers.begin(lookOf: rows, over: other.connection) }
        } catch let failure as PostgresFailure where failure.isForbidden {
            let rows = try take()
            return try look(with: rows, body) { rows.begin(alone: false, numbered: true) }
        }
    }

    private func look<T>(
        with rows: PostgresRows, _ body: (QueueSnapshot) throws -> T, begin: () throws -> Void
    ) throws -> T {
        do {
            try begin()
            let book = PostgresBook(rows)
            let answer = try body(
                QueueSnapshot(
                    jobs: rows, scores: book.scores(names), reviews: book.reviews, sets: book.sets,
                    outbox: book.outbox(names)))
            try rows.finish()
            rows.end(hasHappened: true)
            putBack(rows)
            return answer
        } catch {
            rows.end(hasHappened: false)
            if (try? rows.connection.rollBack()) != nil { putBack(rows) }
            throw error
        }
    }

    private func take() throws -> PostgresRows {
        if let idle = lock.withLock({ idle.popLast() }) { return idle }
        let connection = try PostgresConnection(address.connection, keepsStatements: false)
        return PostgresRows(connection, roots: names, isReader: true)
    }

    /// Keeps a connection for the next look, unless it is broken or there are enough.
    private func putBack(_ rows: PostgresRows) {
        guard !rows.connection.isBroken else { return }
        lock.withLock { if idle.count < Self.mostIdle { idle.append(rows) } }
    }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let failure as PostgresFailure { throw failure.asQueueError(address.printable) }
    }
}
