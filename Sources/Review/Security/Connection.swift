import Glibc
import NIOCore
import Synchronization

/// Where a connection comes from: a user's process on this machine, or another machine.
struct Origin: Sendable, Hashable {
    /// The user whose process is the client; nil for another machine's.
    let user: uid_t?
    /// The client's address: of IPv6 only the network, as one client has all addresses of it.
    let network: [UInt8]

    init(user: uid_t?, network: [UInt8]) {
        self.user = user
        self.network = network
    }

    init(remote: SocketAddress?, local: SocketAddress?) {
        let bytes = remote.flatMap(SocketOwner.bytes) ?? []
        self.init(user: SocketOwner.user(remote: remote, local: local), network: Array(bytes.prefix(8)))
    }

    /// Whether the client is a process of this user, or of root.
    var isOwn: Bool { user == getuid() || user == 0 }
}

/// The sender of a request, as far as the server knows: each has limits of its own.
enum Client: Sendable, Hashable {
    /// A process of this user, where no token is asked for.
    case own
    /// A program that sends a token, by whose that is.
    case program(String)
    /// A browser that has signed in, by the hash of what it keeps.
    case session(SessionKey)
    /// A client that has not signed in.
    case stranger(Origin)

    /// Whether the client may see and change what the queue holds.
    var isKnown: Bool { if case .stranger = self { false } else { true } }
}

/// One connection: where it comes from, how far its requests are, and whether the client is still there.
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
