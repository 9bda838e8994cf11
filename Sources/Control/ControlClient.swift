import Foundation
import Glibc
import SystemPackage
import SystemValues

/// Speaks with the supervisor that works a queue, if one does.
public enum ControlClient {
    /// Sends a request and waits for its answer; nil where no supervisor runs.
    ///
    /// - Parameter seconds: How long one part of the answer is waited for.
    public static func ask(_ request: ControlRequest, queue: FilePath, within seconds: Int = 30) throws -> ControlReply?
    {
        guard let connection = try UnixSocket.connect(to: UnixSocket.path(besideQueue: queue)) else { return nil }
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

    /// Passes on a run's events, each as one JSON line, until the run ends; blocks.
    ///
    /// - Returns: Whether a supervisor runs.
    public static func events(queue: FilePath, take: (String) -> Void) throws -> Bool {
        guard let connection = try UnixSocket.connect(to: UnixSocket.path(besideQueue: queue)) else { return false }
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
}
