import Foundation
import Synchronization
import SystemValues

/// Which clients have shown a token: looked up in the two files at each request, so that a new token and a sign-out count at once,
/// whichever server of this queue it was.
///
/// Reading a file blocks, so that it is done on a thread of its own; a file that has not changed is not read again.
final class Access: Sendable {
    private struct State {
        var tokenStatus: FileStatus?
        var tokens: TokenSet?
        var bookStatus: FileStatus?
        var book: SessionBook?
    }

    let invitation: Invitation
    private let tokens: TokenFile
    private let sessions: PrivateFile
    private let isTLS: Bool
    private let files = BlockingLane("quiver.review.access")
    private let state = Mutex(State())

    /// - Parameters:
    ///   - queue: The queue, beside which the two lie.
    ///   - isTLS: Whether a browser may send its cookie over encrypted connections only.
    init(beside queue: QueueLocation, isTLS: Bool, invitation: Invitation = Invitation()) {
        self.invitation = invitation
        self.isTLS = isTLS
        tokens = TokenFile(beside: queue)
        sessions = PrivateFile(at: queue.sessions)
    }

    /// What a text is the token of; nil where it is none.
    func grant(ofToken text: String) async -> Grant? {
        await perform { access, _ in access.known()?.grant(of: text)?.grant }
    }

    /// The browser that sends one of these cookies, and what it may do; nil where none is signed in.
    func session(among cookies: [String], from origin: Origin) async -> (key: SessionKey, grant: Grant)? {
        guard !cookies.isEmpty else { return nil }
        return await perform { access, now in
            guard let tokens = access.known() else { return nil }
            let book = access.book(of: tokens)
            return access.values(of: tokens, among: cookies).lazy.map { SessionKey(of: $0) }
                .compactMap { key -> (key: SessionKey, grant: Grant)? in
                    guard let token = book.token(of: key, from: origin, at: now),
                        let grant = tokens.grant(ofToken: token)
                    else { return nil }
                    return (key, grant)
                }.first
        }
    }

    /// Signs a browser in, and answers the cookie that it keeps.
    ///
    /// - Parameter text: The token that it has shown; nil for what a link stands for: the main one.
    /// - Throws: ``ServerError`` where the file cannot be written.
    func signIn(from origin: Origin, with text: String? = nil) async throws -> String {
        let cookie = try await change { book, tokens, now -> String? in
            guard let text else { return book.begin(from: origin, at: now) }
            // It may have been removed since it was looked at.
            guard let token = tokens.grant(of: text)?.token else { return nil }
            return book.begin(from: origin, at: now, with: token == tokens.main ? nil : token.name)
        }
        guard let value = cookie.result else { throw ServerError(.secret, "the token is not good any more") }
        return self.cookie(cookie.name, value, seconds: SessionBook.life)
    }

    /// Signs a browser out, and answers the cookie that takes the place of what it keeps.
    ///
    /// - Throws: ``ServerError`` where the file cannot be written.
    func signOut(_ session: SessionKey?) async throws -> String {
        let cookie = try await change { book, _, _ in if let session { book.end(session) } }
        return self.cookie(cookie.name, "", seconds: 0)
    }

    /// The cookie for a browser to keep: under this server's own name, as cookies know no ports.
    private func cookie(_ name: String, _ value: String, seconds: Int64) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isTLS ? "; Secure" : "")
    }

    private func cookieName(of tokens: TokenSet) -> String { (isTLS ? "__Host-" : "") + "quiver-" + name(of: tokens) }

    private func name(of tokens: TokenSet) -> String { tokens.name(at: self.tokens.file.path.description) }

    private func values(of tokens: TokenSet, among cookies: [String]) -> [String] {
        let name = cookieName(of: tokens)
        return cookies.flatMap { $0.split(separator: ";") }.compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return pair.count == 2 && pair[0] == name ? pair[1] : nil
        }
    }

    /// The tokens as the file has them now, nil where there is none that can be trusted; blocks.
    private func known() -> TokenSet? {
        let status = tokens.file.status
        if let known = state.withLock({ $0.tokenStatus == status ? $0.tokens : nil }) { return known }
        let all = (try? tokens.tokens()) ?? nil
        state.withLock { state in
            (state.tokenStatus, state.tokens) = (status, all)
            (state.bookStatus, state.book) = (nil, nil)
        }
        return all
    }

    /// The browsers that are signed in as the file has them now; blocks.
    private func book(of tokens: TokenSet) -> SessionBook {
        let status = sessions.status
        if let known = state.withLock({ $0.bookStatus == status ? $0.book : nil }) { return known }
        let book = SessionBook((try? sessions.read() ?? []) ?? [], ofName: name(of: tokens))
        state.withLock { ($0.bookStatus, $0.book) = (status, book) }
        return book
    }

    private func change<T: Sendable>(
        _ body: @escaping @Sendable (inout SessionBook, TokenSet, Int64) -> T
    ) async throws -> (name: String, result: T) {
        try await perform { access, now in
            Result {
                try access.tokens.file.whileLocked { () throws(ServerError) in
                    let bytes = try access.tokens.file.read() ?? []
                    guard let tokens = TokenSet(stored: String(decoding: bytes, as: UTF8.self)) else {
                        throw ServerError(.secret, "there is no token any more; make one with 'quiver serve --token'")
                    }
                    var book = SessionBook(try access.sessions.read() ?? [], ofName: access.name(of: tokens))
                    let before = book.bytes
                    let result = body(&book, tokens, now)
                    if book.bytes != before { try access.sessions.write(book.bytes) }
                    return (name: access.cookieName(of: tokens), result: result)
                }
            }
        }.get()
    }

    private func perform<T: Sendable>(_ body: @escaping @Sendable (Access, Int64) -> T) async -> T {
        await withCheckedContinuation { continuation in
            files.add { [self] in continuation.resume(returning: body(self, Int64(Date().timeIntervalSince1970))) }
        }
    }
}
