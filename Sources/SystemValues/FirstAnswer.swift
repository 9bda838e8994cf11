import Synchronization

/// The answer to one caller that several may give; the first one counts.
public final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case answered(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// An answer that is not given yet.
    public init() {}

    /// Waits for the answer, which may have been given already; to be called once.
    ///
    /// - Throws: what was given as a failure.
    public func value() async throws -> Value { try await withCheckedThrowingContinuation { wait($0) } }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
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

    /// Answers, unless an answer was given before; returns whether this one counts.
    @discardableResult
    public func give(_ answer: Result<Value, any Error>) -> Bool {
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
