import NIOCore
import Synchronization

/// The connections to the server, and which of them may stay: whoever is known always finds room.
final class Doors: Sendable {
    /// Connections at the same time; more wait until one ends.
    static let most = 1_000
    /// The connections among them of clients that have not signed in; the oldest one makes place for a new one.
    static let mostStrangers = 400
    /// The same of one address, or of one user of this machine.
    static let mostOfOneOrigin = 32

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// Those whose clients have not signed in, the oldest first.
        var strangers: [Connection] = []
        var sessions: [ObjectIdentifier: SessionKey] = [:]
    }

    /// Whether only processes of this user may connect.
    private let isForOwnUser: Bool
    private let state = Mutex(State())

    init(isForOwnUser: Bool) { self.isForOwnUser = isForOwnUser }

    /// Lets a connection in that was just accepted; nil where it may not stay.
    func open(_ channel: any Channel) -> Connection? {
        let origin = Origin(remote: channel.remoteAddress, local: channel.localAddress)
        guard !isForOwnUser || origin.isOwn else { return nil }
        let connection = Connection(channel, from: origin)
        let leaving = state.withLock { state -> Connection? in
            state.connections[ObjectIdentifier(channel)] = connection
            guard !isForOwnUser else { return nil }
            defer { state.strangers.append(connection) }
            let others = state.strangers.filter { $0.origin == origin }
            if others.count >= Self.mostOfOneOrigin { return others.first }
            return state.strangers.count >= Self.mostStrangers ? state.strangers.first : nil
        }
        if let leaving {
            forget(leaving)
            leaving.channel.close(promise: nil)
        }
        return connection
    }

    /// The connection of a channel; nil where it was closed.
    func connection(of channel: any Channel) -> Connection? {
        state.withLock { $0.connections[ObjectIdentifier(channel)] }
    }

    /// The client of a connection has shown that it is signed in.
    func admit(_ connection: Connection, as client: Client) {
        guard client.isKnown else { return }
        let name = ObjectIdentifier(connection.channel)
        state.withLock { state in
            guard state.connections[name] != nil else { return }
            state.strangers.removeAll { $0 === connection }
            if case .session(let session) = client { state.sessions[name] = session }
        }
    }

    /// Closes every connection of a session that has ended, but the one on which it is told.
    func close(_ session: SessionKey, but connection: Connection?) {
        let leaving = state.withLock { state in
            state.sessions.filter { $0.value == session }.compactMap { state.connections[$0.key] }
        }
        for one in leaving where one !== connection { one.channel.close(promise: nil) }
    }

    /// A connection has ended.
    func forget(_ connection: Connection) {
        let name = ObjectIdentifier(connection.channel)
        state.withLock { state in
            state.connections[name] = nil
            state.sessions[name] = nil
            state.strangers.removeAll { $0 === connection }
        }
    }
}
