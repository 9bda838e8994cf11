import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Stands first in a connection's pipeline: whoever may not connect, or does not send a whole head in time, is let go.
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
