import Foundation
import Glibc
import SystemPackage

/// Listens beside the queue for commands that change it, on a thread of its own.
final class ControlServer: Sendable {
    /// A request that waits for its reply.
    struct Pending: Sendable {
        let request: ControlRequest
        fileprivate let connection: Int32

        /// Answers and hangs up; to be called once.
        func reply(_ reply: ControlReply) {
            UnixSocket.send(reply, over: connection)
            close(connection)
        }
    }

    /// Requests in the order they came; ends with ``stop()``.
    let requests: AsyncStream<Pending>
    private let feed: AsyncStream<Pending>.Continuation
    private let listener: Int32
    private let path: FilePath
    private let stopped = Flag()

    /// Starts to listen.
    ///
    /// The caller holds the queue's writer lock.
    init(queue: FilePath) throws {
        path = UnixSocket.path(besideQueue: queue)
        listener = try UnixSocket.listen(at: path)
        (requests, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    }

    func start() {
        let thread = Thread { [self] in
            while !stopped.isRaised {
                let connection = UnixSocket.accept(listener)
                guard connection >= 0 else {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    break
                }
                receive(connection)
            }
            close(listener)
        }
        thread.name = "quiver-control"
        thread.start()
    }

    /// Stops listening and removes the socket.
    func stop() {
        stopped.raise()
        shutdown(listener, Int32(SHUT_RDWR))
        _ = path.withPlatformString { unlink($0) }
        feed.finish()
    }

    private func receive(_ connection: Int32) {
        UnixSocket.limitPatience(of: connection, seconds: 2)
        var lines = LineReader(descriptor: connection, limit: 1 << 20)
        guard let line = lines.next(), let request = try? JSONDecoder().decode(ControlRequest.self, from: Data(line))
        else {
            UnixSocket.send(ControlReply(error: "this is no request"), over: connection)
            close(connection)
            return
        }
        if case .enqueued = feed.yield(Pending(request: request, connection: connection)) { return }
        UnixSocket.send(ControlReply(error: "the supervisor is stopping or busy; try again"), over: connection)
        close(connection)
    }
}

/// Speaks with the supervisor that works a queue, if one does.
public enum ControlClient {
    /// Sends a request and waits for its answer; nil where no supervisor runs.
    public static func ask(_ request: ControlRequest, queue: FilePath) throws -> ControlReply? {
        guard let connection = try UnixSocket.connect(to: UnixSocket.path(besideQueue: queue)) else { return nil }
        defer { close(connection) }
        UnixSocket.limitPatience(of: connection, seconds: 30)
        guard UnixSocket.send(request, over: connection) else { return nil }
        var lines = LineReader(descriptor: connection, limit: 1 << 20)
        guard let line = lines.next(), let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(line))
        else {
            throw PipelineError(.control, "the running supervisor did not answer; try again", fault: .environment)
        }
        return reply
    }
}
