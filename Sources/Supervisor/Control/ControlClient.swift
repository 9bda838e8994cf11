import Foundation
import Glibc
import SystemPackage
import SystemValues
import WorkerProtocol

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
            throw PipelineError(.control, "the running supervisor did not answer; try again", fault: .environment)
        }
        return reply
    }
}
