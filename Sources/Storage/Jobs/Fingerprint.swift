import SystemValues

/// Thirty-two bytes that stand for something larger: SHA-256 of a file's content, or of a pipeline's settings.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, which are enough to look a fingerprint up by.
    public let head: UInt64
    /// The other twenty-four bytes, as three numbers, big end first.
    public let tail: (UInt64, UInt64, UInt64)

    /// A fingerprint from its four parts.
    public init(head: UInt64, tail: (UInt64, UInt64, UInt64)) {
        self.head = head
        self.tail = tail
    }

    /// A fingerprint from its bytes; nil unless there are 32 of them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words: [UInt64] = []
        var word: UInt64 = 0
        for (position, byte) in bytes.enumerated() {
            word = word << 8 | UInt64(byte)
            if position % 8 == 7 { words.append(word) }
        }
        self.init(head: words[0], tail: (words[1], words[2], words[3]))
    }

    /// The thirty-two bytes.
    public var bytes: [UInt8] {
        [head, tail.0, tail.1, tail.2].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    /// Sixty-four lower-case hexadecimal digits, as `sha256sum` prints them.
    public var description: String { bytes.hexadecimal }

    /// Whether all thirty-two bytes are the same.
    public static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.head == right.head && left.tail == right.tail
    }

    /// Hashes the first eight bytes alone: they are as good as random already.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
    }
}
