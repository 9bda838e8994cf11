import Control
import Storage

extension QueueControl {
    /// Forgets jobs that have ended, batch by batch, each in a transaction of its own; returns how many there were.
    ///
    /// What was forgotten by the time that this process is ended stays forgotten, and the rest is kept.
    ///
    /// - Parameters:
    ///   - again: Whether photos that lie where they were are new when they are next found.
    ///   - progress: Is told how many are forgotten so far, after each batch but the last.
    public func prune(
        _ choice: JobChoice, endedBefore: UnixMillis?, again: Bool = false, progress: (Int) -> Void
    ) async throws -> Int {
        var (batch, total) = (PruneBatch(), 0)
        while true {
            let start = ContinuousClock.now
            do {
                let count = try await change(.prune(choice, endedBefore: endedBefore, limit: batch.size, again: again))
                total += count
                // A supervisor of an earlier version knows no limit and forgets all of them at once.
                guard count >= batch.size else { return total }
                progress(total)
                batch.note(ContinuousClock.now - start)
            } catch let error as ControlError where error.isTimeout {
                guard batch.noteTimeout() else { throw error }
            }
        }
    }
}

/// How many jobs one transaction forgets: fewer where so many take too long.
struct PruneBatch {
    /// The most that one transaction forgets.
    static let most = 10_000
    /// What a transaction forgets where more take too long.
    private static let least = 1000
    /// Photos in work wait for a transaction at most so long.
    private static let patience = Duration.seconds(1)

    /// How many jobs the next transaction forgets.
    private(set) var size = Self.most
    /// How many transactions in a row took too long, or were ended for it.
    private var slow = 0

    /// Notes how long a transaction took.
    mutating func note(_ time: Duration) {
        slow = time > Self.patience ? slow + 1 : 0
        shrink()
    }

    /// Notes that a transaction was ended because it took too long; false where trying again is of no use.
    mutating func noteTimeout() -> Bool {
        guard slow < 6 else { return false }
        slow += 1
        shrink()
        return true
    }

    private mutating func shrink() { if slow >= 2 { size = Self.least } }
}

extension ControlError {
    /// Whether the storage gave a change up for a reason that may pass, such as its time.
    fileprivate var isTimeout: Bool { code == JobQueueError.Code.unusable.rawValue && fault == .environment }
}
