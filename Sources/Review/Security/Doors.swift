import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// The connections to the server, and which of them may stay: a client that is known always gets one.
final class Doors: Sendable {
    /// Connections at the same time; more wait until one ends.
    static let most = 1_000
    /// The connections among them of clients that have not signed in; one of these makes place for a new one.
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
            if others.count >= Self.mostOfOneOrigin { return Self.leaving(of: others) }
            return state.strangers.count >= Self.mostStrangers ? Self.leaving(of: state.strangers) : nil
        }
        if let leaving {
            forget(leaving)
            leaving.channel.close(promise: nil)
        }
        return connection
    }

    /// The one that makes place: the oldest that has asked for nothing whole, so that a sign-in keeps its answer.
    private static func leaving(of strangers: [Connection]) -> Connection? {
        strangers.first { !$0.progress.isAnswering } ?? strangers.first
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

    /// Closes every connection of a session that has ended, but the one on which that is answered.
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

/// Stands first in a connection's pipeline: a client that may not connect, or does not send a whole head in time, is let go.
final class DoorHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// How long a client may take for the whole head of a request, with the handshake before it.
    static let patience = TimeAmount.seconds(10)

    private let doors: Doors
    private var connection: Connection?
    /// The number of the head that is being waited for.
    private var awaited = -1

    init(_ doors: Doors) { self.doors = doors }

    func channelActive(context: ChannelHandlerContext) {
        guard let connection = doors.open(context.channel) else { return context.close(promise: nil) }
        self.connection = connection
        awaitHead(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let connection, !connection.progress.isAnswering { awaitHead(context) }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { connection?.hangUp() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let connection {
            connection.hangUp()
            doors.forget(connection)
        }
        context.fireChannelInactive()
    }

    /// Gives the next head its time, once: what comes byte by byte gets no more.
    private func awaitHead(_ context: ChannelHandlerContext) {
        guard let connection, awaited != connection.progress.heads else { return }
        let number = connection.progress.heads
        awaited = number
        context.eventLoop.scheduleTask(in: Self.patience) {
            let progress = connection.progress
            if progress.heads == number, !progress.isAnswering { connection.channel.close(promise: nil) }
        }
    }
}

/// A kind of connection with a ``DoorHandler`` in front of it.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let doors: Doors

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DoorHandler(doors))
        }.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(AuthorityHandler(), position: .after(decoder))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Keeps the host that an address names which is written out, where it is another one than the line's: what turns requests
/// into values drops it, and the gate refuses a request of two hosts.
private final class AuthorityHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let named = Self.authority(in: head.uri),
            head.headers["Host"].first?.lowercased() != named.lowercased()
        else { return context.fireChannelRead(data) }
        head.headers.add(name: "Host", value: named)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The authority in an address that is written out (RFC 9112, 3.2.2); nil where there is none.
    private static func authority(in address: String) -> String? {
        guard !address.hasPrefix("/"), let start = address.firstRange(of: "://")?.upperBound else { return nil }
        return String(address[start...].prefix { !"/?#".contains($0) })
    }
}
