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

/// Cuts what a worker says on its standard output into lines, a part at a time and never byte by byte: a worker that is
/// taken over must not keep its supervisor busy with a line of megabytes.
struct AnswerLines {
    /// More came without an end than any answer has.
    struct TooLong: Error {}

    private let parts: PipeReader
    private let limit: Int
    /// What came after the last line feed, searched already.
    private var begun: [UInt8] = []
    /// What is still to be searched.
    private var rest: ArraySlice<UInt8> = []

    init(_ output: PipeReader, limit: Int) {
        parts = output
        self.limit = limit
    }

    /// The next line without its feed; nil where the output has ended, with whatever came after the last feed.
    mutating func next() async throws -> [UInt8]? {
        while true {
            if let feed = rest.firstIndex(of: 0x0A) {
                let line = begun + rest[..<feed]
                rest = rest[(feed + 1)...]
                begun = []
                return line
            }
            begun += rest
            rest = []
            guard begun.count <= limit else { throw TooLong() }
            guard let part = try await parts.next() else {
                defer { begun = [] }
                return begun.isEmpty ? nil : begun
            }
            rest = part[...]
        }
    }
}

/// Cuts what a worker writes to its standard error into lines for the log, whatever it writes.
///
/// Libraries print what they find in a picture, and a worker that is taken over prints what it likes: no line is long, none
/// commands a terminal, and there are not many of them.
struct WorkerStderr {
    /// Bytes of a line that are shown.
    private static let longest = 1000
    /// Lines of one worker that are shown; it is replaced before long.
    private static let most = 100

    private var line: [UInt8] = []
    private var isCut = false
    private var said = 0
    private var left = 0

    /// Takes the next bytes and returns the lines that they end.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == 0x0A {
                if let line = endLine() { lines.append(line) }
            } else if line.count < Self.longest {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// What is left when the worker has ended.
    mutating func end() -> [String] {
        var lines: [String] = []
        if !line.isEmpty, let line = endLine() { lines.append(line) }
        if left > 0 { lines.append("(\(left) more lines)") }
        return lines
    }

    private mutating func endLine() -> String? {
        defer {
            line = []
            isCut = false
        }
        guard said < Self.most else {
            left += 1
            return nil
        }
        said += 1
        return String(decoding: line, as: UTF8.self).forTerminal + (isCut ? " …" : "")
    }
}
