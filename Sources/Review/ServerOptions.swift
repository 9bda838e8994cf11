import Findings
import Glibc
import NIOCore

/// Where the server listens, and whom it lets in.
public struct ServerOptions: Sendable {
    /// The address that it listens at.
    public var host: String
    /// The port; 0 for a free one.
    public var port: Int
    /// Other names that clients may call it by.
    public var names: [String]
    /// Nil where no sign-in is asked for.
    public var token: AccessToken?
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
    /// - Throws: ``ServerError`` where others than this machine could reach the server and no token keeps them out.
    public init(
        host: String = "127.0.0.1", port: Int = usualPort, names: [String] = [], token: AccessToken? = nil,
        tls: TLSFiles? = nil
    ) throws {
        guard token != nil || Self.isLoopback(host) else {
            throw ServerError(
                .unsafe,
                "others can reach the address \(host): make a token with 'quiver serve --token', then start again")
        }
        self.host = host
        self.port = port
        self.names = names
        self.token = token
        self.tls = tls
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1"].contains(host)
    }

    /// The page's address for people.
    func address(port: Int) -> String {
        let name = host == "0.0.0.0" || host == "::" ? names.first ?? host : host
        return "\(scheme)://\(Self.bracketed(name)):\(port)/"
    }

    private var scheme: String { tls == nil ? "http" : "https" }

    /// An IPv6 address as it stands in an address line.
    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// The gate that these options make.
    var gate: Gate {
        let own = Self.isLoopback(host) ? ["localhost", "127.0.0.1", "[::1]"] : [Self.bracketed(host)]
        let all = (own + names.map(Self.bracketed)).map { $0.lowercased() }
        return Gate(
            hosts: Set(all), scheme: scheme, token: token)
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
    public var fault: Fault { code == .address ? .environment : .input }
    /// Whether it is the command line's.
    public var isUsage: Bool { code == .unsafe }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: IOError, _ options: ServerOptions) {
        self.init(
            .address,
            "cannot listen at \(options.host):\(options.port): \(String(cString: strerror(error.errnoCode))); "
                + "choose another port with --port")
    }
}
