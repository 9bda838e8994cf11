/// Chunks of a PNG file, as the PNG specification has them (section 5).
public enum PNGChunk {
    /// What every PNG begins with.
    public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The signature and the header chunk, which comes first in every PNG.
    public static let headerEnd = 8 + 25

    /// The picture with a chunk behind its header; as it is where it is no whole PNG.
    ///
    /// - Parameter kind: The four letters of the chunk's type.
    public static func added(_ kind: String, _ body: [UInt8], to picture: [UInt8]) -> [UInt8] {
        guard picture.starts(with: signature), picture.count > headerEnd else { return picture }
        let content = Array(kind.utf8) + body
        let chunk = bytes(UInt32(body.count)) + content + bytes(checksum(content))
        return picture[..<headerEnd] + chunk + picture[headerEnd...]
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
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
