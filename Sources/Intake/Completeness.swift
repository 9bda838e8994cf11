import Findings
import SystemPackage
import SystemValues

/// Whether a file holds all the bytes that its format announces.
enum Completeness: Sendable, Hashable {
    /// Everything that the format announces is there; bytes after it do not matter.
    case whole
    /// Something is announced that is not there yet, or a hole was left where structure belongs.
    case cutOff
    /// The format does not say, or it is not one that is looked into: only `stat` can tell.
    case unknown

    /// Looks into an open file of `size` bytes.
    static func of(descriptor: Int32, size: Int64, format: SniffedFormat?) throws(Errno) -> Completeness {
        guard size > 0 else { return .cutOff }
        // Room that a writer reserved and has not filled yet: most formats would not show it by their structure.
        if Syscalls.hasHole(descriptor, size: size) { return .cutOff }
        var reader = ByteReader(descriptor: descriptor, size: size)
        let answer = try ofStructure(&reader, format)
        // Some file systems have no holes and fill reserved space with zeros.
        if format == nil, try beginsWithZeros(&reader) { return .cutOff }
        return answer
    }

    private static func ofStructure(_ reader: inout ByteReader, _ format: SniffedFormat?) throws(Errno) -> Completeness
    {
        switch format {
        case .jpeg: return try ofJPEG(&reader)
        case .png: return try ofPNG(&reader)
        case .gif: return try ofGIF(&reader)
        case .webp: return try ofRIFF(&reader)
        case .heic, .avif, .cr3: return try ofBoxes(&reader)
        case .tiff: return try ofTIFF(&reader)
        case .bmp: return try ofBMP(&reader)
        case .pdf: return try ofPDF(&reader)
        case .jp2, .j2k, .jxl, .psd, .dds, .qoi, .exr, nil: return .unknown
        }
    }

    private static func beginsWithZeros(_ reader: inout ByteReader) throws(Errno) -> Bool {
        try reader.bytes(0, Int(min(reader.size, Int64(SniffedFormat.wantedBytes))))?.allSatisfy { $0 == 0 } ?? false
    }

    /// RIFF says its length after the first four bytes, not counting the first eight.
    private static func ofRIFF(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let length = try reader.number(4, 4, bigEndian: false) else { return .cutOff }
        return Int64(length) + 8 <= reader.size ? .whole : .cutOff
    }

    /// A bitmap says its length, though some writers leave it zero.
    private static func ofBMP(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let length = try reader.number(2, 4, bigEndian: false) else { return .cutOff }
        if length == 0 { return .unknown }
        return Int64(length) <= reader.size ? .whole : .cutOff
    }

    /// A PDF ends with a mark, behind which programs write a line or two.
    private static func ofPDF(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        let start = max(reader.size - 2_048, 0)
        guard let tail = try reader.bytes(start, Int(reader.size - start)) else { return .cutOff }
        let mark = Array("%%EOF".utf8)
        return tail.indices.contains { tail[$0...].starts(with: mark) } ? .whole : .cutOff
    }

    /// PNG is a list of chunks that ends with IEND.
    private static func ofPNG(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        // The signature's first byte may be missing: then everything lies one byte earlier.
        guard let first = try reader.byte(0) else { return .cutOff }
        var offset: Int64 = first == 0x89 ? 8 : 7
        while let header = try reader.bytes(offset, 8) {
            let length = header.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
            let type = header.suffix(4)
            guard type.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) }) else { return .cutOff }
            offset += 12 + length
            if offset > reader.size { return .cutOff }
            if type.elementsEqual("IEND".utf8) { return .whole }
        }
        return .cutOff
    }
}

extension Completeness {
    /// GIF is a list of blocks that ends with a trailer byte.
    static func ofGIF(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let screen = try reader.byte(10) else { return .cutOff }
        var offset: Int64 = 13 + colourTable(screen)
        while let introducer = try reader.byte(offset) {
            switch introducer {
            case 0x3B: return .whole
            case 0x21: offset += 2
            case 0x2C:
                guard let flags = try reader.byte(offset + 9) else { return .cutOff }
                offset += 10 + colourTable(flags) + 1
            default: return .cutOff
            }
            // Sub-blocks: a length and as many bytes, until a length of zero.
            while true {
                guard let length = try reader.byte(offset) else { return .cutOff }
                offset += 1 + Int64(length)
                if length == 0 { break }
            }
        }
        return .cutOff
    }

    private static func colourTable(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
    }
}

extension Completeness {
    private static let known: Set<String> = ["mdat", "meta", "moov", "moof", "free", "skip", "uuid", "mpvd"]

    /// HEIC, AVIF and their kin are a row of boxes with lengths: the description and the data must both be there in
    /// full.
    static func ofBoxes(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        var offset: Int64 = 0
        var hasDescription = false
        var hasData = false
        while offset < reader.size {
            guard let short = try reader.number(offset, 4, bigEndian: true),
                let type = try reader.bytes(offset + 4, 4).map(Array.init)
            else {
                break
            }
            let isData = type.elementsEqual("mdat".utf8)
            hasDescription = hasDescription || type.elementsEqual("meta".utf8) || type.elementsEqual("moov".utf8)
            var length = Int64(short)
            if short == 1 {
                guard let long = try reader.number(offset + 8, 8, bigEndian: true), long <= UInt64(Int64.max / 2) else {
                    return .cutOff
                }
                length = Int64(long)
            }
            // Length zero means "to the end of the file", wherever that will be. A hole has type zero as well.
            if short == 0, isData { return hasDescription ? .unknown : .cutOff }
            guard length >= 8, type.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
            if length > reader.size - offset {
                // Only boxes that we know are believed to go on; other bytes behind a whole picture are a trailer.
                return hasDescription && hasData && !known.contains(String(decoding: type, as: UTF8.self))
                    ? .whole : .cutOff
            }
            hasData = hasData || isData
            offset += length
        }
        // What follows the last sensible box is a trailer, as long as both halves were met before.
        return hasDescription && hasData ? .whole : .cutOff
    }
}
