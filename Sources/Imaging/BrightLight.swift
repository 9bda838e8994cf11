import Findings
import Glibc

/// What a photo's file says of light that is brighter than white: whether there is any, and by which curve.
///
/// Decoders give the numbers as they are and say nothing of it, so that it is read out of the file itself.
struct BrightLight: Hashable {
    /// How it is shown.
    let range: DynamicRange
    /// The codes of the colours' primaries and of their curve, by ITU-T H.273; nil with a map, which leaves them as they are.
    let codes: Codes?

    /// Codes of ITU-T H.273.
    struct Codes: Hashable {
        var primaries: UInt8
        var curve: UInt8
    }

    /// Nil where a file shows no such light, or where it cannot be told.
    init?(of bytes: [UInt8], format: PhotoFormat) {
        switch format {
        case .jpeg: self.init(jpeg: bytes)
        case .png: self.init(png: bytes)
        case .heic, .avif: self.init(boxes: bytes)
        case .webp, .gif, .tiff, .pdf, .bmp: return nil
        }
    }

    private init(_ range: DynamicRange, _ codes: Codes? = nil) {
        self.range = range
        self.codes = codes
    }

    private init?(_ codes: Codes) {
        switch codes.curve {
        case 16: self.init(.pq, codes)
        case 18: self.init(.hlg, codes)
        default: return nil
        }
    }

    /// A JPEG's second pictures lie behind the first; what is written before it names them.
    private init?(jpeg bytes: [UInt8]) {
        var offset = 2
        // A file may announce second pictures a thousand times; its rest is searched once.
        var isSearched = false
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2, offset + 2 + length <= bytes.count else { return nil }
            let part = (offset + 4)..<(offset + 2 + length)
            switch bytes[offset + 1] {
            case 0xE1 where bytes.holds("http://ns.adobe.com/hdr-gain-map/", in: part): self.init(.gainMap)
            case 0xE2 where bytes.holds("urn:iso:std:iso:ts:21496:", in: part): self.init(.gainMap)
            // Apple's map is named in the second picture alone, which the list of pictures announces.
            case 0xE2 where !isSearched && bytes[part].starts(with: "MPF\0".utf8):
                isSearched = true
                guard bytes.holds("photo:2020:aux:hdrgainmap", in: part.upperBound..<bytes.count) else {
                    offset = part.upperBound
                    continue
                }
                self.init(.gainMap)
            default:
                offset = part.upperBound
                continue
            }
            return
        }
        return nil
    }

    /// A PNG's chunk of codes stands before its pixels.
    private init?(png bytes: [UInt8]) {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes.number(at: offset, bytes: 4)
            guard length <= bytes.count - offset - 12 else { return nil }
            let kind = bytes[(offset + 4)..<(offset + 8)]
            if kind.elementsEqual("IDAT".utf8) { return nil }
            if kind.elementsEqual("cICP".utf8), length == 4 {
                self.init(Codes(primaries: bytes[offset + 8], curve: bytes[offset + 9]))
                return
            }
            offset += 12 + length
        }
        return nil
    }

    /// The properties of the pictures in a HEIC or AVIF (ISO/IEC 23008-12).
    private init?(boxes bytes: [UInt8]) {
        guard let meta = bytes.boxes(in: 0..<bytes.count).first(where: { $0.kind == "meta" }) else { return nil }
        let parts = bytes.boxes(in: meta.content.dropFirst(4))
        let properties = parts.filter { $0.kind == "iprp" }.flatMap { bytes.boxes(in: $0.content) }
            .filter { $0.kind == "ipco" }.flatMap { bytes.boxes(in: $0.content) }
        let hasMap = properties.contains { $0.kind == "auxC" && bytes.holds("hdrgainmap", in: $0.content) }
        let isToned = parts.contains { $0.kind == "iinf" && bytes.holds("tmap", in: $0.content) }
        guard !hasMap, !isToned else {
            self.init(.gainMap)
            return
        }
        // "nclx", then the codes of primaries and curve in two bytes each.
        let codes = properties.filter {
            $0.kind == "colr" && $0.content.count >= 8 && bytes[$0.content].starts(with: "nclx".utf8)
        }
        .map { colours in
            Codes(
                primaries: bytes[colours.content.lowerBound + 5], curve: bytes[colours.content.lowerBound + 7])
        }
        guard let light = codes.lazy.compactMap(BrightLight.init).first else { return nil }
        self = light
    }
}

/// A box of an ISO base media file.
private struct ISOBox {
    var kind: String
    var content: Range<Int>
}

extension [UInt8] {
    /// More boxes than this in one are not looked at: no picture has as many.
    private static var mostBoxes: Int { 4_096 }

    /// The boxes of a part, up to one that does not fit.
    fileprivate func boxes(in part: Range<Int>) -> [ISOBox] {
        var found: [ISOBox] = []
        var offset = part.lowerBound
        while offset + 8 <= part.upperBound, found.count < Self.mostBoxes {
            var (length, head) = (number(at: offset, bytes: 4), 8)
            if length == 1, offset + 16 <= part.upperBound { (length, head) = (number(at: offset + 8, bytes: 8), 16) }
            if length == 0 { length = part.upperBound - offset }
            guard length >= head, length <= part.upperBound - offset else { break }
            let kind = String(decoding: self[(offset + 4)..<(offset + 8)], as: UTF8.self)
            found.append(ISOBox(kind: kind, content: (offset + head)..<(offset + length)))
            offset += length
        }
        return found
    }

    /// A number with its highest byte first; the largest where it does not fit.
    fileprivate func number(at offset: Int, bytes count: Int) -> Int {
        Int(clamping: self[offset..<(offset + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Whether a text stands in a part.
    fileprivate func holds(_ text: StaticString, in part: Range<Int>) -> Bool {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            let count = text.utf8CodeUnitCount
            var offset = part.lowerBound
            while offset + count <= part.upperBound,
                let next = memchr(start + offset, Int32(text.utf8Start.pointee), part.upperBound - offset)
            {
                offset = UnsafeRawPointer(next) - start
                guard offset + count <= part.upperBound else { return false }
                if memcmp(next, text.utf8Start, count) == 0 { return true }
                offset += 1
            }
            return false
        }
    }
}
