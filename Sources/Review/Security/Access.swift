import Crypto
import Foundation

/// The token that lets people in, which is kept as a hash only.
///
/// A token has 256 bits of chance, so that a plain hash of it is as good as a slow one.
public struct AccessToken: Sendable, Hashable {
    /// SHA-256 of the token.
    private let hash: [UInt8]

    /// Makes a token; it is shown once and not kept.
    public static func make() -> (text: String, token: AccessToken) {
        let text = SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        return (text, AccessToken(hash: Array(SHA256.hash(data: Array(text.utf8)))))
    }

    private init(hash: [UInt8]) { self.hash = hash }

    /// The token whose hash a file holds, as ``stored`` wrote it; nil where it holds none.
    public init?(stored text: String) {
        let digits = Array(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard digits.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        guard bytes.count == 32 else { return nil }
        hash = bytes
    }

    /// The hash as text.
    public var stored: String { hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    /// Whether a text is the token, in a time that does not depend on how much of it is right.
    func matches(_ text: String) -> Bool {
        // Comparing codes under a key of the moment takes the same time whatever they are.
        let key = SymmetricKey(size: .bits256)
        let said = HMAC<SHA256>.authenticationCode(for: Array(SHA256.hash(data: Array(text.utf8))), using: key)
        return HMAC<SHA256>.isValidAuthenticationCode(said, authenticating: hash, using: key)
    }

    /// What a browser that has signed in keeps: it proves that it knew the token, and does not tell it.
    var cookie: AccessToken.Cookie { Cookie(key: hash) }

    /// The cookie of a token; it is worth nothing once the token is another.
    struct Cookie {
        fileprivate let key: [UInt8]
        static let name = "quiver"

        private var code: HMAC<SHA256>.MAC {
            HMAC<SHA256>.authenticationCode(for: Array("quiver cookie".utf8), using: SymmetricKey(data: key))
        }

        /// The cookie's value.
        var value: String { code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

        /// Whether a request's cookies have it.
        func isAmong(_ header: String) -> Bool {
            header.split(separator: ";").contains { part in
                let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pair.count == 2, pair[0] == Self.name else { return false }
                let digits = Array(pair[1])
                guard digits.count == 64 else { return false }
                let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
                return HMAC<SHA256>.isValidAuthenticationCode(
                    bytes, authenticating: Array("quiver cookie".utf8), using: SymmetricKey(data: key))
            }
        }
    }
}
