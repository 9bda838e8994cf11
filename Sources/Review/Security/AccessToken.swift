import Foundation
import SystemValues

/// The token that lets clients in, which is kept as a hash only.
///
/// A token has 256 bits of chance, so that a plain hash of it is as good as a slow one.
struct AccessToken: Sendable, Hashable {
    /// SHA-256 of the token.
    private let hash: [UInt8]

    /// Makes a token; it is shown once and not kept.
    static func make() -> (text: String, token: AccessToken) {
        let text = [UInt8].secret(count: 32).hexadecimal
        return (text, AccessToken(hash: SHA256.hash(text.utf8)))
    }

    private init(hash: [UInt8]) { self.hash = hash }

    /// The token whose hash a file holds, as ``stored`` wrote it; nil where it holds none.
    init?(stored text: String) {
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = [UInt8](hexadecimal: digits), bytes.count == 32 else { return nil }
        hash = bytes
    }

    /// The hash as text.
    var stored: String { hash.hexadecimal }

    /// Distinguishes this token from others, and reveals nothing of it.
    var name: String { SHA256.hash(hash).prefix(6).hexadecimal }

    /// Whether a text is the token, in a time that does not depend on how much of it is right.
    func matches(_ text: String) -> Bool { SHA256.hash(text.utf8).isSame(as: hash) }
}

/// The file that keeps the tokens' hashes, beside the queue.
public struct TokenFile: Sendable {
    let file: PrivateFile

    /// The tokens' file of a queue.
    public init(beside queue: QueueLocation) { file = PrivateFile(at: queue.token) }

    /// The tokens; nil where none was made.
    ///
    /// - Throws: ``ServerError`` where the file is not this user's own, or holds no token.
    func tokens() throws(ServerError) -> TokenSet? {
        guard let bytes = try file.read(), !bytes.isEmpty else { return nil }
        guard let tokens = TokenSet(stored: String(decoding: bytes, as: UTF8.self)) else {
            throw ServerError(
                .secret,
                "\(file.path) holds no token; make a new one with 'quiver serve --token', or remove the file")
        }
        return tokens
    }

    /// Makes a main token in the place of an earlier one, with which all that was signed in ends; it is kept nowhere.
    ///
    /// Tokens with names stay as they are.
    /// - Throws: ``ServerError`` where the file cannot be written.
    public func makeToken() throws(ServerError) -> String {
        let (text, token) = AccessToken.make()
        try file.whileLocked { () throws(ServerError) in
            // What holds no token makes way, as ever.
            var all = ((try? tokens()) ?? nil) ?? TokenSet()
            all.main = token
            try file.write(Array(all.stored.utf8))
        }
        return text
    }

    /// Changes the tokens that there are, while no other process does.
    func change(_ body: (inout TokenSet) throws(ServerError) -> Void) throws(ServerError) {
        try file.whileLocked { () throws(ServerError) in
            var all = try tokens() ?? TokenSet()
            try body(&all)
            try file.write(Array(all.stored.utf8))
        }
    }
}
