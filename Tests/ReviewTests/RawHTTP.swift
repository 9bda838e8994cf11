import Foundation
import Glibc

/// Requests byte by byte, as a client sends them that means no good.
struct RawHTTP {
    private let socket: Int32

    /// Connects to `http://127.0.0.1:PORT`.
    init(_ address: String) throws {
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw Failed() }
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failed() }
    }

    /// Connects to a Unix socket.
    init(socket path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: place.sun_path) else { throw Failed() }
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
        let status = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            Glibc.close(socket)
            throw Failed()
        }
    }

    struct Failed: Error {}

    /// A server that takes a request and does not answer.
    struct Silent: Error, CustomStringConvertible {
        let seconds: Int
        var description: String { "no whole answer came within \(seconds) s" }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// What comes until it is enough, the server hangs up, or it is silent for so long; ten minutes of it at most.
    ///
    /// - Parameters:
    ///   - isEnough: Whether no more is waited for, from all that has come; without it the end is waited for.
    ///   - seconds: How long the server may be silent: usually longer than any answer takes on a machine that is busy.
    func answer(until isEnough: ((String) -> Bool)? = nil, within seconds: Int = 300) -> String {
        var (all, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65536))
        var place = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let end = ContinuousClock.now + .seconds(600)
        while .now < end, poll(&place, 1, Int32(seconds * 1000)) > 0 {
            let count = read(socket, &part, part.count)
            guard count > 0 else { break }
            all += part[..<count]
            if let isEnough, isEnough(String(decoding: all, as: UTF8.self)) { break }
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// Whether the server hangs up within so many seconds; what it sends before that is dropped.
    func hasEnded(within seconds: Int = 300) -> Bool {
        var part = [UInt8](repeating: 0, count: 65536)
        var place = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&place, 1, Int32(seconds * 1000)) > 0 {
            guard read(socket, &part, part.count) > 0 else { return true }
        }
        return false
    }

    /// Sends a whole request and returns the answer's body, as long as its head says.
    ///
    /// - Throws: Where the server hangs up early, or has not sent everything within `seconds`.
    static func exchange(_ address: String, _ request: String, within seconds: Int) throws -> [UInt8] {
        let client = try RawHTTP(address)
        defer { client.close() }
        client.send(request)
        var (all, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 18))
        var length: (head: Int, body: Int)?
        let end = ContinuousClock.now + .seconds(seconds)
        var place = pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0)
        while length.map({ all.count < $0.head + $0.body }) ?? true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { throw Silent(seconds: seconds) }
            // What a signal ends early is asked again.
            guard poll(&place, 1, Int32(left.rounded(.up))) > 0 else { continue }
            let count = read(client.socket, &part, part.count)
            guard count > 0 else { break }
            all += part[..<count]
            if length == nil, let end = all.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                let head = String(decoding: all[..<end], as: UTF8.self).lowercased()
                let body = head.firstMatch(of: #/content-length: *(\d+)/#).flatMap { Int($0.1) }
                length = (end, body ?? .max / 2)
            }
        }
        guard let length else { throw Failed() }
        return Array(all[length.head...])
    }

    func close() { Glibc.close(socket) }

    /// The status of one request that is sent whole; empty where the server hangs up instead.
    static func status(_ address: String, _ text: String) throws -> String {
        let client = try RawHTTP(address)
        defer { client.close() }
        client.send(text.replacing("\n", with: "\r\n"))
        return String(client.answer { $0.utf8.count >= "HTTP/1.1 200".utf8.count }.dropFirst(9).prefix(3))
    }
}
