import Findings
import Glibc
import NIOCore
import SystemValues

/// Where the server listens, and which clients it lets in.
public struct ServerOptions: Sendable {
    /// The address that it listens at.
    public var host: String
    /// The port; 0 for a free one.
    public var port: Int
    /// Other names that clients may call it by.
    public var names: [String]
    /// Whether clients must show a token.
    public let hasToken: Bool
    /// Nil for plain HTTP.
    public var tls: TLSFiles?

    /// A certificate with its key, as PEM files.
    public struct TLSFiles: Sendable, Hashable {
        /// The chain of certificates, the server's own first.
        public var certificate: String
        /// The private key.
        public var key: String

        /// Files by their names.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The port where none is chosen.
    public static let usualPort = 8737

    /// Options for a server on this machine alone, or with a token at any address.
    ///
    /// - Parameter tokens: The file that holds the token, where one was made.
    /// - Throws: ``ServerError`` where others than this machine could reach the server and no token keeps them out, and
    ///   where the token's file is not this user's own.
    public init(
        host: String = "127.0.0.1", port: Int = usualPort, names: [String] = [], tokens: TokenFile,
        tls: TLSFiles? = nil
    ) throws {
        hasToken = try tokens.tokens()?.isEmpty == false
        guard hasToken || Self.isLoopback(host) else {
            throw ServerError(
                .unsafe,
                "others can reach the address \(host): make a token with 'quiver serve --token', then start again")
        }
        self.host = host
        self.port = port
        self.names = names
        self.tls = tls
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1"].contains(host)
    }

    /// The page's addresses for the user, the best one first.
    func addresses(port: Int) -> [String] {
        let isEverywhere = host == "0.0.0.0" || host == "::"
        let own = isEverywhere ? OwnAddresses.all(withIPv6: host == "::") : [host]
        let all = isEverywhere ? names + own : own
        return (all.isEmpty ? ["localhost"] : all).map { "\(scheme)://\(Self.bracketed($0)):\(port)/" }
    }

    private var scheme: String { tls == nil ? "http" : "https" }

    /// An IPv6 address as it stands in an address line.
    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// The gate that these options make.
    func gate(besideQueue queue: QueueLocation) -> Gate {
        Gate(
            names: ServerNames(scheme: scheme, names: ([host] + names).map(Self.bracketed)),
            access: hasToken ? Access(beside: queue, isTLS: tls != nil) : nil, doors: Doors(isForOwnUser: !hasToken))
    }
}

/// Where the page is, for the user.
public struct ServedPage: Sendable, Hashable {
    /// The addresses that browsers can open, the best one first.
    public let addresses: [String]
    /// The port, also where a free one was asked for.
    public let port: Int
    /// What signs one browser in, once and soon; nil where no token is asked for.
    public let link: String?
    /// For how many minutes the link is good.
    public let minutes: Int

    init(_ options: ServerOptions, port: Int, code: String?) {
        let addresses = options.addresses(port: port)
        (self.addresses, self.port) = (addresses, port)
        // Behind the number sign, so that no server or log along the way sees it.
        link = code.flatMap { code in addresses.first.map { $0 + "#/signin?link=" + code } }
        minutes = Int(Invitation.life / .seconds(60))
    }
}

/// Why the server could not begin.
public struct ServerError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable {
        /// The address is another's, or none of this machine's.
        case address
        /// Other users or machines could come in.
        case unsafe
        /// The certificate or its key cannot be used.
        case certificate
        /// A file of secrets cannot be trusted, or not be written.
        case secret
    }

    /// What kind of error.
    public let code: Code
    /// A sentence for the user.
    public let message: String

    /// The code as text.
    public var codeName: String { code.rawValue }
    /// The sentence for the user.
    public var description: String { message }
    /// Whose fault it is.
    public let fault: Fault
    /// Whether it is the command line's.
    public var isUsage: Bool { code == .unsafe }

    init(_ code: Code, _ message: String, fault: Fault? = nil) {
        self.code = code
        self.message = message
        self.fault = fault ?? (code == .address ? .environment : .input)
    }

    init(_ error: IOError, _ options: ServerOptions) {
        self.init(
            .address,
            "cannot listen at \(options.host):\(options.port): \(String(cString: strerror(error.errnoCode))); "
                + "choose another port with --port")
    }
}

/// The addresses of this machine that other machines may reach it by.
enum OwnAddresses {
    /// The addresses of every network that is up, the one by which this machine reaches others first.
    ///
    /// - Parameter isBoth: Whether IPv6 addresses are wanted too; those that need a network's name are of no use.
    static func all(withIPv6 isBoth: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry, let address = entry.pointee.ifa_addr else { continue }
            let flags = CInt(bitPattern: entry.pointee.ifa_flags)
            let isWanted = flags & CInt(IFF_UP) != 0 && flags & CInt(IFF_LOOPBACK) == 0
            guard isWanted, let text = text(of: address), isBoth || !text.contains(":") else { continue }
            if !text.hasPrefix("fe80:"), !found.contains(text) { found.append(text) }
        }
        let main = mainAddress
        return found.filter { $0 == main } + found.filter { $0 != main }
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch CInt(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The address by which this machine would reach another network; nothing is sent to find it.
    private static var mainAddress: String? {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(9).bigEndian
        // An address for documentation (RFC 5737): no machine has it.
        place.sin_addr.s_addr = inet_addr("192.0.2.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard connect(socket, address, size) == 0, getsockname(socket, address, &size) == 0 else { return nil }
                return text(of: address)
            }
        }
    }
}
