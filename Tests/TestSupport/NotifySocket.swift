import Foundation
import Glibc

/// A service manager's socket (`NOTIFY_SOCKET`), which keeps what it was told.
public final class NotifySocket: Sendable {
    /// The socket's file.
    public let path: String
    private let descriptor: Int32

    public struct Failed: Error {}

    /// A socket in a folder.
    public init(in folder: URL) throws {
        path = folder.appendingPathComponent("notify").path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard descriptor >= 0, name.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failed() }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        guard isBound else { throw Failed() }
    }

    deinit { close(descriptor) }

    /// The next message, with a line for each notice; nil where none comes within the time.
    public func next(within seconds: Double = 0) -> String? {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&place, 1, Int32(seconds * 1000)) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Whether a message with a line comes within the time; those before it are dropped.
    public func hears(_ line: String, within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while .now < end {
            guard let message = next(within: max(0, (end - .now) / .seconds(1))) else { return false }
            if message.split(separator: "\n").contains(Substring(line)) { return true }
        }
        return false
    }
}
