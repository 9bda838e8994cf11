import Foundation
import SystemValues

/// The token that lets people in, which is kept as a hash only.
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

    /// Tells this token from others, and nothing of it.
    var name: String { SHA256.hash(hash).prefix(6).hexadecimal }

    /// Whether a text is the token, in a time that does not depend on how much of it is right.
    func matches(_ text: String) -> Bool { SHA256.hash(text.utf8).isSame(as: hash) }
}
