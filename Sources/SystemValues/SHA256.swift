import COpenSSL

/// SHA-256 of bytes that come in parts, by OpenSSL.
package struct SHA256: ~Copyable {
    private let state: UnsafeMutableRawPointer

    /// The hash of nothing yet.
    package init() {
        // Ends the process, as Swift itself does where memory is short: there is no identity of a file without a hash.
        guard let state = copenssl_sha256_begin() else { fatalError("libcrypto has no SHA-256, or no memory for one") }
        self.state = state
    }

    deinit { copenssl_sha256_free(state) }

    /// The SHA-256 of bytes: 32 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let state = state
        let isTaken = bytes.withContiguousStorageIfAvailable { bytes in
            copenssl_sha256_update(state, bytes.baseAddress, bytes.count)
        }
        Self.check(isTaken ?? copenssl_sha256_update(state, Array(bytes), bytes.count))
    }

    /// The 32 bytes of the hash.
    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            guard let start = digest.baseAddress else { return }
            Self.check(copenssl_sha256_finish(state, start))
            count = 32
        }
    }

    /// libcrypto fails where memory is short or Quiver calls it wrongly; a hash made after that would be wrong.
    private static func check(_ isDone: Bool) {
        precondition(isDone, "libcrypto refused to hash")
    }
}

extension [UInt8] {
    /// Random bytes that cannot be guessed.
    package static func secret(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    /// Whether these are the same bytes, in a time that does not depend on where they differ.
    package func isSame(as other: [UInt8]) -> Bool {
        count == other.count && (isEmpty || copenssl_equal(self, other, count))
    }
}

extension Collection where Element == UInt8 {
    /// The bytes as lower-case hexadecimal digits, two for each.
    package var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { buffer in
            var place = 0
            for byte in self {
                buffer[place] = Self.digit(byte >> 4)
                buffer[place + 1] = Self.digit(byte & 15)
                place += 2
            }
            return place
        }
    }

    private static func digit(_ half: UInt8) -> UInt8 {
        half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") - 10 + half
    }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits; nil where the text is something else.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), text.utf8.count == digits.count else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
