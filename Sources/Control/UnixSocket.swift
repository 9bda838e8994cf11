import Foundation
import Glibc
import SystemPackage
import SystemValues

/// The few calls of Unix-domain sockets, with a socket's path made short enough for them.
package enum UnixSocket {
    /// A listening socket that only this user can reach; an old one in its place is removed.
    ///
    /// The caller holds the queue's writer lock, so that an old socket can only be a dead supervisor's.
    static func listen(at path: FilePath) throws -> Int32 {
        _ = path.withPlatformString { unlink($0) }
        let descriptor = try open()
        // Before it has a name: the socket is never there for others, not even for a moment.
        guard fchmod(descriptor, 0o600) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw failure("cannot listen", at: path, closing: descriptor)
        }
        let status = try withAddress(path) { bind(descriptor, $0, $1) }
        guard status == 0, Glibc.listen(descriptor, 16) == 0 else {
            throw failure("cannot listen", at: path, closing: descriptor)
        }
        return descriptor
    }

    /// A connection to the supervisor, or nil where none listens.
    static func connect(to path: FilePath) throws -> Int32? {
        let descriptor = try open()
        if try withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
        let code = errno
        close(descriptor)
        if code == ENOENT || code == ECONNREFUSED { return nil }
        throw ControlError(
            .socket, "cannot reach the running supervisor: \(String(cString: strerror(code)))", fault: .environment)
    }

    /// Whether a process listens at a path, also one that takes no connection at this moment; nothing is waited for.
    package static func isTaken(_ path: FilePath) throws -> Bool {
        let descriptor = try open()
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let code = try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
        return code != ENOENT && code != ECONNREFUSED
    }

    /// The user whose process listens at the other end, as the kernel noted it; nil where it does not say.
    static func user(of connection: Int32) -> uid_t? {
        // The system's `ucred`: process, user, group.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.process != 0 else { return nil }
        return peer.user
    }

    /// The next connection, which no worker inherits; nil where there is none, with the reason in `errno`.
    static func accept(_ listener: Int32) -> Int32? {
        let connection = Glibc.accept(listener, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
    }

    /// Two ends that are connected with each other, for threads of this process.
    static func pair() throws -> (read: Int32, write: Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ControlError(
                .socket, "cannot make a socket: \(String(cString: strerror(errno)))", fault: .environment)
        }
        return (ends[0], ends[1])
    }

    /// Writes one line; false where the other side has gone.
    @discardableResult
    static func send(_ line: some Encodable, over descriptor: Int32) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let bytes = (try? encoder.encode(line)).map(Array.init) else { return false }
        return send(line: bytes, over: descriptor)
    }

    /// Writes one line that is encoded already; false where the other side has gone.
    ///
    /// - Parameter waits: Whether one that has not read for as long as the socket's patience is waited for once more.
    static func send(line: [UInt8], over descriptor: Int32, waits: () -> Bool = { false }) -> Bool {
        let bytes = line + [0x0A]
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN, waits() { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// No side of a conversation waits longer than this for the other.
    static func limitPatience(of descriptor: Int32, to patience: Duration) {
        let (seconds, rest) = patience.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(rest / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func open() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw ControlError(
                .socket, "cannot make a socket: \(String(cString: strerror(errno)))", fault: .environment)
        }
        return descriptor
    }

    private static func failure(_ what: String, at path: FilePath, closing descriptor: Int32) -> ControlError {
        let code = errno
        close(descriptor)
        // FAT and some shares know no sockets, whatever their rights are.
        if [EPERM, EOPNOTSUPP].contains(code) {
            return ControlError(
                .socket,
                "\(what) at \(path): the disk knows no sockets; name a file on another one with --queue",
                fault: .environment)
        }
        let reason = String(cString: strerror(code))
        return ControlError(.socket, "\(what) at \(path): \(reason)", fault: .environment)
    }

    /// An address holds 107 bytes of path; a longer one is reached through its folder's descriptor under /proc.
    private static func withAddress<Result>(
        _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) throws -> Result {
        var folder: Int32 = -1
        defer { if folder >= 0 { close(folder) } }
        var bytes = path.rawBytes
        if bytes.count > 100 {
            let parent = path.removingLastComponent()
            folder = parent.withPlatformString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            bytes = Array("/proc/self/fd/\(folder)/".utf8) + path.lastName
        }
        guard bytes.count < 108 else {
            throw ControlError(.socket, "the queue's file name is too long for a socket beside it", fault: .input)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes + [0]) }
        return try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
