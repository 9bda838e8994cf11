import Synchronization

/// A counter that only grows, and tasks that wait for it to grow.
///
/// A task that waits names the count that it has seen, so that nothing is missed between a look and the wait.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
        var lastWait = 0
    }

    private let state = Mutex(State())

    /// How often it was notified so far.
    var count: Int { state.withLock { $0.count } }

    /// Lets everybody who waits go on; may be called from any thread.
    func notify() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the count is above `seen`, or when the task is cancelled.
    func wait(past seen: Int) async {
        let wait = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > seen || state.cancelled.contains(wait) { return true }
                    state.waiters[wait] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: wait)
                if waiter == nil { state.cancelled.insert(wait) }
                return waiter
            }
            waiter?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(wait) }
    }

    /// The same, but returns after the given time at the latest.
    func wait(
        past seen: Int, atMost limit: Duration?, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async {
        guard let limit else { return await wait(past: seen) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(past: seen) }
            group.addTask { try? await sleep(limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Something that happens once and can be asked for from any thread.
final class Flag: Sendable {
    private let state = Atomic(false)

    func raise() { state.store(true, ordering: .sequentiallyConsistent) }

    var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }
}
