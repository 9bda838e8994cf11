import Storage
import Synchronization

/// Keeps the tables of a long run fresh: photos that have ended are in them a minute later.
///
/// While nothing ends, nothing happens.
struct TableUpdates: Sendable {
    let tables: ResultTables
    let changes: TableChanges
    let breaker: CircuitBreaker
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
            let writing = try await tables.update(tripping: breaker)
            if case .behind = writing { isBehind = true } else { isBehind = false }
            switch writing {
            case .written, .behind:
                if isOwed { await breaker.reset() }
                isOwed = false
            case .postponed: isOwed = true
            case .obstructed, .leftToNextRun: isOwed = false
            }
        }
    }
}

/// What has happened to photos since the tables were last written.
final class TableChanges: Sendable {
    /// What the tables lack.
    struct Batch: Sendable {
        /// Jobs that have ended, in this order.
        var ended: [JobID] = []
        /// Rows that are out of date: their photo was put back, replaced or forgotten.
        var outdated = 0
        /// Photos of which something else is said than what their rows show.
        var reviewed = 0

        var isEmpty: Bool { ended.isEmpty && outdated == 0 && reviewed == 0 }
    }

    private let batch = Mutex(Batch())
    /// Is notified of each change.
    let signal = ChangeSignal()

    /// A job has ended.
    func end(_ job: JobID) {
        batch.withLock { $0.ended.append(job) }
        signal.notify()
    }

    /// Rows do not hold any more.
    func outdate(_ count: Int) {
        guard count > 0 else { return }
        batch.withLock { $0.outdated += count }
        signal.notify()
    }

    /// What is said of photos has changed.
    func review(_ count: Int) {
        guard count > 0 else { return }
        batch.withLock { $0.reviewed += count }
        signal.notify()
    }

    var isEmpty: Bool { batch.withLock { $0.isEmpty } }

    /// Takes what there is; the caller writes it.
    func take() -> Batch {
        batch.withLock { batch in
            defer { batch = Batch() }
            return batch
        }
    }
}
