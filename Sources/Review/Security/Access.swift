import Foundation
import Synchronization
import SystemValues

/// Which clients have shown the token: looked up in the two files at each request, so that a new token and a sign-out count at once,
/// whichever server of this queue it was.
///
/// Reading a file blocks, so that it is done on a thread of its own; a file that has not changed is not read again.
final class Access: Sendable {
    private struct State {
        var tokenStatus: FileStatus?
        var token: AccessToken?
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

    /// Whether a text is the token.
    func isToken(_ text: String) async -> Bool {
        await perform { access, _ in access.token()?.matches(text) ?? false }
    }

    /// The browser that sends one of these cookies; nil where none is signed in.
    func session(among cookies: [String], from origin: Origin) async -> SessionKey? {
        guard !cookies.isEmpty else { return nil }
        return await perform { access, now in
            guard let token = access.token() else { return nil }
            let book = access.book(of: token)
            return access.values(of: token, among: cookies).lazy.map { SessionKey(of: $0) }
                .first { book.has($0, from: origin, at: now) }
        }
    }

    /// Signs a browser in, and answers the cookie that it keeps.
    ///
    /// - Throws: ``ServerError`` where the file cannot be written.
    func signIn(from origin: Origin) async throws -> String {
        let cookie = try await change { book, now in book.begin(from: origin, at: now) }
        return self.cookie(cookie.name, cookie.result, seconds: SessionBook.life)
    }

    /// Signs a browser out, and answers the cookie that takes the place of what it keeps.
    ///
    /// - Throws: ``ServerError`` where the file cannot be written.
    func signOut(_ session: SessionKey?) async throws -> String {
        let cookie = try await change { book, _ in if let session { book.end(session) } }
        return self.cookie(cookie.name, "", seconds: 0)
    }

    /// The cookie for a browser to keep: under this server's own name, as cookies know no ports.
    private func cookie(_ name: String, _ value: String, seconds: Int64) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isTLS ? "; Secure" : "")
    }

    private func cookieName(of token: AccessToken) -> String { (isTLS ? "__Host-" : "") + "quiver-" + token.name }

    private func values(of token: AccessToken, among cookies: [String]) -> [String] {
        let name = cookieName(of: token)
        return cookies.flatMap { $0.split(separator: ";") }.compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return pair.count == 2 && pair[0] == name ? pair[1] : nil
        }
    }

    /// The token as the file has it now, nil where there is none that can be trusted; blocks.
    private func token() -> AccessToken? {
        let status = tokens.file.status
        if let known = state.withLock({ $0.tokenStatus == status ? $0.token : nil }) { return known }
        let token = (try? tokens.token()) ?? nil
        state.withLock { state in
            (state.tokenStatus, state.token) = (status, token)
            (state.bookStatus, state.book) = (nil, nil)
        }
        return token
    }

    /// The browsers that are signed in as the file has them now; blocks.
    private func book(of token: AccessToken) -> SessionBook {
        let status = sessions.status
        if let known = state.withLock({ $0.bookStatus == status ? $0.book : nil }) { return known }
        let book = SessionBook((try? sessions.read() ?? []) ?? [], of: token)
        state.withLock { ($0.bookStatus, $0.book) = (status, book) }
        return book
    }

    private func change<T: Sendable>(
        _ body: @escaping @Sendable (inout SessionBook, Int64) -> T
    ) async throws -> (name: String, result: T) {
        try await perform { access, now in
            Result {
                let changed =
                    try access.tokens.file.whileLocked { bytes in
                        guard let token = AccessToken(stored: String(decoding: bytes, as: UTF8.self)) else {
                            return nil
                        }
                        var book = SessionBook(try access.sessions.read() ?? [], of: token)
                        let before = book.bytes
                        let result = body(&book, now)
                        if book.bytes != before { try access.sessions.write(book.bytes) }
                        return (name: access.cookieName(of: token), result: result)
                    } as (name: String, result: T)??
                guard let changed = changed ?? nil else {
                    throw ServerError(.secret, "there is no token any more; make one with 'quiver serve --token'")
                }
                return changed
            }
        }.get()
    }

    private func perform<T: Sendable>(_ body: @escaping @Sendable (Access, Int64) -> T) async -> T {
        await withCheckedContinuation { continuation in
            files.add { [self] in continuation.resume(returning: body(self, Int64(Date().timeIntervalSince1970))) }
        }
    }
}
