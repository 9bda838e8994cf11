/// A comment in a PNG: a `tEXt` chunk behind the header, as the PNG specification has it (section 11.3.4.3).
enum PNGComment {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The keyword and the zero behind it.
    private static let keyword = Array("Comment\0".utf8)
    /// The signature and the header chunk, which comes first in every PNG.
    private static let headerEnd = 8 + 25

    /// The picture with a comment; as it is where it is no whole PNG.
    static func added(_ text: [UInt8], to picture: [UInt8]) -> [UInt8] {
        guard picture.starts(with: signature), picture.count > headerEnd else { return picture }
        let body = Array("tEXt".utf8) + keyword + text
        let chunk = bytes(UInt32(body.count - 4)) + body + bytes(checksum(body))
        return picture[..<headerEnd] + chunk + picture[headerEnd...]
    }

    /// The comment behind the header; nil where there is none.
    static func read(_ picture: [UInt8]) -> [UInt8]? {
        guard picture.starts(with: signature), picture.count > headerEnd + 8 + keyword.count else { return nil }
        let length = picture[headerEnd..<headerEnd + 4].reduce(0) { $0 << 8 + Int($1) }
        let start = headerEnd + 8
        guard length >= keyword.count, start + length <= picture.count,
            picture[(headerEnd + 4)...].starts(with: Array("tEXt".utf8) + keyword)
        else { return nil }
        return Array(picture[(start + keyword.count)..<(start + length)])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// The CRC-32 of ISO 3309 that chunks end with.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }
}
