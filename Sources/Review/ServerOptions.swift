import Findings
import Glibc
import NIOCore
import SystemValues

/// Where the server listens, and whom it lets in.
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

    /// Options from their parts.
    ///
    /// - Parameter tokens: The file that holds the token, where one was made.
    /// - Throws: ``ServerError`` where others than this machine could reach the server and no token keeps them out, and
    ///   where the token's file is not this user's own.
    public init(
        host: String = "127.0.0.1", port: Int = usualPort, names: [String] = [], tokens: TokenFile,
        tls: TLSFiles? = nil
    ) throws {
        hasToken = try tokens.token() != nil
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

    /// The page's addresses for people, the one to be told first in front.
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

/// Where the page is, for people.
public struct ServedPage: Sendable, Hashable {
    /// The addresses that browsers can open, the best one first.
    public let addresses: [String]
    /// What signs one browser in, once and soon; nil where no token is asked for.
    public let link: String?
    /// For how many minutes the link is good.
    public let minutes: Int

    init(_ options: ServerOptions, port: Int, code: String?) {
        let addresses = options.addresses(port: port)
        self.addresses = addresses
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
        /// Others could come in.
        case unsafe
        /// The certificate or its key cannot be used.
        case certificate
        /// A file of secrets cannot be trusted, or not be written.
        case secret
    }

    /// What kind of error.
    public let code: Code
    /// A sentence for people.
    public let message: String

    /// The code as text.
    public var codeName: String { code.rawValue }
    /// The sentence for people.
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
