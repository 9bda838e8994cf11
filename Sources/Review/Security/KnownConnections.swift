import NIOCore
import Synchronization

/// The connections that are this user's own: each is looked up once, and forgotten when it closes.
final class KnownConnections: Sendable {
    private let own = Mutex<Set<ObjectIdentifier>>([])

    /// Whether the client of a connection is a process of this user.
    func isOwn(_ channel: any Channel) -> Bool {
        let name = ObjectIdentifier(channel)
        if own.withLock({ $0.contains(name) }) { return true }
        guard SocketOwner.isOwn(remote: channel.remoteAddress, local: channel.localAddress) else { return false }
        own.withLock { _ = $0.insert(name) }
        channel.closeFuture.whenComplete { [weak self] _ in self?.own.withLock { _ = $0.remove(name) } }
        return true
    }
}
