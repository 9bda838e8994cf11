import Foundation
import Glibc
import SystemValues

/// Speaks with the supervisor that works a queue, if one does.
public enum ControlClient {
    /// Sends a request and waits for its answer; nil where no supervisor runs.
    ///
    /// - Parameter seconds: How long one part of the answer is waited for.
    public static func ask(
        _ request: ControlRequest, queue: QueueLocation, within seconds: Int = 30
    ) throws -> ControlReply? {
        guard let connection = try connection(to: queue) else { return nil }
        defer { close(connection) }
        UnixSocket.limitPatience(of: connection, seconds: seconds)
        guard UnixSocket.send(request, over: connection) else { return nil }
        var lines = LineReader(descriptor: connection, limit: 1 << 20)
        guard let line = lines.next(), let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(line))
        else {
            throw ControlError(.noAnswer, "the running supervisor did not answer; try again", fault: .environment)
        }
        return reply
    }

    /// Whether a supervisor listens beside a queue.
    public static func reaches(queue: QueueLocation) -> Bool {
        guard let connection = try? connection(to: queue) else { return false }
        close(connection)
        return true
    }

    /// Passes on a run's events, each as one JSON line, until the run ends; blocks.
    ///
    /// - Returns: Whether a supervisor runs.
    public static func events(queue: QueueLocation, take: (String) -> Void) throws -> Bool {
        guard let connection = try connection(to: queue) else { return false }
        defer { close(connection) }
        guard UnixSocket.send(ControlRequest.events, over: connection) else { return false }
        var lines = LineReader(descriptor: connection, limit: 64 << 20)
        var isFirst = true
        while let line = lines.next() {
            // A refusal comes in place of the first event.
            if isFirst, let refused = try? JSONDecoder().decode(ControlReply.self, from: Data(line)),
                case .error(let error) = refused
            {
                throw error
            }
            isFirst = false
            take(String(decoding: line, as: UTF8.self))
        }
        return true
    }

    /// A connection to the supervisor of a queue; nil where none listens that may be believed.
    ///
    /// Who may write into a queue's folder can listen there under the socket's name. Only this user, root and the owner
    /// of the queue are obeyed; any other listener counts as none, and the writer's lock then tells whether one works.
    private static func connection(to queue: QueueLocation) throws -> Int32? {
        guard let connection = try UnixSocket.connect(to: queue.controlSocket) else { return nil }
        guard let listener = UnixSocket.user(of: connection), isBelieved(listener, for: queue) else {
            close(connection)
            return nil
        }
        return connection
    }

    /// Whether a user's answers about a queue are believed.
    static func isBelieved(_ listener: uid_t, for queue: QueueLocation, user: uid_t = geteuid()) -> Bool {
        if listener == user || listener == 0 { return true }
        return queue.status?.owner == listener
    }
}
