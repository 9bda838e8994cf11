import Findings

extension PhotoFormat {
    /// The format that these first bytes announce, nil where it is none of ours.
    init?(content bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(256))
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if head.starts(with: "%PDF-".utf8) {
            self = .pdf
        } else if Self.tiffHeads.contains(where: head.starts(with:)), !Self.isRaw(head) {
            self = .tiff
        } else if SniffedFormat(firstBytes: head) == .bmp {
            self = .bmp
        } else if let brands = Self.brands(of: head) {
            // AVIF pictures may carry the general brand mif1 first: look at all of them before saying HEIC.
            if brands.contains(where: ["avif", "avis"].contains) {
                self = .avif
            } else if brands.contains(where: Self.heicBrands.contains) {
                self = .heic
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    /// Little and big endian, classic and BigTIFF.
    private static let tiffHeads: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A], [0x49, 0x49, 0x2B, 0x00], [0x4D, 0x4D, 0x00, 0x2B],
    ]

    private static let heicBrands: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]

    /// Canon's raw files are TIFF outside; what a TIFF reader finds in them is not the photo.
    private static func isRaw(_ head: [UInt8]) -> Bool { head.dropFirst(8).starts(with: "CR".utf8) }

    /// The brands of an ISO base media file, the major one first.
    private static func brands(of head: [UInt8]) -> [String]? {
        guard head.count >= 16, head.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let offsets = [8] + Array(stride(from: 16, through: min(length, head.count) - 4, by: 4))
        return offsets.map { String(decoding: head[$0..<($0 + 4)], as: UTF8.self) }
    }

    /// True where the content shows that bytes are missing at its end; formats that cannot show it count as whole.
    func endsEarly(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png:
            return !bytes.suffix(64).contains(sequence: Array("IEND".utf8))
        case .webp:
            guard bytes.count >= 12 else { return true }
            return bytes.count < 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        case .jpeg:
            return !bytes.suffix(64).contains(sequence: [0xFF, 0xD9])
        case .pdf:
            // Other programs write a line or two behind the end.
            return !bytes.suffix(2_048).contains(sequence: Array("%%EOF".utf8))
        case .gif, .tiff, .heic, .avif, .bmp:
            return false
        }
    }

    /// True for a JPEG whose end is nothing but zeros, without its end mark before them.
    ///
    /// That is a copy that was broken off after the file had been given its full length. A decoder takes zeros for
    /// picture, so the grey rest would go unnoticed.
    func endsInZeros(_ bytes: [UInt8]) -> Bool {
        let block = 4_096
        guard self == .jpeg, bytes.count > block, bytes.suffix(block).allSatisfy({ $0 == 0 }) else { return false }
        guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return true }
        return bytes[(last - 1)...last] != [0xFF, 0xD9]
    }

    /// The name of a refused file's format, where its first bytes are known.
    static func name(ofForeign bytes: some Collection<UInt8>) -> String? {
        let head = Array(bytes.prefix(256))
        let known: [(String, [UInt8])] = [
            ("a PSD", Array("8BPS".utf8)),
            ("a ZIP archive", [0x50, 0x4B, 0x03, 0x04]), ("a JPEG XL", [0xFF, 0x0A]),
            ("a JPEG XL", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]), ("a JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
            ("a JPEG 2000", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]), ("an icon", [0, 0, 1, 0]),
        ]
        if let match = known.first(where: { head.starts(with: $0.1) }) { return match.0 }
        if isRaw(head) { return "a camera's raw file" }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("<svg") ? "an SVG" : nil
    }
}

extension Collection<UInt8> where SubSequence: Collection<UInt8> {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}

/// Keeps a PNG's texts from costing more than its pixels.
enum PNGTexts {
    /// Packed texts are read up to this many bytes in all: enough for what programs write about a picture.
    ///
    /// The PNG library inflates each such chunk whenever a file is opened, a thousandfold and twice, and takes on
    /// hundreds of them.
    static let budget = 16 << 10

    /// The same file without the packed texts that are beyond the budget.
    static func limited(_ bytes: [UInt8]) -> [UInt8] {
        let floods = floods(in: bytes)
        guard !floods.isEmpty else { return bytes }
        var kept: [UInt8] = []
        var start = 0
        for flood in floods {
            kept += bytes[start..<flood.lowerBound]
            start = flood.upperBound
        }
        return kept + bytes[start...]
    }

    private static func floods(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var total = 0
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let body = offset + 8
            guard length <= bytes.count - body - 4 else { break }
            let isText: Bool
            switch String(decoding: bytes[(offset + 4)..<body], as: UTF8.self) {
            case "zTXt": isText = true
            case "iTXt": isText = isPacked(bytes[body..<(body + length)])
            case "IEND": return found
            default: isText = false
            }
            if isText {
                total += length
                if total > budget { found.append(offset..<(body + length + 4)) }
            }
            offset = body + length + 4
        }
        return found
    }

    /// An international text has a flag behind its keyword for packed text; one without an end to its keyword is none.
    private static func isPacked(_ text: ArraySlice<UInt8>) -> Bool {
        guard let end = text.prefix(80).firstIndex(of: 0), end + 1 < text.endIndex else { return false }
        return text[end + 1] != 0
    }
}

/// What a TIFF's directories contain, read before libvips sees them.
///
/// libvips counts pages by reading each, and it gives tiles to whichever decoder the file names, JPEG 2000's too, whose
/// own loader is blocked: libvips 8.14 writes behind its buffer when a tile is larger than it ought to be.
struct TIFFDirectories {
    /// The number of directories, counted no further than asked for.
    private(set) var count = 0
    /// Where the entries of each counted directory begin, and how many they are.
    private var entries: [(first: Int, count: Int)] = []

    /// How the pixels of a directory are packed, and nothing else than that there, is one of those that we read; true for one that
    /// was not counted.
    ///
    /// - Parameter number: From 1 on.
    func isPackedAsUsual(_ number: Int) -> Bool {
        guard entries.indices.contains(number - 1) else { return true }
        let (first, count) = entries[number - 1]
        return (0..<count).allSatisfy { isUsual(at: first + $0 * width) }
    }

    /// The numbers of the directories that hold a picture of another one made smaller, as previews and pyramids do; the first is
    /// none of them.
    var previews: [Int] { (1..<max(entries.count, 1)).filter { isPreview(entries[$0]) }.map { $0 + 1 } }

    /// The number of the directory of a page, from 1 on: previews are no pages.
    func directory(ofPage page: Int) -> Int { previews.reduce(page) { $1 <= $0 ? $0 + 1 : $0 } }

    /// None, three kinds of fax, LZW, JPEG, deflate (twice), PackBits, LZMA, Zstandard and WebP.
    private static let usual: Set<UInt64> = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 34_925, 50_000, 50_001]
    private static let compression = 259
    private static let kindOfPicture = 254

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
            guard let length = number(at: start, isBig ? 8 : 2), length < 65_536 else { return }
            let first = start + (isBig ? 8 : 2)
            entries.append((first, Int(length)))
            offset = number(at: first + Int(length) * width, isBig ? 8 : 4)
        }
    }

    private var width: Int { isBig ? 20 : 12 }

    /// Whether the first entry says so: entries are in the order of their tags, and none comes before this one.
    private func isPreview(_ directory: (first: Int, count: Int)) -> Bool {
        guard directory.count > 0, let tag = number(at: directory.first, 2), tag == Self.kindOfPicture,
            let type = number(at: directory.first + 2, 2),
            let value = number(at: directory.first + (isBig ? 12 : 8), type == 3 ? 2 : 4)
        else { return false }
        return value & 1 == 1
    }

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
