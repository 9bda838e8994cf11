import Dispatch
import Glibc
import Synchronization

/// A thread that blocks as it likes: the cooperative pool has one thread per core and must never wait for a disk.
enum OwnThread {
    /// Runs `body` on a new thread and waits for its end without holding one of the pool's threads.
    ///
    /// - Parameter leaving: When it is raised, the thread is waited for no longer: `CancellationError`.
    static func run<Value: Sendable>(
        leavingAt leaving: Leaving, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let answer = Answer(continuation)
            let start = Box { answer.give(Result { try body() }) }
            let context = Unmanaged.passRetained(start)
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                    return nil
                }, context.toOpaque())
            if status == 0 {
                _ = pthread_detach(thread)
                leaving.add { answer.give(.failure(CancellationError())) }
            } else {
                context.release()
                answer.give(
                    .failure(
                        IntakeError(
                            .resources,
                            "cannot start a thread: close other programs or raise the limit of processes (ulimit -u)")))
            }
        }
    }

    private final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// The first answer counts.
    private final class Answer<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

        init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = Mutex(continuation) }

        func give(_ result: Result<Value, any Error>) { continuation.withLock { $0.take() }?.resume(with: result) }
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
        DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1)) { self.raise() }
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
