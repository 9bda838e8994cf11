import Synchronization
import SystemValues

extension OwnThread {
    /// Runs `body` on a new thread and waits for its end without holding one of the pool's threads.
    ///
    /// - Parameter leaving: When it is raised, the thread is waited for no longer: `CancellationError`.
    static func run<Value: Sendable>(
        leavingAt leaving: Leaving, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let answer = FirstAnswer<Value>()
        do {
            try startNow("quiver-intake") { answer.give(Result(catching: body)) }
        } catch {
            throw IntakeError(
                .resources, "cannot start a thread: close other programs or raise the limit of processes (ulimit -u)")
        }
        leaving.add { answer.give(.failure(CancellationError())) }
        return try await answer.value()
    }
}

/// The moment from which threads that do not come back are waited for no longer.
final class Leaving: Sendable {
    private struct State {
        var hasBegun = false
        var isRaised = false
        var actions: [@Sendable () -> Void] = []
    }

    private let patience: Duration
    private let state = Mutex(State())

    /// - Parameter patience: How long after a stop threads are waited for.
    init(patience: Duration = .seconds(5)) { self.patience = patience }

    /// Starts the time that threads have to come back.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: patience, clock: .suspending)
            raise()
        }
    }

    /// Is called when the time is over; at once where it is.
    func add(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isRaised { state.actions.append(action) }
            return state.isRaised
        }
        if isOver { action() }
    }

    private func raise() {
        let actions = state.withLock { state in
            state.isRaised = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }
}
