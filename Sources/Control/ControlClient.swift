import Foundation
import Glibc
import Storage
import SystemValues

/// Speaks with the supervisor that works a queue, if one does.
public enum ControlClient {
    /// How following a run has come to its end.
    public enum EventsEnd: Sendable {
        /// The run has ended, and everything was told.
        case runEnded
        /// The supervisor was killed, or has let the client go that did not read at the end of the run.
        case cutOff
    }

    /// The last line of a run's events.
    private static let lastLine = Array(FollowedEvent.runEnded.json.line.utf8)
    /// How an answer begins that is none.
    private static let refusal = Array(#"{"error":"#.utf8)

    /// Sends a request and waits for its answer; nil where no supervisor runs.
    ///
    /// - Parameter seconds: How long one part of the answer is waited for.
    public static func ask(
        _ request: ControlRequest, queue: QueueLocation, within seconds: Int = 30
    ) throws -> ControlReply? {
        guard let connection = try connection(to: queue) else { return nil }
        defer { close(connection) }
        UnixSocket.limitPatience(of: connection, to: .seconds(seconds))
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

    /// Passes on a run's events, each as one JSON line, until they end; blocks.
    ///
    /// - Parameter start: From where the ends of photos are told.
    /// - Returns: How they ended; nil where no supervisor runs.
    /// - Throws: `ControlError` where the supervisor refuses, or can tell no more.
    public static func events(
        queue: QueueLocation, since start: EndingStart = .now, take: (String) -> Void
    ) throws -> EventsEnd? {
        guard let connection = try connection(to: queue) else { return nil }
        defer { close(connection) }
        guard UnixSocket.send(ControlRequest.events(since: start), over: connection) else { return nil }
        var lines = LineReader(descriptor: connection, limit: 64 << 20)
        var end = EventsEnd.cutOff
        while let line = lines.next() {
            // A refusal comes in place of an event.
            if line.starts(with: Self.refusal),
                let refused = try? JSONDecoder().decode(ControlReply.self, from: Data(line)),
                case .error(let error) = refused
            {
                throw error
            }
            if line.elementsEqual(Self.lastLine) { end = .runEnded }
            take(String(decoding: line, as: UTF8.self))
        }
        return end
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
        return queue.owner == listener
    }
}
