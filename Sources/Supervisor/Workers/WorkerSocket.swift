import CLinux
import Glibc
import SystemPackage
import SystemValues

/// The supervisor's end of the socket that is a worker's standard input: lines, and with a line an open file.
///
/// What the worker answers comes through a pipe: nothing is ever received here, so that a worker that is taken over can
/// hand the supervisor no files.
final class WorkerSocket: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A new socket, and the worker's end of it, which the caller closes.
    ///
    /// - Throws: ``WorkerNotStarted``.
    static func pair() throws -> (WorkerSocket, workersEnd: FileDescriptor) {
        var (own, other): (Int32, Int32) = (-1, -1)
        let status = csockets_pair(&own, &other)
        guard status == 0 else {
            throw WorkerNotStarted("cannot make a socket for a worker", Errno(rawValue: -status))
        }
        // One way only.
        shutdown(own, Int32(SHUT_RD))
        return (WorkerSocket(own), FileDescriptor(rawValue: other))
    }

    /// Sends bytes, and the file with the first of them.
    ///
    /// What there is room for goes at once. Only a worker that does not read makes the rest wait, on the lane.
    func send(_ bytes: [UInt8], with file: OpenedPhoto?, on lane: BlockingLane) async throws {
        let sent = try sendPart(bytes[...], with: file, waits: false)
        guard sent < bytes.count else { return }
        try await lane.perform { [self] in
            // The file goes with the first bytes: once some are sent, it has gone too.
            var rest = bytes[sent...]
            var file = sent > 0 ? nil : file
            while !rest.isEmpty {
                rest = rest.dropFirst(try sendPart(rest, with: file, waits: true))
                file = nil
            }
        }
    }

    /// How many bytes could be sent.
    private func sendPart(_ bytes: ArraySlice<UInt8>, with file: OpenedPhoto?, waits: Bool) throws(Errno) -> Int {
        let sent = bytes.withUnsafeBytes { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            return csockets_send(descriptor, start, buffer.count, file?.descriptor ?? -1, waits ? 1 : 0)
        }
        if sent >= 0 { return sent }
        let error = Errno(rawValue: Int32(-sent))
        if !waits, error == .resourceTemporarilyUnavailable { return 0 }
        throw error
    }

    /// Tells the worker that nothing more will come.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }
}
