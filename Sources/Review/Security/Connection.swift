import NIOCore
import Synchronization

/// One connection: where it comes from, who has been found to hold it, and whether the client is still there.
final class Connection: Sendable {
    private struct State {
        /// How many requests have begun to be answered.
        var heads = 0
        var isAnswering = false
        var hasHungUp = false
        var onHangUp: (@Sendable () -> Void)?
    }

    let channel: any Channel
    let origin: Origin
    private let state = Mutex(State())

    init(_ channel: any Channel, from origin: Origin) {
        self.channel = channel
        self.origin = origin
    }

    /// How many requests have come whole, and whether one is being answered.
    var progress: (heads: Int, isAnswering: Bool) { state.withLock { ($0.heads, $0.isAnswering) } }

    /// A request's head has come.
    func beginAnswer() {
        state.withLock { state in
            state.heads += 1
            state.isAnswering = true
        }
    }

    /// The request has its answer.
    func endAnswer() { state.withLock { $0.isAnswering = false } }

    /// The client waits for nothing more: what is being done for it ends.
    func hangUp() {
        let end = state.withLock { state in
            state.hasHungUp = true
            defer { state.onHangUp = nil }
            return state.onHangUp
        }
        end?()
    }

    /// Does something for as long as the client waits for it.
    ///
    /// - Throws: `CancellationError` where the client has gone and the work noticed.
    func whileThere<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task { try await work() }
        let hasGone = state.withLock { state in
            state.onHangUp = { task.cancel() }
            return state.hasHungUp
        }
        if hasGone { task.cancel() }
        defer { state.withLock { $0.onHangUp = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
