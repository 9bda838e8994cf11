import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Whom the server answers: who names it rightly, comes from its own pages, and may come in.
struct Gate: Sendable {
    let names: ServerNames
    /// Nil where only processes of this user may connect.
    let access: Access?
    let doors: Doors
    let limits = Limits()

    /// What one client may take; nobody's limits touch another's, and the right token meets none.
    struct Limits: Sendable {
        let changes = Buckets<Client>(perSecond: 50, burst: 200)
        /// Wrong tokens and links.
        let failures = Buckets<Origin>(perSecond: 0.1, burst: 5)
        /// Requests of those who have not signed in: the page's files, and refusals.
        let strangers = Buckets<Origin>(perSecond: 100, burst: 1_000)
    }

    /// Sees that a request may be answered, and whose it is.
    ///
    /// - Parameter isOpen: Whether the answer needs no sign-in.
    /// - Throws: ``Problem`` with what is wrong.
    func check(_ request: Request, over connection: Connection?, isOpen: Bool) async throws -> Client {
        guard let connection else { throw Problem(.forbidden, code: "closed", "The connection is closed.") }
        try checkAddress(of: request, over: connection.channel, isOpen: isOpen)
        let client = try await client(of: request, over: connection)
        if case .stranger(let origin) = client {
            guard limits.strangers.allows(origin) else {
                throw Problem(.tooManyRequests, code: "busy", "Too many requests at once; try again.")
            }
            guard isOpen else {
                throw Problem(
                    .unauthorized, code: "signIn", "Sign in with the token that 'quiver serve --token' printed.")
            }
        }
        if !request.isReading {
            let type = request.headers[.contentType]?.split(separator: ";").first ?? ""
            guard type.lowercased().filter({ !" \t".contains($0) }) == "application/json" else {
                throw Problem(.unsupportedMediaType, code: "badRequest", "Send application/json.")
            }
            guard limits.changes.allows(client) else {
                throw Problem(.tooManyRequests, code: "busy", "Too many changes at once; try again.")
            }
        }
        return client
    }

    /// Sees that the server is meant, and that no other site's page asks.
    private func checkAddress(of request: Request, over channel: any Channel, isOpen: Bool) throws {
        guard request.headers[values: .host].isEmpty else {
            throw Problem(.badRequest, code: "badRequest", "A request names one host.")
        }
        let host = request.head.authority?.lowercased() ?? ""
        // A page of another name that leads here (DNS rebinding) says that name.
        guard names.has(host, at: channel.localAddress) else {
            throw Problem(
                .misdirectedRequest, code: "badHost",
                "This server is not called that; open it by its address, or start it with --name NAME.")
        }
        if let origin = request.headers[.origin], origin.lowercased() != "\(names.scheme)://\(host)" {
            throw Problem(.forbidden, code: "badOrigin", "Another site's page may not ask this.")
        }
        if let site = request.headers[.fetchSite], !["same-origin", "none"].contains(site) {
            // A link from elsewhere may open the page itself, and nothing else.
            let opens = request.isReading && isOpen && request.headers[.fetchMode] == "navigate"
            if !opens { throw Problem(.forbidden, code: "badOrigin", "Another site's page may not ask this.") }
        }
    }

    /// Who asks; a connection over which somebody known asks is counted among strangers' no longer.
    private func client(of request: Request, over connection: Connection) async throws -> Client {
        guard let access else { return .own }
        var client = Client.stranger(connection.origin)
        if let said = request.headers[.authorization], said.hasPrefix("Bearer ") {
            guard await access.isToken(String(said.dropFirst("Bearer ".count))) else {
                throw refusal(from: connection.origin, "That is not the token that 'quiver serve --token' printed.")
            }
            client = .program
        } else if let session = await access.session(
            among: request.headers[values: .cookie], from: connection.origin)
        {
            client = .session(session)
        }
        doors.admit(connection, as: client)
        return client
    }

    /// The answer to a wrong token or link: too many of them from one place are told apart no longer.
    func refusal(from origin: Origin, _ sentence: String) -> Problem {
        guard limits.failures.allows(origin) else {
            return Problem(.tooManyRequests, code: "busy", "Too many wrong tries; wait a few seconds.")
        }
        return Problem(.unauthorized, code: "signIn", sentence)
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
