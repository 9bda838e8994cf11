import JobQueue
import Synchronization

/// What has happened to photos since the tables were last written.
final class TableChanges: Sendable {
    /// What the tables lack.
    struct Batch: Sendable {
        /// Jobs that have ended, in this order.
        var ended: [JobID] = []
        /// Rows that are out of date: their photo was put back, replaced or forgotten.
        var outdated = 0

        var isEmpty: Bool { ended.isEmpty && outdated == 0 }
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

    var isEmpty: Bool { batch.withLock { $0.isEmpty } }

    /// Takes what there is; whoever takes it writes it.
    func take() -> Batch {
        batch.withLock { batch in
            defer { batch = Batch() }
            return batch
        }
    }
}
