import Storage
import Synchronization

/// Whether this process may claim, work and publish: always where it alone writes the queue, and while its lease holds where
/// several do.
///
/// Asked before each claim and each file that is placed; it asks no database.
final class Lease: Sendable {
    private let shared: (any SharedQueue)?
    private let isOver = Atomic(false)

    init(_ shared: (any SharedQueue)?) { self.shared = shared }

    /// Of a process that alone writes the queue.
    static var own: Lease { Lease(nil) }

    /// Whether several processes write the queue.
    var isShared: Bool { shared != nil }

    /// Whether it holds at this moment.
    var holds: Bool {
        guard let shared else { return true }
        return !isOver.load(ordering: .sequentiallyConsistent) && shared.isHolding
    }

    /// It is over until a new one begins, whatever the clocks say.
    func end() { isOver.store(true, ordering: .sequentiallyConsistent) }

    /// A new one has begun.
    func begin() { isOver.store(false, ordering: .sequentiallyConsistent) }
}
