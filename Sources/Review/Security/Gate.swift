import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Which clients the server answers: those that name it rightly, come from its own pages, and may come in.
struct Gate: Sendable {
    let names: ServerNames
    /// Nil where only processes of this user may connect.
    let access: Access?
    let doors: Doors
    let limits = Limits()

    /// What one client may take; no client's limits touch another's, and the right token meets none.
    struct Limits: Sendable {
        let changes = Buckets<Client>(perSecond: 50, burst: 200)
        /// Wrong tokens and links.
        let failures = Buckets<Origin>(perSecond: 0.1, burst: 5)
        /// Requests of those who have not signed in: the page's files, and refusals.
        let strangers = Buckets<Origin>(perSecond: 100, burst: 1_000)
    }

    /// Checks that a request may be answered, and finds its client.
    ///
    /// - Parameters:
    ///   - isOpen: Whether the answer needs no sign-in.
    ///   - takes: What the body may be.
    /// - Throws: ``Problem`` with what is wrong.
    func check(
        _ request: Request, over connection: Connection?, isOpen: Bool, takes body: BodyKind = .json
    ) async throws -> (client: Client, grant: Grant) {
        guard let connection else { throw Problem(.forbidden, code: .closed, "The connection is closed.") }
        try checkAddress(of: request, over: connection.channel, isOpen: isOpen)
        let (client, grant) = try await client(of: request, over: connection)
        if case .stranger(let origin) = client {
            guard limits.strangers.allows(origin) else {
                throw Problem(.tooManyRequests, code: .busy, "Too many requests at once; try again.")
            }
            guard isOpen else {
                throw Problem(
                    .unauthorized, code: .signIn, "Sign in with the token that 'quiver serve --token' printed.")
            }
        }
        if !request.isReading {
            let type = request.headers[.contentType]?.split(separator: ";").first ?? ""
            // A page of another site can send none of these types without asking first, and can remove nothing without that.
            let isBare = request.method == .delete && request.headers[.contentType] == nil
            guard isBare || body.isType(type.lowercased().filter { !" \t".contains($0) }) else {
                throw Problem(.unsupportedMediaType, code: .badRequest, "Send \(body.words).")
            }
            guard limits.changes.allows(client) else {
                throw Problem(.tooManyRequests, code: .busy, "Too many changes at once; try again.")
            }
        }
        return (client, grant)
    }

    /// Checks that the server is meant, and that no other site's page asks.
    private func checkAddress(of request: Request, over channel: any Channel, isOpen: Bool) throws {
        guard request.headers[values: .host].isEmpty else {
            throw Problem(.badRequest, code: .badRequest, "A request names one host.")
        }
        let host = request.head.authority?.lowercased() ?? ""
        // A page of another name that leads here (DNS rebinding) sends that name.
        guard names.has(host, at: channel.localAddress) else {
            throw Problem(
                .misdirectedRequest, code: .badHost,
                "This server is not called that; open it by its address, or start it with --name NAME.")
        }
        if let origin = request.headers[.origin], origin.lowercased() != "\(names.scheme)://\(host)" {
            throw Problem(.forbidden, code: .badOrigin, "Another site's page may not ask this.")
        }
        if let site = request.headers[.fetchSite], !["same-origin", "none"].contains(site) {
            // A link from elsewhere may open the page itself, and nothing else.
            let opens = request.isReading && isOpen && request.headers[.fetchMode] == "navigate"
            if !opens { throw Problem(.forbidden, code: .badOrigin, "Another site's page may not ask this.") }
        }
    }

    /// The client that asks; a connection over which a known one asks is counted among strangers' no longer.
    private func client(
        of request: Request, over connection: Connection
    ) async throws -> (client: Client, grant: Grant) {
        guard let access else { return (.own, .own) }
        var (client, grant) = (Client.stranger(connection.origin), Grant.none)
        if let header = request.headers[.authorization], header.hasPrefix("Bearer ") {
            guard let known = await access.grant(ofToken: String(header.dropFirst("Bearer ".count))) else {
                throw refusal(from: connection.origin, "That is not the token that 'quiver serve --token' printed.")
            }
            (client, grant) = (.program(known.holder), known)
        } else if let session = await access.session(
            among: request.headers[values: .cookie], from: connection.origin)
        {
            (client, grant) = (.session(session.key), session.grant)
        }
        doors.admit(connection, as: client)
        return (client, grant)
    }

    /// The answer to a wrong token or link: too many of them from one place get the same refusal.
    func refusal(from origin: Origin, _ sentence: String) -> Problem {
        guard limits.failures.allows(origin) else {
            return Problem(.tooManyRequests, code: .tries, "Too many wrong tries; wait a few seconds.")
        }
        return Problem(.unauthorized, code: .signIn, sentence)
    }
}

/// What the body of a request may be.
enum BodyKind: Sendable, Hashable {
    /// One JSON object.
    case json
    /// Bytes as they are: a photo, or a piece of one.
    case bytes

    /// Whether a media type, in lower case, names such a body.
    func isType(_ type: String) -> Bool {
        switch self {
        case .json: type == "application/json"
        case .bytes: ["application/octet-stream", "application/pdf"].contains(type) || type.hasPrefix("image/")
        }
    }

    /// The types, for sentences.
    var words: String {
        switch self {
        case .json: "application/json"
        case .bytes: "image/jpeg or another image, application/pdf, or application/octet-stream"
        }
    }
}

extension Request {
    fileprivate var isReading: Bool { method == .get || method == .head }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host") ?? .userAgent
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .userAgent
    static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .userAgent
}

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
