import Glibc
import NIOCore

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

/// Who sends a request, as far as the server knows: each has limits of its own.
enum Client: Sendable, Hashable {
    /// A process of this user, where no token is asked for.
    case own
    /// A program that sends the token.
    case program
    /// A browser that has signed in, by the hash of what it keeps.
    case session(SessionKey)
    /// Somebody who has not signed in.
    case stranger(Origin)

    /// Whether the client may see and change what the queue holds.
    var isKnown: Bool { if case .stranger = self { false } else { true } }
}
