/// The picture formats that Quiver reads: an allow-list, recognised by content and never by a file's name.
public enum PhotoFormat: String, Sendable, Codable, CaseIterable {
    case jpeg, png, webp, gif, tiff, heic, avif, pdf, bmp

    /// Whether the further pictures of a file are pages, which are read; of other formats the first picture alone is.
    public var hasPages: Bool { self == .tiff || self == .pdf }
}

/// What the first bytes of a file say that it is.
///
/// This only decides whether a file is a picture to take and how to tell that it is whole; which formats are read is
/// the decoder's matter.
public enum SniffedFormat: String, Sendable, Codable, CaseIterable {
    /// JPEG, also MPO and motion photos.
    case jpeg
    /// PNG, also with the first byte of its signature damaged.
    case png
    /// GIF, 87a or 89a.
    case gif
    /// WebP in its RIFF container.
    case webp
    /// TIFF and BigTIFF, also the raw formats built on them.
    case tiff
    /// HEIC and HEIF.
    case heic
    /// AVIF.
    case avif
    /// Canon's raw format in an ISO-BMFF container.
    case cr3
    /// Windows bitmap.
    case bmp
    /// JPEG 2000 in its box container.
    case jp2
    /// JPEG 2000 codestream.
    case j2k
    /// JPEG XL.
    case jxl
    /// Photoshop.
    case psd
    /// DirectDraw surface.
    case dds
    /// Quite OK image.
    case qoi
    /// OpenEXR.
    case exr
    /// PDF.
    case pdf

    /// How many first bytes ``init(firstBytes:)`` wants to see.
    public static let wantedBytes = 64

    /// Recognises a picture by its first bytes; nil where they belong to no picture that we know.
    public init?(firstBytes bytes: [UInt8]) {
        guard let format = Self.bySignature(bytes) ?? Self.byBrand(bytes) else { return nil }
        self = format
    }

    private static let signatures: [(bytes: [UInt8], format: SniffedFormat)] = [
        ([0xFF, 0xD8, 0xFF], .jpeg),
        ([0x89] + Array("PNG\r\n".utf8), .png),
        (Array("PNG\r\n".utf8) + [0x1A, 0x0A], .png),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        (Array("II*".utf8) + [0], .tiff),
        (Array("II+".utf8) + [0], .tiff),
        ([0x4D, 0x4D, 0, 0x2A], .tiff),
        ([0x4D, 0x4D, 0, 0x2B], .tiff),
        (Array("8BPS".utf8), .psd),
        (Array("DDS ".utf8), .dds),
        (Array("qoif".utf8), .qoi),
        ([0x76, 0x2F, 0x31, 0x01], .exr),
        ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jp2),
        ([0xFF, 0x4F, 0xFF, 0x51], .j2k),
        ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
        ([0xFF, 0x0A], .jxl),
        (Array("%PDF-".utf8), .pdf),
    ]

    private static func bySignature(_ bytes: [UInt8]) -> SniffedFormat? {
        if let found = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return found.format }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
        // "BM" also begins words: the reserved fields and the header's length must fit as well.
        if bytes.starts(with: "BM".utf8), bytes.count >= 18, bytes[6..<10].allSatisfy({ $0 == 0 }),
            [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14]), bytes[15..<18].allSatisfy({ $0 == 0 })
        {
            return .bmp
        }
        return nil
    }

    /// An ISO-BMFF file says by its brands whether it is a picture or a film.
    private static func byBrand(_ bytes: [UInt8]) -> SniffedFormat? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = min(bytes.count, max(16, bytes[..<4].reduce(0) { $0 << 8 | Int($1) }))
        var compatible = stride(from: 16, to: length - 3, by: 4).map { bytes[$0..<($0 + 4)] }
        compatible.insert(bytes[8..<12], at: 0)
        for brand in compatible {
            switch String(decoding: brand, as: UTF8.self) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
            case "crx ": return .cr3
            default: continue
            }
        }
        return compatible.contains { $0.elementsEqual("mif1".utf8) || $0.elementsEqual("msf1".utf8) } ? .heic : nil
    }
}

/// The largest picture that is taken on, checked before any of its pixels are read.
public struct PhotoLimits: Sendable, Codable, Hashable {
    /// The most bytes a file may have (`limits.bytes`).
    public var bytes: Int
    /// The most pixels a picture may have, width times height (`limits.pixels`).
    public var pixels: Int
    /// The longest side a picture may have, in pixels (`limits.side`).
    public var side: Int
    /// The most frames or pages a file may have (`limits.frames`).
    public var frames: Int
    /// The most pages of a file that are read, its first ones (`limits.pages`).
    public var pages: Int
    /// The most pixels that a page of a PDF is drawn with (`limits.pagePixels`).
    public var pagePixels: Int

    /// Limits of one's own; what is not given is as in `standard`.
    public init(
        bytes: Int = 512 << 20, pixels: Int = 250_000_000, side: Int = 65_500, frames: Int = 1_000, pages: Int = 100,
        pagePixels: Int = 25_000_000
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.side = side
        self.frames = frames
        self.pages = pages
        self.pagePixels = pagePixels
    }

    /// Room for the 200 megapixels of today's phones; 65,500 is the longest side that a JPEG can have.
    public static let standard = PhotoLimits()
}
