import Foundation
import SystemPackage
import SystemValues

/// HMAC-SHA256 (RFC 2104) by OpenSSL's SHA-256.
enum HMAC {
    private static let block = 64

    /// The 32 bytes for a message under a key.
    static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let short = key.count > block ? SHA256.hash(key) : key
        let padded = short + [UInt8](repeating: 0, count: block - short.count)
        let inner = SHA256.hash(padded.map { $0 ^ 0x36 } + message)
        return SHA256.hash(padded.map { $0 ^ 0x5C } + inner)
    }
}

/// Signs what is sent, in the form of Standard Webhooks: over the message's key, the time and the body.
struct HookSignature: Sendable {
    private let secret: [UInt8]

    /// How a secret begins that is written in base64.
    private static let prefix = "whsec_"
    /// Bytes of the shortest secret that is taken.
    static let least = 16

    init(secret: [UInt8]) { self.secret = secret }

    /// Reads the secret of a file: its bytes without the line's end, or what stands in base64 behind `whsec_`.
    ///
    /// - Throws: ``HookTrouble`` where it cannot be used.
    init(_ file: FilePath) throws(HookTrouble) {
        let name = PercentEscape.printable(file)
        if let trouble = TrustedPath(path: file).trouble() { throw HookTrouble(trouble) }
        guard let status = try? Syscalls.status(file, follow: true), status.kind == .regular else {
            throw HookTrouble("the secret \(name) is no file that can be read")
        }
        guard status.mode & 0o077 == 0 else {
            throw HookTrouble("other users may read the secret \(name); chmod 600 \(name)")
        }
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file.string))) } catch {
            throw HookTrouble("the secret \(name) cannot be read: \(error.localizedDescription)")
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let text = String(decoding: line, as: UTF8.self)
        let secret =
            text.hasPrefix(Self.prefix)
            ? Data(base64Encoded: String(text.dropFirst(Self.prefix.count))).map(Array.init) ?? [] : Array(line)
        guard secret.count >= Self.least else {
            throw HookTrouble(
                "the secret \(name) has fewer than \(Self.least) bytes; make one with 'openssl rand -hex 32 > \(name)'")
        }
        self.secret = secret
    }

    /// The header that says who sends, over the key, the time in seconds and the body.
    func headers(key: String, time: Int64, body: [UInt8]) -> [(name: String, value: String)] {
        let mac = HMAC.sha256(Array("\(key).\(time).".utf8) + body, key: secret)
        return [("webhook-signature", "v1," + Data(mac).base64EncodedString())]
    }
}

/// Why a hook cannot deliver at all, in one sentence.
struct HookTrouble: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
