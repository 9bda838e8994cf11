import Glibc

/// The service manager that started this process and waits to be told how it stands, by the protocol of `sd_notify(3)`.
///
/// One message is one datagram to the socket that the manager named. None of them waits: where the manager is gone or does
/// not listen, a message is lost, and the work goes on.
public struct ServiceManager: Sendable {
    /// What the manager is told.
    public enum Notice: Sendable, Hashable {
        /// The start is over.
        case ready
        /// The end has begun.
        case stopping
        /// Settings are read again, until the next ``ready``.
        case reloading
        /// The process is alive; to be repeated within ``watchdog``.
        case alive
        /// How it stands, in one line for people.
        case status(String)

        /// Microseconds of the clock by which the manager tells one reload from another.
        private static var monotonic: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        }

        /// The line that stands for it, or the lines.
        var line: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonic)"
            case .alive: "WATCHDOG=1"
            case .status(let text):
                "STATUS=" + String(text.unicodeScalars.map { $0.isUnsafeToShow ? " " : Character($0) })
            }
        }
    }

    /// Within which time the manager wants to hear that the process is alive; nil where it does not ask.
    public let watchdog: Duration?
    private let socket: String

    /// The manager that the environment names; nil where none does.
    ///
    /// - Parameter process: This process: a watchdog of another one is none of its own.
    public init?(environment: [String: String], process: Int32 = getpid()) {
        // A path, or with @ a name of the kernel's own; systemd knows of others that no service of Quiver's gets.
        guard let name = environment["NOTIFY_SOCKET"], name.utf8.count > 1, "/@".contains(name.prefix(1)) else {
            return nil
        }
        socket = name
        let isOwn = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        watchdog = isOwn ? microseconds.map { .microseconds($0) } : nil
    }

    /// Tells the manager; returns whether the message went out.
    @discardableResult
    public func tell(_ notices: Notice...) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        var name = Array(socket.utf8)
        guard name.count < room else { return false }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count)
        let flags = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, flags, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let message = Array(notices.map(\.line).joined(separator: "\n").utf8)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                let options = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
                return sendto(descriptor, message, message.count, options, place, size) == message.count
            }
        }
    }
}
