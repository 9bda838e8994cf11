import CPostgreSQL
import Glibc

/// One connection to the server, of which every call ends in time.
///
/// Statements that are asked for together go in one packet and come back in one (pipeline mode). To be used by one
/// thread at a time.
final class PostgresConnection {
    /// How long the server may take to be reached, and to answer.
    struct Patience: Sendable {
        var connect = 8
        var answer = 30
    }

    private let connection: OpaquePointer
    private let patience: Patience
    /// The names of statements that this connection has prepared.
    private var prepared: [String: String] = [:]
    /// How many names were given; none is given twice.
    private var names = 0
    /// What the names begin with: behind a pooler that shares connections another client's statement may lie at the server,
    /// and must not be run in place of this one's.
    private let mark = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    /// Whether statements are kept; not behind a pooler that gives each transaction another connection.
    private let keepsStatements: Bool
    /// When the server was told last to plan anew what it keeps.
    private var planned = PostgresConnection.seconds()
    /// How long a plan lasts: a table that looked empty when it was made may be large by then, as on its first day.
    private static let planLife = 60.0
    /// Goes out in front of the next statements, and its results are not wanted.
    private var first: [PostgresStatement] = []
    private(set) var isBroken = false
    /// Whether the server keeps so many statements of it, of which most will not come again, that another one is better.
    var isWorn: Bool { names >= Self.mostNames }
    private static let mostNames = 1000
    /// How long the server waits for the next statement of a transaction that says nothing else.
    static let idle = Duration.seconds(10)
    /// When the last answer within this transaction came, and how long the server waits from then on.
    private var answered = Double.infinity
    private var idle = Double.infinity
    /// What a statement of this transaction has failed of.
    private var failed: PostgresFailure?

    /// Connects as the connection string says, which libpq reads, with the environment's and the password file's help.
    ///
    /// - Throws: ``PostgresFailure``.
    init(_ address: String, keepsStatements: Bool = true, patience: Patience = Patience()) throws {
        self.patience = patience
        self.keepsStatements = keepsStatements
        // Keys behind the string win over it; a dead peer is noticed by the kernel too.
        let options = [
            ("dbname", address), ("fallback_application_name", "quiver"), ("client_encoding", "UTF8"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(patience.answer * 1000)"),
        ]
        connection = try Self.open(options, within: patience.connect)
        cpostgresql_silence(connection)
        guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw lost() }
        // A process that was stopped in the middle of a transaction must not hold up all others. And no table or index is read
        // whole where a few entries lead to the rows, however small it looks to the planner: it may be large before the next plan.
        _ = try run([
            PostgresStatement(
                sql: """
                    SELECT set_config('idle_in_transaction_session_timeout', '\(Self.idle.setting)', false),
                        set_config('lock_timeout', '10s', false), set_config('statement_timeout', '25s', false),
                        set_config('synchronous_commit', 'on', false), set_config('jit', 'off', false),
                        set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false)
                    """)
        ])
    }

    // Also where the initialiser throws behind its last property.
    deinit { PQfinish(connection) }

    /// The server's version, as in "15.18".
    var version: String {
        let number = PQserverVersion(connection)
        return "\(number / 10_000).\(number % 10_000)"
    }
    /// How the database keeps texts, as in "UTF8"; nil where the server does not say.
    var encoding: String? { PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } }
    /// Whether the way to the server stays in this machine.
    var isLocal: Bool {
        PQhost(connection).map { String(cString: $0) }.map { $0.isEmpty || $0.hasPrefix("/") || $0.hasPrefix("@") }
            ?? false
    }
    /// Whether what goes over the network is encrypted.
    var isEncrypted: Bool { PQsslInUse(connection) == 1 }

    /// Lets statements go out in front of the next ones.
    func precede(_ statements: [PostgresStatement]) { first += statements }

    /// Begins a transaction with the next statements.
    ///
    /// - Parameter idle: How long the server waits in it for a statement; one of these sets that, where it is another time than
    ///   the connection's own.
    func begin(_ statements: [PostgresStatement], idle: Duration = idle) {
        failed = nil
        first = statements
        self.idle = idle / .seconds(1)
        answered = .infinity
        guard keepsStatements, Self.seconds() - planned > Self.planLife else { return }
        planned = Self.seconds()
        first.append(PostgresStatement(sql: "DISCARD PLANS"))
    }

    /// Lets the rest of a transaction be as slow as that: one that copies from elsewhere, and that no other waits for.
    func wait(for idle: Duration) throws {
        _ = try run("SET LOCAL idle_in_transaction_session_timeout = '\(idle.setting)'")
        self.idle = idle / .seconds(1)
    }

    /// Ends a transaction behind its last statements; it is durable when this returns.
    ///
    /// - Throws: also the failure of an earlier statement that the transaction's body has not passed on.
    func commit(_ statements: [PostgresStatement]) throws {
        if let failed { throw failed }
        guard first.isEmpty || !statements.isEmpty else {
            // Nothing was asked for.
            first = []
            return
        }
        _ = try run(statements + [PostgresStatement(sql: "COMMIT")])
        answered = .infinity
    }

    /// Runs one statement.
    func run(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        try run([PostgresStatement(sql: sql, values: values)])[0]
    }

    /// Runs statements behind each other, and returns the rows of each; the first failure ends them all.
    ///
    /// - Throws: ``PostgresFailure``. The transaction is to be rolled back, or the connection is broken.
    func run(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        guard !isBroken else { throw PostgresFailure.lost("the connection is broken") }
        let all = first + statements
        let skipped = first.count
        first = []
        guard !all.isEmpty else { return [] }
        // The server's own word on it may be lost with the connection. It came before anything of this was sent.
        let stoodStill = Self.seconds() - answered >= idle
        do {
            let answers = try exchange(all)
            answered = Self.seconds()
            return Array(answers.dropFirst(skipped))
        } catch let failure as PostgresFailure where failure.state == nil && stoodStill {
            throw PostgresFailure(state: PostgresFailure.idle, message: failure.message)
        }
    }

    private func exchange(_ all: [PostgresStatement]) throws -> [PostgresResult] {
        let deadline = Self.seconds() + Double(patience.answer)
        var answers = 0
        for statement in all { answers += try send(statement) }
        guard PQpipelineSync(connection) == 1 else { throw lost() }
        return try receive(answers, until: deadline)
    }

    /// Sends a statement, prepared before where it is new; returns how many answers come back, of which the last is its own.
    private func send(_ statement: PostgresStatement) throws -> Int {
        let wire = statement.values.map(\.wire)
        let types = statement.values.map(\.type)
        let lengths = wire.map { Int32($0?.count ?? 0) }
        let formats = statement.values.map { Int32($0.isBinary ? 1 : 0) }
        let format: Int32 = statement.givesText ? 0 : 1
        let name = keepsStatements ? prepared[statement.sql] : nil
        var answers = 1
        var made = name
        if keepsStatements, name == nil, !statement.values.isEmpty {
            names += 1
            let fresh = "q\(mark)_\(names)"
            guard PQsendPrepare(connection, fresh, statement.sql, Int32(types.count), types) == 1 else { throw lost() }
            prepared[statement.sql] = fresh
            made = fresh
            answers = 2
        }
        let isSent = Self.withPointers(wire) { pointers in
            if let made {
                PQsendQueryPrepared(
                    connection, made, Int32(wire.count), pointers, lengths, formats, format)
            } else {
                PQsendQueryParams(
                    connection, statement.sql, Int32(wire.count), types, pointers, lengths, formats, format)
            }
        }
        guard isSent == 1 else { throw lost() }
        pending.append(answers)
        return answers
    }

    /// How many answers each statement that was sent gets.
    private var pending: [Int] = []

    private func receive(_ answers: Int, until deadline: Double) throws -> [PostgresResult] {
        let shape = pending
        pending = []
        var received: [PostgresResult] = []
        var failure: PostgresFailure?
        var isSynced = false
        while !isSynced {
            guard let result = try next(until: deadline) else { continue }
            switch result.status {
            case PGRES_PIPELINE_SYNC: isSynced = true
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: received.append(result)
            case PGRES_PIPELINE_ABORTED: continue
            default:
                // PG_DIAG_SQLSTATE is 'C', PG_DIAG_MESSAGE_PRIMARY is 'M'.
                let state = result.report(Int32(UInt8(ascii: "C")))
                failure =
                    failure
                    ?? PostgresFailure(
                        state: state, message: result.report(Int32(UInt8(ascii: "M"))) ?? result.message)
            }
        }
        if let failure {
            if failure.breaksConnection { isBroken = true }
            // Which of them were prepared before the failure is not known: all get new names.
            prepared = [:]
            failed = failure
            throw failure
        }
        guard received.count == answers else { throw lost("answers are missing") }
        var position = 0
        return shape.map { count in
            position += count
            return received[position - 1]
        }
    }

    /// Ends a transaction without keeping it.
    func rollBack() throws {
        guard first.isEmpty else {
            first = []
            return
        }
        failed = nil
        guard !isBroken else { return }
        _ = try run([PostgresStatement(sql: "ROLLBACK")])
    }

    /// The next answer; nil between two statements' answers.
    private func next(until deadline: Double) throws -> PostgresResult? {
        while true {
            let unsent = PQflush(connection)
            guard unsent >= 0 else { throw lost() }
            if PQisBusy(connection) == 0 {
                guard let result = PQgetResult(connection) else { return nil }
                return PostgresResult(result)
            }
            try waitForSocket(writing: unsent == 1, until: deadline)
            guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
    }

    private func waitForSocket(writing: Bool, until deadline: Double) throws {
        let left = deadline - Self.seconds()
        guard left > 0 else { throw lost("no answer within \(patience.answer) seconds") }
        var place = pollfd(
            fd: PQsocket(connection), events: Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0), revents: 0)
        guard poll(&place, 1, Int32(left * 1000) + 1) >= 0 || errno == EINTR else { throw lost() }
    }

    private func lost(_ message: String? = nil) -> PostgresFailure {
        isBroken = true
        let failure = PostgresFailure.lost(message ?? Self.words(of: connection))
        failed = failure
        return failure
    }
}

extension PostgresConnection {
    /// Waits until others have told something on the channels that are listened to, or until the time is over.
    ///
    /// - Parameter wake: Ends the waiting as soon as it can be read.
    /// - Returns: Whether anything was told.
    func awaitNotice(atMost milliseconds: Int32, wake: Int32 = -1) throws -> Bool {
        guard !isBroken else { throw PostgresFailure.lost("the connection is broken") }
        if takeNotices() { return true }
        var places = [
            pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&places, 2, milliseconds) >= 0 || errno == EINTR else { throw lost() }
        guard places[0].revents != 0 else { return false }
        guard PQconsumeInput(connection) == 1 else { throw lost() }
        return takeNotices()
    }

    private func takeNotices() -> Bool {
        var hasAny = false
        while let notice = PQnotifies(connection) {
            hasAny = true
            PQfreemem(notice)
        }
        return hasAny
    }

    static func withPointers<T>(
        _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) throws -> T
    ) rethrows -> T {
        // One block for all, so that no closure nests for each value.
        var block: [CChar] = []
        var starts: [Int?] = []
        for value in values {
            guard let value else {
                starts.append(nil)
                continue
            }
            starts.append(block.count)
            value.withUnsafeBytes { block.append(contentsOf: $0.assumingMemoryBound(to: CChar.self)) }
            // An empty value is a pointer too; NULL means something else.
            block.append(0)
        }
        return try block.withUnsafeBufferPointer { buffer in
            try body(starts.map { start in start.flatMap { at in buffer.baseAddress.map { $0 + at } } })
        }
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension Duration {
    /// As a setting of the server's has it.
    var setting: String { "\(Int(self / .milliseconds(1)))ms" }
}
