/// Keeps the tables of a long run fresh: photos that have ended are in them a minute later.
///
/// While nothing ends, nothing happens.
struct TableUpdates: Sendable {
    let tables: ResultTables
    let changes: TableChanges
    let outage: Outage
    var every = Duration.seconds(60)
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// How soon tables are tried again that a full disk or the like has kept back.
    private static let retry = Duration.seconds(10)

    /// Runs until cancelled.
    func run() async throws {
        var (isOwed, isBehind) = (false, false)
        while true {
            let seen = changes.signal.count
            if !isOwed, !isBehind, changes.isEmpty { await changes.signal.wait(past: seen) }
            try await sleep(isOwed ? Self.retry : every)
            let writing = try await tables.update(reporting: outage)
            if case .behind = writing { isBehind = true } else { isBehind = false }
            switch writing {
            case .written, .behind:
                if isOwed { await outage.passed() }
                isOwed = false
            case .postponed: isOwed = true
            case .obstructed: isOwed = false
            }
        }
    }
}
