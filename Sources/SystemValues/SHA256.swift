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
    ///
    /// Each photo's content is said so: the work is done on bytes that lie in one piece, since code for any collection is slow
    /// in other modules.
    package var hexadecimal: String {
        withContiguousStorageIfAvailable(String.init(hexadecimalOf:))
            ?? Array(self).withUnsafeBufferPointer(String.init(hexadecimalOf:))
    }
}

extension String {
    fileprivate init(hexadecimalOf bytes: UnsafeBufferPointer<UInt8>) {
        func digit(_ half: UInt8) -> UInt8 { half + (half < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
        self.init(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
            for (place, byte) in bytes.enumerated() {
                digits.initializeElement(at: 2 * place, to: digit(byte >> 4))
                digits.initializeElement(at: 2 * place + 1, to: digit(byte & 15))
            }
            return 2 * bytes.count
        }
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
