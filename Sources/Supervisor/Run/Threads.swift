import Dispatch
import Synchronization

extension DispatchQueue {
    /// Runs a blocking body on this queue's thread and waits without blocking the caller's.
    func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

/// Something that happens once and can be asked for from any thread.
final class Flag: Sendable {
    private let state = Atomic(false)

    func raise() { state.store(true, ordering: .sequentiallyConsistent) }

    var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }
}

/// Several may answer one who waits; the first answer counts.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case answered(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// Waits; an answer that has been given already is heard at once.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            switch state {
            case .answered(let answer):
                state = .over
                return answer
            case .new, .waiting, .over:
                state = .waiting(continuation)
                return nil
            }
        }
        if let early { continuation.resume(with: early) }
    }

    /// Answers, unless somebody has; returns whether this answer counts.
    @discardableResult
    func give(_ answer: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, any Error>?) in
            switch state {
            case .new:
                state = .answered(answer)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            case .answered, .over: return (false, nil)
            }
        }
        waiting?.resume(with: answer)
        return isFirst
    }
}
