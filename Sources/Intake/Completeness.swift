import Findings
import SystemPackage

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
        // Some file systems have no holes and fill reserved room with zeros.
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
