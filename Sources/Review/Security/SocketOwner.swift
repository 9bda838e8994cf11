import Glibc
import NIOCore
import SystemPackage

/// Whose process holds the other end of a connection on this machine, as the kernel's tables of sockets say.
///
/// Every user of a machine reaches its loopback address; without this, whoever else is signed in could read the photos.
enum SocketOwner {
    /// Whether the client is a process of this user, or of root.
    static func isOwn(remote: SocketAddress?, local: SocketAddress?) -> Bool {
        guard let port = remote?.port, let own = local?.port, let owner = user(ofPort: port, to: own) else {
            return false
        }
        return owner == getuid() || owner == 0
    }

    /// The user of the connected socket with a local port and a peer's port; nil where there is none.
    ///
    /// The kernel hands a table out in parts, between which sockets come and go: one that is there may be missed, and is
    /// looked for again.
    private static func user(ofPort port: Int, to peer: Int) -> uid_t? {
        for _ in 0..<looks {
            if let user = look(forPort: port, to: peer) { return user }
        }
        return nil
    }

    private static let looks = 8

    private static func look(forPort port: Int, to peer: Int) -> uid_t? {
        for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            guard let text = contents(of: FilePath(table)) else { continue }
            if let user = user(in: text, ofPort: port, to: peer) { return user }
        }
        return nil
    }

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
    static func user(in table: String, ofPort port: Int, to peer: Int) -> uid_t? {
        let (local, remote) = (":" + hexadecimal(port), ":" + hexadecimal(peer))
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
            guard fields.count > 7, fields[1].hasSuffix(local), fields[2].hasSuffix(remote), fields[3] == "01" else {
                continue
            }
            return uid_t(fields[7])
        }
        return nil
    }

    private static func hexadecimal(_ port: Int) -> String {
        let text = String(port, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(4 - text.count, 0)) + text
    }
}
