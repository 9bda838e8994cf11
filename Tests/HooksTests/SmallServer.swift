import Foundation
import Glibc
import Synchronization

/// A server on this machine that answers each connection with what a body makes of its request.
final class SmallServer: Sendable {
    /// What a client has sent.
    struct Request: Sendable {
        /// By their names in lower case.
        let headers: [String: String]
        let body: [UInt8]
    }

    let port: Int
    private let listener: Int32
    private let requests = Requests()

    /// What has come so far.
    private final class Requests: Sendable {
        let all = Mutex<[Request]>([])
    }

    /// All that has come so far.
    var received: [Request] { requests.all.withLock { $0 } }

    /// - Parameter answer: Writes to the connection; it is closed behind that.
    init(_ answer: @escaping @Sendable (Request, _ write: (String) -> Bool) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        Thread.detachNewThread { [requests] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR { continue }
                // Closed here alone: its number may be another server's the moment after.
                guard connection >= 0 else {
                    close(listener)
                    return
                }
                Thread.detachNewThread {
                    defer { close(connection) }
                    guard let request = Self.read(connection) else { return }
                    requests.all.withLock { $0.append(request) }
                    answer(request) { text in
                        var rest = Array(text.utf8)
                        while !rest.isEmpty {
                            let count = send(connection, rest, rest.count, Int32(MSG_NOSIGNAL))
                            // Children of other tests end meanwhile.
                            if count < 0, errno == EINTR { continue }
                            if count <= 0 { return false }
                            rest.removeFirst(count)
                        }
                        return true
                    }
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let lines = text[..<end.lowerBound].components(separatedBy: "\r\n").dropFirst()
                let headers = Dictionary(
                    lines.compactMap { line in
                        line.firstIndex(of: ":").map { colon in
                            (
                                line[..<colon].lowercased(),
                                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                            )
                        }
                    }
                ) { first, _ in first }
                let body = Array(text[end.upperBound...].utf8)
                if body.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 {
                    return Request(headers: headers, body: body)
                }
            }
            let count = recv(connection, &part, part.count, 0)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            bytes += part.prefix(count)
        }
    }
}
