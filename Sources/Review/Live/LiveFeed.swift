import Control
import Hummingbird
import HummingbirdCore
import JSONTree
import ServiceLifecycle
import Synchronization

/// The messages to open pages: that something has changed and is worth another look.
///
/// Every page has a short buffer of its own. A slow one misses what is out of date anyway and delays no other.
final class LiveFeed: Sendable {
    /// One message to a page.
    enum Message: Sendable, Hashable {
        /// The queue has moved.
        case queue
        /// A session has changed; nil where it is not known by which photo.
        case session(photo: String?)
        /// Something for the user, as the run reported it.
        case message(JSONValue)
        /// What has become of evidence in photos that follow each other, as the run reported it.
        case sequence(JSONValue)
        /// Nothing: it shows that the connection lives.
        case heartbeat

        /// The message as server-sent events have it.
        var text: String {
            switch self {
            case .queue: "event: queue\ndata: {}\n\n"
            case .session(let photo):
                "event: session\ndata: \(JSONValue.object([.init("photo", .init(photo))]).line)\n\n"
            case .message(let value): "event: message\ndata: \(value.line)\n\n"
            case .sequence(let value): "event: sequence\ndata: \(value.line)\n\n"
            case .heartbeat: ": still here\n\n"
            }
        }
    }

    private struct State {
        var pages: [Int: AsyncStream<Message>.Continuation] = [:]
        var last = 0
        /// What is sent with the next beat.
        var due: Set<Message> = []
        var isFinished = false
    }

    /// Pages that may be open at the same time.
    static let mostPages = 400
    /// How often pages get a sign that the connection lives.
    static let heartbeat = Duration.seconds(15)
    /// How often pages get at most what a run has done.
    static let pace = Duration.seconds(1)

    private let photos: PhotoAddresses
    private let state = Mutex(State())
    /// Something is due.
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter photos: How photos are named to clients.
    init(_ photos: PhotoAddresses) { self.photos = photos }

    /// Whether any page is open.
    var isHeard: Bool { state.withLock { !$0.pages.isEmpty } }

    /// What is sent from now on; nil where too many pages are open.
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

    /// Sends to every page with the next beat, once however often it is asked for until then.
    func tellSoon(_ messages: Message...) {
        state.withLock { $0.due.formUnion(messages) }
        wake.yield()
    }

    /// Sends to every page what was corrected by hand, by the book's own name of the photo; nil where many may have changed.
    func tellReview(of photo: String?) {
        tell(.session(photo: photo.map(photos.id)))
        // Photos that were accepted are in the list of photos as well.
        if photo == nil { tellSoon(.queue) }
    }

    /// Sends to every page at once.
    func tell(_ message: Message) {
        for feed in state.withLock({ Array($0.pages.values) }) { feed.yield(message) }
    }

    /// Sends at its pace what is due, until cancelled; to be called once.
    ///
    /// While nothing is due it wakes for the heartbeat alone.
    /// - Parameters:
    ///   - pace: The pause between two beats.
    ///   - heartbeat: The pause between two signs that the connection lives.
    ///   - forget: Forgets the answers from before: pages that get a message ask at once, and get none later.
    func run(
        every pace: Duration = LiveFeed.pace, beating heartbeat: Duration = LiveFeed.heartbeat,
        forget: () async -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await Task.sleep(for: heartbeat)
                    self.tell(.heartbeat)
                }
            }
            defer { group.cancelAll() }
            for await _ in wakes {
                try await Task.sleep(for: pace)
                let due = state.withLock { state in
                    defer { state.due = [] }
                    return state.due
                }
                if !due.isEmpty { await forget() }
                for message in due { tell(message) }
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

/// Messages as the body of a response that goes on until one side hangs up.
enum EventStream {
    /// The body; a server that shuts down ends it.
    static func body(_ messages: AsyncStream<LiveFeed.Message>) -> ResponseBody {
        ResponseBody { writer in
            // A first line at once, so that the client knows that it is connected.
            try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
            for await message in messages.cancelOnGracefulShutdown() {
                try await writer.write(ByteBuffer(string: message.text))
            }
            try await writer.finish(nil)
        }
    }
}
