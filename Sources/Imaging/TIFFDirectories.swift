/// What a TIFF's directories say before libvips sees them.
///
/// libvips counts pages by reading each, and it gives tiles to whichever decoder the file names, JPEG 2000's too, whose
/// own loader is blocked: libvips 8.14 writes behind its buffer when a tile is larger than it ought to be.
struct TIFFDirectories {
    /// The number of directories, counted no further than asked for.
    private(set) var count = 0
    /// How the first one's pixels are packed, and nothing else than that there, is one of those that we read.
    private(set) var isPackedAsUsual = true

    /// None, three kinds of fax, LZW, JPEG, deflate (twice), PackBits, LZMA, Zstandard and WebP.
    private static let usual: Set<UInt64> = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 34_925, 50_000, 50_001]
    private static let compression = 259

    private let bytes: [UInt8]
    private let isLittle: Bool
    private let isBig: Bool

    init(_ bytes: [UInt8], atMost limit: Int) {
        self.bytes = bytes
        isLittle = bytes.first == UInt8(ascii: "I")
        isBig = bytes.count > 3 && (isLittle ? bytes[2] : bytes[3]) == 43
        var visited: Set<UInt64> = []
        var offset = number(at: isBig ? 8 : 4, isBig ? 8 : 4)
        while let place = offset, place > 0, place < bytes.count, count < limit, visited.insert(place).inserted {
            count += 1
            let start = Int(place)
            guard let entries = number(at: start, isBig ? 8 : 2), entries < 65_536 else { return }
            let first = start + (isBig ? 8 : 2)
            if count == 1 { isPackedAsUsual = (0..<Int(entries)).allSatisfy { isUsual(at: first + $0 * width) } }
            offset = number(at: first + Int(entries) * width, isBig ? 8 : 4)
        }
    }

    private var width: Int { isBig ? 20 : 12 }

    /// True for an entry that does not speak of compression, or that names a usual one in the usual way.
    private func isUsual(at entry: Int) -> Bool {
        guard let tag = number(at: entry, 2), tag == Self.compression else { return true }
        guard number(at: entry + 4, isBig ? 8 : 4) == 1, let type = number(at: entry + 2, 2),
            let value = number(at: entry + (isBig ? 12 : 8), type == 3 ? 2 : 4)
        else { return false }
        return [3, 4].contains(type) && Self.usual.contains(value)
    }

    /// Nil behind the end.
    private func number(at offset: Int, _ length: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        let digits = bytes[offset..<(offset + length)]
        return isLittle
            ? digits.reversed().reduce(0) { $0 << 8 | UInt64($1) } : digits.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
