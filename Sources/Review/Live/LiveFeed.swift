import Control
import JSONTree
import ServiceLifecycle
import Synchronization

/// What open pages are told: that something has changed and is worth another look.
///
/// Every page has a short buffer of its own. A slow one misses what is out of date anyway and holds up nobody.
final class LiveFeed: Sendable {
    /// One message to a page.
    enum Message: Sendable, Hashable {
        /// The queue has moved.
        case queue
        /// A session has changed; nil where it is not known which.
        case session(photo: String?)
        /// Something for people, as the run told it.
        case message(JSONValue)
        /// Nothing: it shows that the connection lives.
        case heartbeat

        /// The message as server-sent events have it.
        var text: String {
            switch self {
            case .queue: "event: queue\ndata: {}\n\n"
            case .session(let photo):
                "event: session\ndata: \(JSONValue.object([.init("id", .null), .init("photo", .init(photo))]).line)\n\n"
            case .message(let value): "event: message\ndata: \(value.line)\n\n"
            case .heartbeat: ": still here\n\n"
            }
        }
    }

    private struct State {
        var pages: [Int: AsyncStream<Message>.Continuation] = [:]
        var last = 0
        var isQueueDue = false
        var isFinished = false
    }

    /// Pages that may be told at the same time.
    static let mostPages = 400
    /// How often pages are told that the connection lives.
    static let heartbeat = Duration.seconds(15)
    /// How often pages are told at most that the queue has moved.
    static let pace = Duration.seconds(1)

    private let state = Mutex(State())

    /// What is told from now on; nil where too many pages are open.
    func subscribe() -> AsyncStream<Message>? {
        let (stream, feed) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(32))
        let number = state.withLock { state -> Int? in
            guard state.pages.count < Self.mostPages, !state.isFinished else { return nil }
            state.last += 1
            state.pages[state.last] = feed
            return state.last
        }
        guard let number else { return nil }
        feed.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.pages.removeValue(forKey: number) } }
        return stream
    }

    /// Tells every page; that the queue has moved is told with the next beat.
    func tell(_ message: Message) {
        if message == .queue { return state.withLock { $0.isQueueDue = true } }
        send(message)
    }

    private func send(_ message: Message) {
        for feed in state.withLock({ Array($0.pages.values) }) { feed.yield(message) }
    }

    /// Tells at its pace what is due, until cancelled.
    func run() async throws {
        var sinceHeartbeat = Duration.zero
        while true {
            try await Task.sleep(for: Self.pace)
            let isDue = state.withLock { state in
                defer { state.isQueueDue = false }
                return state.isQueueDue
            }
            if isDue { send(.queue) }
            sinceHeartbeat += Self.pace
            if sinceHeartbeat >= Self.heartbeat {
                sinceHeartbeat = .zero
                send(.heartbeat)
            }
        }
    }

    /// Lets every page go.
    func finish() {
        let feeds = state.withLock { state in
            state.isFinished = true
            return Array(state.pages.values)
        }
        for feed in feeds { feed.finish() }
    }
}
