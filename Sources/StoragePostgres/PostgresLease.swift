import Findings
import Foundation
import Glibc
import Storage
import Synchronization
import SystemValues

/// This process's lease on what it claims, its duties, and the news of others.
///
/// A thread with a connection of its own renews the lease, and otherwise only listens. Every moment that counts
/// on several hosts is the database's; this machine's clock only says how long ago a renewal was sent, by the one that
/// goes on while the machine sleeps and that is never set.
public final class PostgresLease: SharedQueue, @unchecked Sendable {
    /// How long a lease lasts, and how often it is renewed.
    struct Times: Sendable {
        var lease = Duration.seconds(30)
        var beat = Duration.seconds(10)
        /// How long the server waits for the next statement of a change that holds up others, before it undoes the change.
        var idle = Duration.seconds(3)
        /// Between two tries while the database cannot be reached.
        var pause = Duration.seconds(1)
    }

    /// The channel on which writers tell each other that jobs have changed.
    static let channel = "quiver_jobs"

    private struct State {
        /// Whether the thread runs.
        var isJoined = false
        var isStopped = false
        /// Renewals wait until the process has ended what it worked.
        var isLapsed = false
        /// When the last renewal that landed was sent; nil before the first.
        var landed: Double?
        var number: Int64?
        var work = QueueMember.Work()
        var observers: [@Sendable (SharedQueueNews) -> Void] = []
    }

    private let address: QueueAddress
    private let owner: Owner
    private let writer: Int64
    private let times: Times
    private let state = Mutex(State())
    /// Wakes the thread for its end.
    private let wake: (reader: Int32, writer: Int32)
    private let lock = NSLock()
    /// For what is asked beside the renewals.
    private var side: PostgresConnection?
    /// Gives back what the lease that is over had claimed.
    var releaseClaims: () throws -> Void = {}

    init(_ address: QueueAddress, owner: Owner, writer: Int64, times: Times) {
        self.address = address
        self.owner = owner
        self.writer = writer
        self.times = times
        var ends: [Int32] = [-1, -1]
        // Without one the thread ends a beat later.
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.reader)
        close(wake.writer)
    }

    /// How long a lease lasts.
    public var lease: Duration { times.lease }
    /// How long a change may stand still that holds up others.
    var idle: Duration { times.idle }
    /// How often it is renewed.
    public var beat: Duration { times.beat }

    /// Whether the last renewal that landed is younger than a lease; asks no database.
    public var isHolding: Bool {
        state.withLock { state in
            guard !state.isLapsed, let landed = state.landed else { return false }
            return Self.seconds() - landed < times.lease.inSeconds
        }
    }

    /// Says what this process does; it goes out with the next renewal.
    public func report(_ work: QueueMember.Work) { state.withLock { $0.work = work } }

    /// Has later news told to the body; the first call begins the lease.
    public func observe(_ take: @escaping @Sendable (SharedQueueNews) -> Void) {
        let isFirst = state.withLock { state in
            state.observers.append(take)
            defer { state.isJoined = true }
            return !state.isJoined
        }
        guard isFirst else { return }
        // At once, so that nothing is claimed before the lease is there; where that fails, the thread tries again.
        try? join()
        let thread = Thread { [weak self] in self?.beatOn() }
        thread.name = "quiver.lease"
        thread.stackSize = 512 << 10
        thread.start()
    }

    /// The server's clock, in milliseconds since 1970.
    public func now() throws -> UnixMillis {
        try ask(PostgresRows.clock)
    }

    /// Begins a new lease once nothing of the former one is worked any more, and gives back what that had claimed.
    public func rejoin() throws {
        try join()
        try releaseClaims()
        state.withLock { $0.isLapsed = false }
    }

    /// Whether a duty is this process's; a free one becomes so.
    public func holds(duty: String) throws -> Bool {
        guard isHolding, let number = state.withLock({ $0.number }) else { return false }
        return try ask { connection in
            try connection.run(
                """
                INSERT INTO duty AS d (name, owner) VALUES ($1, $2)
                ON CONFLICT (name) DO UPDATE SET owner = excluded.owner
                    WHERE d.owner = excluded.owner OR NOT EXISTS (
                        SELECT FROM owner WHERE id = d.owner AND beat > now() - make_interval(secs => $3::bigint))
                RETURNING owner
                """, [.text(duty), .integer(number), .integer(times.lease.components.seconds)]
            ).count == 1
        }
    }

    /// Leaves a duty to the next process that asks for it.
    public func resign(duty: String) throws {
        guard let number = state.withLock({ $0.number }) else { return }
        try ask { connection in
            _ = try connection.run(
                "DELETE FROM duty WHERE name = $1 AND owner = $2", [.text(duty), .integer(number)])
        }
    }

    /// Leaves all duties and the lease, at the end of a run.
    public func leave() throws {
        stop()
        guard
            let number = state.withLock({ state in
                defer { (state.number, state.landed) = (nil, nil) }
                return state.number
            })
        else { return }
        try ask { connection in
            _ = try connection.run("DELETE FROM duty WHERE owner = $1", [.integer(number)])
            // What is still claimed stays its owner's, and is recovered once the lease is over. The row stays too, as of one
            // that is long silent: a claim whose commit broke may appear behind this, and names it.
            _ = try connection.run(
                """
                UPDATE owner SET beat = now() - interval '2 days'
                WHERE id = $1 AND NOT EXISTS (SELECT FROM job WHERE state = 2 AND owner = $1)
                """, [.integer(number)])
            _ = try connection.run(
                """
                DELETE FROM owner WHERE beat < now() - interval '9 days'
                    AND NOT EXISTS (SELECT FROM job WHERE state = 2 AND job.owner = owner.id)
                    AND NOT EXISTS (SELECT FROM duty WHERE duty.owner = owner.id)
                """)
            _ = try connection.run(Counts.handOver, [.integer(writer)])
        }
        lock.withLock { side = nil }
    }

    /// Ends the thread; blocks for no longer than it takes to be told.
    func stop() {
        state.withLock { $0.isStopped = true }
        _ = write(wake.writer, [0], 1)
    }

    /// Whether an owner's lease is over.
    func isDead(_ owner: Owner) throws -> Bool {
        try ask { connection in
            let found = try connection.run(
                """
                SELECT (beat > now() - make_interval(secs => $6::bigint))::int::bigint FROM owner
                WHERE (\(Owner.columns)) = ($1, $2, $3, $4, $5)
                """, owner.values + [.integer(times.lease.components.seconds)])
            return found.count == 0 || found[0].integer(0) == 0
        }
    }

    // MARK: - Beats

    private func join() throws {
        let sent = Self.seconds()
        let number = try ask { connection in
            try connection.run(
                """
                INSERT INTO owner AS o (\(Owner.columns), writer, beat) VALUES ($1, $2, $3, $4, $5, $6, now())
                ON CONFLICT (\(Owner.columns)) DO UPDATE SET beat = now(), writer = excluded.writer RETURNING id
                """, owner.values + [.integer(writer)])[0].integer(0)
        }
        state.withLock { state in
            state.number = number
            state.landed = sent
        }
    }

    private func beatOn() {
        var connection: PostgresConnection?
        var isDown = false
        // When the next renewal is due: news come more often.
        var due = -Double.infinity
        while !state.withLock({ $0.isStopped }) {
            do {
                let open = try connection ?? Self.listen(address)
                connection = open
                if isDown {
                    isDown = false
                    tell(.back)
                }
                if Self.seconds() >= due {
                    let sent = Self.seconds()
                    try renew(over: open)
                    due = sent + times.beat.inSeconds
                }
                let left = max(0, (due - Self.seconds()) * 1000)
                if try open.awaitNotice(atMost: Int32(left.rounded(.up)), wake: wake.reader) {
                    tell(.changed)
                }
            } catch {
                connection = nil
                due = -Double.infinity
                isDown = true
                lapseIfOver()
                pause()
            }
        }
    }

    private static func listen(_ address: QueueAddress) throws -> PostgresConnection {
        let connection = try PostgresConnection(
            address.connection, keepsStatements: false, patience: PostgresConnection.Patience(connect: 4, answer: 6))
        _ = try connection.run("LISTEN \(channel)")
        return connection
    }

    private func renew(over connection: PostgresConnection) throws {
        let task = state.withLock { state in
            // Who has left must not begin anew.
            state.isLapsed || state.isStopped ? nil : (number: state.number, work: state.work)
        }
        guard let (number, work) = task else {
            // Only sees that the server is still there.
            _ = try connection.run("SELECT 1")
            return
        }
        guard let number else { return try join() }
        let sent = Self.seconds()
        let found = try connection.run(
            """
            UPDATE owner SET beat = now(), workers = $2, ended = $3, takes_in = $4, version = $5
            WHERE id = $1 AND beat > now() - make_interval(secs => $6::bigint) RETURNING id
            """,
            [
                .integer(number), .integer(Int64(work.workers)), .integer(Int64(work.ended)),
                .integer(work.takesIn ? 1 : 0), .text(work.version), .integer(times.lease.components.seconds),
            ])
        guard found.count == 1 else { return lapse() }
        state.withLock { if $0.number == number { $0.landed = sent } }
    }

    private func lapseIfOver() {
        let isOver = state.withLock { state in
            !state.isLapsed && state.landed.map { Self.seconds() - $0 >= times.lease.inSeconds } == true
        }
        if isOver { lapse() }
    }

    private func lapse() {
        let isNew = state.withLock { state in
            defer { state.isLapsed = true }
            return !state.isLapsed && !state.isStopped
        }
        if isNew { tell(.lapsed) }
    }

    private func tell(_ news: SharedQueueNews) {
        for observer in state.withLock({ $0.observers }) { observer(news) }
    }

    private func pause() {
        var place = pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)
        poll(&place, 1, Int32(times.pause.inSeconds * 1000))
    }

    // MARK: - Asking

    private func ask<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        do {
            do {
                return try body(try sideConnection())
            } catch let failure as PostgresFailure where failure.breaksConnection {
                // One that broke while it was idle is no reason to fail.
                side = nil
                return try body(try sideConnection())
            }
        } catch let failure as PostgresFailure {
            if failure.breaksConnection { side = nil }
            throw failure.asQueueError(address.printable)
        }
    }

    private func sideConnection() throws -> PostgresConnection {
        if let side, !side.isBroken { return side }
        let connection = try PostgresConnection(
            address.connection, keepsStatements: false, patience: PostgresConnection.Patience(connect: 4, answer: 10))
        side = connection
        return connection
    }

    /// Seconds since the machine's start, sleep included.
    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
