import Synchronization
import SystemValues

/// A link that signs one browser in, once and soon, so that no token is typed on a phone.
final class Invitation: Sendable {
    /// How long the link is good.
    static let life = Duration.seconds(600)

    private struct State {
        var hash: [UInt8]?
        var end: ContinuousClock.Instant
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state = Mutex(State(end: now()))
    }

    /// What the link says; an earlier link is worth nothing then.
    func make() -> String {
        let code = [UInt8].secret(count: 16).hexadecimal
        state.withLock { $0 = State(hash: SessionKey(of: code).hash, end: now() + Self.life) }
        return code
    }

    /// Whether the link says this; it is used up by that.
    func take(_ code: String) -> Bool {
        // What is compared are hashes, of which nobody can choose the bytes.
        let hash = SessionKey(of: code).hash
        return state.withLock { state in
            guard state.hash == hash, now() < state.end else { return false }
            state.hash = nil
            return true
        }
    }
}
