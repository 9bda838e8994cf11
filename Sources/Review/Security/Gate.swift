import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Whom the server answers: who names it rightly, comes from its own pages, and may come in.
struct Gate: Sendable {
    /// The names and addresses that clients may call the server by, without a port.
    let hosts: Set<String>
    /// `https` where the server speaks TLS.
    let scheme: String
    /// Nil where everybody of this machine's user may come in.
    let token: AccessToken?
    /// Asked where no token is.
    let connections = KnownConnections()
    let changes = RateLimit(perSecond: 50, burst: 200)
    let signIns = RateLimit(perSecond: 0.1, burst: 5)

    /// Sees that a request may be answered.
    ///
    /// - Parameter isOpen: Whether the answer needs no sign-in.
    /// - Throws: ``Problem`` with what is wrong.
    func check(_ request: Request, over channel: any Channel, isOpen: Bool) throws {
        // A page of another name that leads here (DNS rebinding) says that name.
        guard let host = request.head.authority?.lowercased(), hosts.contains(Self.name(of: host)) else {
            throw Problem(
                .misdirectedRequest, code: "badHost",
                "This server is not called that; open it by its address, or start it with --name NAME.")
        }
        let isReading = request.method == .get || request.method == .head
        if let origin = request.headers[.origin], origin.lowercased() != "\(scheme)://\(host)" {
            throw Problem(.forbidden, code: "badOrigin", "Another site's page may not ask this.")
        }
        if let site = request.headers[.fetchSite], !["same-origin", "none"].contains(site) {
            // A link from elsewhere may open the page itself, and nothing else.
            let opens = isReading && isOpen && request.headers[.fetchMode] == "navigate"
            if !opens { throw Problem(.forbidden, code: "badOrigin", "Another site's page may not ask this.") }
        }
        if !isReading {
            guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
                throw Problem(.unsupportedMediaType, code: "badRequest", "Send application/json.")
            }
            guard changes.allows() else {
                throw Problem(.tooManyRequests, code: "busy", "Too many changes at once; try again.")
            }
        }
        guard let token else {
            guard connections.isOwn(channel) else {
                throw Problem(
                    .forbidden, code: "otherUser",
                    "This server answers its own user only; start it with --token to let others in.")
            }
            return
        }
        guard isOpen || isSignedIn(request, token) else {
            throw Problem(.unauthorized, code: "signIn", "Sign in with the token that 'quiver serve --token' printed.")
        }
    }

    /// An authority without its port.
    private static func name(of authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"),
            authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
        else { return authority }
        return String(authority[..<colon])
    }

    private func isSignedIn(_ request: Request, _ token: AccessToken) -> Bool {
        if let said = request.headers[.authorization], said.hasPrefix("Bearer ") {
            guard signIns.hasRoom else { return false }
            if token.matches(String(said.dropFirst("Bearer ".count))) { return true }
            _ = signIns.allows()
            return false
        }
        return request.headers[values: .cookie].contains { token.cookie.isAmong($0) }
    }
}

extension HTTPField.Name {
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .userAgent
    static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .userAgent
}
