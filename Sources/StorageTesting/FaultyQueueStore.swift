import Storage
import Synchronization

/// A store some of whose transactions fail as on a full or failing disk, and which works again after that.
public final class FaultyQueueStore: QueueStore {
    /// When a transaction fails.
    public enum Moment: Sendable, CaseIterable {
        /// Nothing has been done yet.
        case begin
        /// All has been done, and nothing of it is kept.
        case commit
        /// All is kept, and a fault is reported all the same.
        case afterCommit
    }

    private let store: any QueueStore
    private let faults: Range<Int>
    private let moment: Moment
    private let begun = Mutex(0)

    /// A store that passes all on to `store`, but for `count` transactions from number `first` on, where 1 is the first.
    public init(_ store: any QueueStore, failing first: Int, count: Int = 1, at moment: Moment) {
        self.store = store
        faults = first..<first + count
        self.moment = moment
    }

    /// Whether a transaction has failed.
    public var hasFailed: Bool { begun.withLock { $0 >= faults.lowerBound } }

    /// As the store within says.
    public func isDead(_ owner: Owner) -> Bool { store.isDead(owner) }

    /// Runs `body` as one transaction of the store within, or fails.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        let number = begun.withLock { begun in
            begun += 1
            return begun
        }
        guard faults.contains(number) else { return try store.transaction(body) }
        let fault = JobQueueError(.full, "The disk that holds the queue is full.", fault: .environment)
        switch moment {
        case .begin: break
        case .commit:
            return try store.transaction { transaction -> T in
                _ = try body(transaction)
                throw fault
            }
        case .afterCommit: _ = try store.transaction(body)
        }
        throw fault
    }
}
