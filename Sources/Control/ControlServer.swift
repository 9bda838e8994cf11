import Foundation
import Glibc
import JSONTree
import Synchronization
import SystemPackage
import SystemValues

/// Listens beside the queue for commands that change it, on a thread of its own.
///
/// The thread alone opens and closes the listening socket and reads all connections side by side, so that no client waits
/// for a slower one. A connection belongs to the thread until its request is whole, then to its ``Pending``.
public final class ControlServer: Sendable {
    /// A request that waits for its reply.
    public struct Pending: Sendable {
        /// What the client asks for.
        public let request: ControlRequest
        fileprivate let number: Int
        fileprivate let server: ControlServer

        /// Answers and hangs up; only the first answer counts.
        public func reply(_ reply: ControlReply) { server.answer(number, reply) }

        /// Sends lines until they end or the client has gone, and hangs up.
        ///
        /// - Parameter cancel: Ends the lines; called once they are not wanted any more.
        public func stream(
            _ lines: some AsyncSequence<JSONValue, Never> & Sendable, cancel: @escaping @Sendable () -> Void
        ) async {
            await server.stream(lines, to: number, cancel: cancel)
        }
    }

    /// Requests in the order they came; ends with ``stop()``.
    public let requests: AsyncStream<Pending>
    private let feed: AsyncStream<Pending>.Continuation
    private let listener: Int32
    private let path: FilePath
    private let isStopped = Atomic(false)
    /// The ends of a pipe that wakes the thread.
    private let wake: (read: Int32, write: Int32)
    /// Connections that have no answer yet, by numbers that are used once.
    private let unanswered = Mutex(Unanswered())
    /// Sending blocks where a client does not read.
    private let replies = BlockingLane("quiver.replies")
    /// The thread closes the listening socket where there is one.
    private let hasThread = Atomic(false)

    /// Clients that may speak at the same time; the next waits.
    private static let mostClients = 32
    /// How long no client is let in where the system has no descriptor for it.
    private static let pause: Duration = .milliseconds(250)
    private static let longestRequest = 1 << 20
    private static let stopping = ControlReply.error(
        ControlError(.unavailable, "the supervisor is stopping; try again", fault: .environment))
    private static let busy = ControlReply.error(
        ControlError(.unavailable, "the supervisor is stopping or busy; try again", fault: .environment))
    /// Clients that may follow the events at the same time.
    private static let mostStreams = 256
    /// How long a client may take for its whole request.
    private let patience: Duration
    /// How long a client of the events may not read once the run ends; before it may take its time.
    private let streamPatience: Duration
    /// Is called each time that a client of the events has not read for as long.
    private let onWait: @Sendable () -> Void

    /// Starts to listen.
    ///
    /// The caller holds the queue's writer lock on this host.
    public convenience init(queue: QueueLocation) throws {
        try self.init(queue: queue, patience: .seconds(2))
    }

    /// - Parameters:
    ///   - patience: How long a client may take for its whole request.
    ///   - streamPatience: How long a client of the events may not read once the run ends.
    ///   - onWait: Is called each time that one has not read for as long.
    init(
        queue: QueueLocation, patience: Duration, streamPatience: Duration = .seconds(10),
        onWait: @escaping @Sendable () -> Void = {}
    ) throws {
        self.patience = patience
        self.streamPatience = streamPatience
        self.onWait = onWait
        path = queue.controlSocket
        listener = try UnixSocket.listen(at: path)
        wake = try UnixSocket.pair()
        (requests, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    }

    deinit {
        close(wake.read)
        close(wake.write)
        if !hasThread.load(ordering: .sequentiallyConsistent) { close(listener) }
    }

    /// Lets clients in.
    public func start() {
        hasThread.store(true, ordering: .sequentiallyConsistent)
        OwnThread.start("quiver-control") { [self] in serve() }
    }

    /// Stops listening, removes the socket, and answers all clients that still wait.
    public func stop() {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        var byte: UInt8 = 1
        _ = write(wake.write, &byte, 1)
        _ = path.withPlatformString { unlink($0) }
        feed.finish()
        for number in unanswered.withLock({ $0.connections.keys }) { answer(number, Self.stopping) }
        replies.finish()
    }

    private struct Unanswered {
        var connections: [Int: Int32] = [:]
        /// Connections that events are sent to.
        var streams: [Int: (connection: Int32, cancel: @Sendable () -> Void)] = [:]
        var last = 0

        mutating func add(_ connection: Int32) -> Int {
            last += 1
            connections[last] = connection
            return last
        }
    }

    fileprivate func answer(_ number: Int, _ reply: ControlReply) {
        guard let connection = unanswered.withLock({ $0.connections.removeValue(forKey: number) }) else { return }
        replies.add {
            UnixSocket.limitPatience(of: connection, to: .seconds(2))
            UnixSocket.send(reply, over: connection)
            close(connection)
        }
    }

    /// Sends events to a client on a thread of its own, so that a slow one holds up no other; it is let go once it has hung up, or
    /// does not read at the end of the run.
    fileprivate func stream(
        _ lines: some AsyncSequence<JSONValue, Never> & Sendable, to number: Int,
        cancel: @escaping @Sendable () -> Void
    ) async {
        let connection = unanswered.withLock { state -> Int32? in
            Self.dropGone(&state.streams)
            guard state.streams.count < Self.mostStreams else { return nil }
            let connection = state.connections.removeValue(forKey: number)
            if let connection { state.streams[number] = (connection, cancel) }
            return connection
        }
        defer { cancel() }
        guard let connection else { return answer(number, Self.busy) }
        let lane = BlockingLane("quiver.stream")
        UnixSocket.limitPatience(of: connection, to: streamPatience)
        for await value in lines {
            let line = Array(value.line.utf8)
            let isThere = await withCheckedContinuation { done in
                lane.add { [self] in
                    done.resume(
                        returning: UnixSocket.send(line: line, over: connection) {
                            onWait()
                            return !isOver
                        })
                }
            }
            guard isThere else { break }
        }
        unanswered.withLock { _ = $0.streams.removeValue(forKey: number) }
        close(connection)
    }

    private var isOver: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

    /// Ends the streams whose clients have hung up, which else would show at the next event only.
    private static func dropGone(_ streams: inout [Int: (connection: Int32, cancel: @Sendable () -> Void)]) {
        for (number, stream) in streams {
            var place = pollfd(fd: stream.connection, events: 0, revents: 0)
            guard poll(&place, 1, 0) > 0 else { continue }
            streams.removeValue(forKey: number)
            stream.cancel()
        }
    }

    private static func refusal(_ message: String) -> ControlReply {
        .error(ControlError(.badRequest, message, fault: .input))
    }

    /// A client that has not said everything yet.
    private struct Client {
        let connection: Int32
        let deadline: ContinuousClock.Instant
        var said: [UInt8] = []
    }

    private func serve() {
        var clients: [Client] = []
        var closedUntil: ContinuousClock.Instant?
        while !isOver {
            var places = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
            let isOpen = closedUntil == nil && clients.count < Self.mostClients
            places.append(pollfd(fd: isOpen ? listener : -1, events: Int16(POLLIN), revents: 0))
            places += clients.map { pollfd(fd: $0.connection, events: Int16(POLLIN), revents: 0) }
            let due = (clients.map(\.deadline) + [closedUntil].compactMap { $0 }).min()
            _ = poll(&places, nfds_t(places.count), due.map { Self.milliseconds(until: $0) } ?? -1)
            let now = ContinuousClock.now
            if let until = closedUntil, now >= until { closedUntil = nil }
            let heard = zip(clients, places.dropFirst(2)).map { ($0, $1.revents != 0) }
            clients = heard.compactMap { client, isReady in hear(client, isReady: isReady, at: now) }
            if isOpen, places[1].revents != 0, !letIn(&clients, at: now) { closedUntil = now + Self.pause }
        }
        // Each client that is connected, or waits to be, is told; only then does the socket go.
        while let late = UnixSocket.accept(listener) { clients.append(Client(connection: late, deadline: .now)) }
        for client in clients { turnAway(client.connection, Self.stopping) }
        close(listener)
    }

    /// Lets in one client; false where the system has nothing to let it in with.
    private func letIn(_ clients: inout [Client], at now: ContinuousClock.Instant) -> Bool {
        guard let connection = UnixSocket.accept(listener) else {
            // One that has gone again is no trouble; a lack of descriptors or memory passes, and the socket stays.
            return [EINTR, EAGAIN, ECONNABORTED].contains(errno)
        }
        clients.append(Client(connection: connection, deadline: now + patience))
        return true
    }

    /// Takes in what a client says; nil where it has said everything, or is not listened to any more.
    private func hear(_ client: Client, isReady: Bool, at now: ContinuousClock.Instant) -> Client? {
        var client = client
        var hasEnded = false
        if isReady {
            var part = [UInt8](repeating: 0, count: 65536)
            let count = read(client.connection, &part, part.count)
            if count > 0 { client.said += part[..<count] }
            hasEnded = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
        }
        if let feed = client.said.firstIndex(of: 0x0A) {
            take(client.said[..<feed], from: client.connection)
        } else if hasEnded || client.said.count > Self.longestRequest || now >= client.deadline {
            turnAway(client.connection, Self.refusal("this is no request"))
        } else {
            return client
        }
        return nil
    }

    private func take(_ line: ArraySlice<UInt8>, from connection: Int32) {
        let request: ControlRequest
        do {
            request = try JSONDecoder().decode(ControlRequest.self, from: Data(line))
        } catch let error as ControlError {
            return turnAway(connection, .error(error))
        } catch {
            return turnAway(
                connection, Self.refusal("this is no request, or one of another version of Quiver"))
        }
        let number = unanswered.withLock { $0.add(connection) }
        if case .enqueued = feed.yield(Pending(request: request, number: number, server: self)) { return }
        answer(number, Self.busy)
    }

    private func turnAway(_ connection: Int32, _ reply: ControlReply) {
        answer(unanswered.withLock { $0.add(connection) }, reply)
    }

    private static func milliseconds(until due: ContinuousClock.Instant) -> Int32 {
        let left = due - .now
        return left <= .zero ? 0 : Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
    }
}
