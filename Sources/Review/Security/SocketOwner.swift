import CLinux
import Glibc
import NIOCore
import SystemPackage

/// Whose process holds the other end of a connection on this machine, by the kernel.
///
/// Every user of a machine reaches its loopback address; without this, every other user of it could read the photos.
enum SocketOwner {
    /// The user whose process is the client; nil for a client on another machine, and for one that has gone.
    ///
    /// One question to the kernel, whose cost does not depend on how many connections there are.
    static func user(remote: SocketAddress?, local: SocketAddress?) -> uid_t? {
        guard let remote, let local, let client = bytes(of: remote), let server = bytes(of: local),
            client.count == server.count, let clientPort = remote.port, let serverPort = local.port
        else { return nil }
        var user = uid_t()
        switch csockets_owner(client.count, client, UInt32(clientPort), server, UInt32(serverPort), &user) {
        case 0: return user
        case -ENOENT: return nil
        default:
            // A kernel that does not answer such questions still shows its tables. They are long, so that they are read
            // only for a client that can be on this machine.
            guard isLoopback(remote) || client == server, let client = text(remote), let server = text(local) else {
                return nil
            }
            return self.user(of: client, connectedTo: server)
        }
    }

    /// An address's bytes in the network's order: 4, also for an IPv4 address that a socket for both kinds sees, or 16.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let v4): return withUnsafeBytes(of: v4.address.sin_addr.s_addr) { Array($0) }
        case .v6(let v6):
            let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
            return isMapped ? Array(bytes.suffix(4)) : bytes
        case .unixDomainSocket: return nil
        }
    }

    /// Whether an address is one that only this machine's processes have.
    private static func isLoopback(_ address: SocketAddress) -> Bool {
        let bytes = bytes(of: address) ?? []
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The user of the connected socket with an address of its own and its peer's, as the tables write them.
    ///
    /// The kernel hands a table out in parts, between which sockets come and go: one that is there may be missed, and is
    /// looked for again.
    private static func user(of client: String, connectedTo server: String) -> uid_t? {
        for _ in 0..<looks {
            if let user = look(for: client, connectedTo: server) { return user }
        }
        return nil
    }

    private static let looks = 2

    private static func look(for client: String, connectedTo server: String) -> uid_t? {
        for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            guard let text = contents(of: FilePath(table)) else { continue }
            if let user = user(in: text, of: client, connectedTo: server) { return user }
        }
        return nil
    }

    /// An address and port as the tables write them: words of 32 bits in the machine's order.
    static func text(_ address: SocketAddress) -> String? {
        guard let port = address.port else { return nil }
        var words: [UInt32]
        switch address {
        case .v4(let v4): words = [v4.address.sin_addr.s_addr]
        case .v6(let v6): words = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0.bindMemory(to: UInt32.self)) }
        case .unixDomainSocket: return nil
        }
        // An IPv4 address that a socket for both kinds sees.
        if words.count == 4, words[0] == 0, words[1] == 0, words[2] == mapped { words = [words[3]] }
        return words.map { hexadecimal(Int($0), digits: 8) }.joined() + ":" + hexadecimal(port, digits: 4)
    }

    /// What stands before an IPv4 address in an IPv6 one.
    private static let mapped = UInt32(bigEndian: 0xFFFF)

    /// A table's text; the kernel hands out a page at a time, which Foundation takes for the whole.
    private static func contents(of table: FilePath) -> String? {
        guard let file = try? FileDescriptor.open(table, .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        var (bytes, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
        while let count = try? part.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same in the text of a table.
    ///
    /// See proc_pid_net(5). Columns: number, local and remote `address:port` in
    /// hexadecimal, state, queues, timer, retransmissions, user.
    static func user(in table: String, of client: String, connectedTo server: String) -> uid_t? {
        let before = hexadecimal(0, digits: 16) + hexadecimal(Int(mapped), digits: 8)
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
            guard fields.count > 7, fields[3] == "01" else { continue }
            let isMeant =
                fields[1] == client && fields[2] == server
                || fields[1] == before + client && fields[2] == before + server
            if isMeant { return uid_t(fields[7]) }
        }
        return nil
    }

    private static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
