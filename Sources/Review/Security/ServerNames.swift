import Glibc
import NIOCore

/// What clients may call the server: its names, and the addresses that it really has.
struct ServerNames: Sendable {
    /// `https` where the server speaks TLS.
    let scheme: String
    private let names: Set<String>

    /// - Parameter names: The names that were given to it, without a port; `localhost` is one always.
    init(scheme: String, names: [String]) {
        self.scheme = scheme
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
    }

    /// Whether a request may call the server that.
    ///
    /// Its owner can make a name lead here (DNS rebinding), but no address: so the address at which a connection has arrived
    /// is always right.
    func has(_ authority: String, at local: SocketAddress?) -> Bool {
        var name = authority.lowercased()[...]
        if let colon = name.lastIndex(of: ":"), name[name.index(after: colon)...].allSatisfy(\.isNumber) {
            name = name[..<colon]
        }
        if names.contains(String(name)) { return true }
        // Brackets stand around an IPv6 address, and around nothing else.
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        let address = isBracketed ? name.dropFirst().dropLast() : name
        guard let local, let own = SocketOwner.bytes(of: local), isBracketed == address.contains(":") else {
            return false
        }
        return Self.bytes(ofAddress: String(address)) == own
    }

    /// The bytes of an address that is written as one; nil where it is a name.
    private static func bytes(ofAddress text: String) -> [UInt8]? {
        (try? SocketAddress(ipAddress: text, port: 0)).flatMap(SocketOwner.bytes)
    }
}
