import Dispatch

/// Calls that may block: they run one after another, in the order in which they were added, on a thread that is the
/// lane's for as long as it has any.
///
/// Swift's cooperative pool has one thread per core and must never wait for a disk. A lane that hangs holds up its own
/// calls and no other lane's, so whatever may hang by itself, such as a share, has a lane of its own.
public final class BlockingLane: Sendable {
    private let queue: DispatchQueue

    /// - Parameter label: What the lane is for, as debuggers show it.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs a body that may block and waits for its answer without blocking the caller's thread.
    ///
    /// A cancelled caller waits as well: what a body holds is in use until it has ended.
    /// - Throws: what the body throws.
    public func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Adds a body that nobody waits for.
    public func add(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Returns when everything that was added before has ended; blocks, and must not be called on the lane.
    ///
    /// - Returns: what `last` returns, which runs on the lane behind all that.
    @discardableResult
    public func finish<T>(_ last: () -> T = {}) -> T { queue.sync(execute: last) }
}
