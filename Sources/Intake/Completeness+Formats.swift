import SystemPackage

extension Completeness {
    /// JPEG is whole when an end marker follows its first scan.
    ///
    /// The segments are walked up to the scan, so that the end marker of an embedded thumbnail is not taken for the
    /// picture's. Most files end with the marker, perhaps padded with zeros; where something else follows (MPO's second
    /// picture, a film, a camera maker's trailer), the scan is searched for it.
    static func ofJPEG(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let scan = try startOfScan(&reader) else { return .cutOff }
        if try endsWithMarker(&reader, after: scan) { return .whole }
        return try hasEndMarker(&reader, from: scan) ? .whole : .cutOff
    }

    /// The offset behind the header of the first scan, or nil where the file ends or makes no sense before.
    private static func startOfScan(_ reader: inout ByteReader) throws(Errno) -> Int64? {
        var offset: Int64 = 2
        while true {
            // Any number of 0xFF may stand before a marker; some writers leave stray bytes between segments.
            guard let prefix = try reader.next(0xFF, from: offset), prefix - offset < 4096 else { return nil }
            var position = prefix
            while try reader.byte(position) == 0xFF { position += 1 }
            guard let marker = try reader.byte(position) else { return nil }
            offset = position + 1
            switch marker {
            case 0x00, 0x01, 0xD0...0xD8: continue
            case 0xD9: return nil
            default:
                guard let length = try reader.number(offset, 2, bigEndian: true), length >= 2 else { return nil }
                offset += Int64(length)
                if offset > reader.size { return nil }
                if marker == 0xDA { return offset }
            }
        }
    }

    /// Whether the last bytes that are not padding are the end marker.
    private static func endsWithMarker(_ reader: inout ByteReader, after scan: Int64) throws(Errno) -> Bool {
        let tail: Int64 = 4096
        let start = max(scan, reader.size - tail)
        guard let bytes = try reader.bytes(start, Int(reader.size - start)) else { return false }
        guard let last = bytes.lastIndex(where: { $0 != 0 && $0 != 0xFF }), last > bytes.startIndex else {
            return false
        }
        return bytes[last] == 0xD9 && bytes[last - 1] == 0xFF
    }

    /// Whether an end marker follows somewhere; inside a scan 0xFF is followed by zero or a restart marker, so it
    /// cannot be data.
    private static func hasEndMarker(_ reader: inout ByteReader, from scan: Int64) throws(Errno) -> Bool {
        var offset = scan
        while let prefix = try reader.next(0xFF, from: offset) {
            var position = prefix + 1
            while try reader.byte(position) == 0xFF { position += 1 }
            guard let marker = try reader.byte(position) else { return false }
            offset = position + 1
            switch marker {
            case 0xD9: return true
            case 0x00, 0x01, 0xD0...0xD8: continue
            default:
                // Tables between the scans of a progressive picture may hold any bytes: step over them.
                guard let length = try reader.number(offset, 2, bigEndian: true), length >= 2 else { continue }
                offset += Int64(length)
            }
        }
        return false
    }
}

extension Completeness {
    /// TIFF is whole when every directory, and every strip or tile that one points to, lies inside the file.
    static func ofTIFF(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let order = try reader.byte(0) else { return .cutOff }
        let bigEndian = order == UInt8(ascii: "M")
        guard let version = try reader.number(2, 2, bigEndian: bigEndian) else { return .cutOff }
        let layout = Layout(bigEndian: bigEndian, isBig: version == 43)
        guard var offset = try reader.number(layout.isBig ? 8 : 4, layout.word, bigEndian: bigEndian) else {
            return .cutOff
        }
        // Zero ends the list; a file that is still being written has zero for its first directory, or one that lies
        // beyond the end.
        if offset == 0 { return .cutOff }
        var visited: Set<UInt64> = []
        while offset != 0, visited.count < 1000, visited.insert(offset).inserted {
            guard let next = try directory(&reader, at: offset, layout) else { return .cutOff }
            offset = next
        }
        return .whole
    }

    private struct Layout {
        let bigEndian: Bool
        let isBig: Bool
        var word: Int { isBig ? 8 : 4 }
        var countBytes: Int { isBig ? 8 : 2 }
        var entryBytes: Int64 { isBig ? 20 : 12 }
    }

    /// Checks one directory and gives the offset of the next, or nil where something lies outside the file.
    private static func directory(
        _ reader: inout ByteReader, at start: UInt64, _ layout: Layout
    ) throws(Errno) -> UInt64? {
        guard let offset = Int64(exactly: start),
            let count = try reader.number(offset, layout.countBytes, bigEndian: layout.bigEndian), count <= 65_535
        else {
            return nil
        }
        var entry = offset + Int64(layout.countBytes)
        var offsets: [UInt64] = []
        var lengths: [UInt64] = []
        for _ in 0..<count {
            guard let tag = try reader.number(entry, 2, bigEndian: layout.bigEndian) else { return nil }
            switch tag {
            case 273, 324:
                guard let values = try values(&reader, at: entry, layout) else { return nil }
                offsets = values
            case 279, 325:
                guard let values = try values(&reader, at: entry, layout) else { return nil }
                lengths = values
            default:
                guard try isInside(&reader, entry, layout) else { return nil }
            }
            entry += layout.entryBytes
        }
        let size = UInt64(reader.size)
        for (start, length) in zip(offsets, lengths) where start > size || length > size - start { return nil }
        return try reader.number(entry, layout.word, bigEndian: layout.bigEndian)
    }

    /// Whether the values of an entry that is not looked at lie in the file.
    private static func isInside(
        _ reader: inout ByteReader, _ entry: Int64, _ layout: Layout
    ) throws(Errno) -> Bool {
        guard let type = try reader.number(entry + 2, 2, bigEndian: layout.bigEndian),
            let count = try reader.number(entry + 4, layout.word, bigEndian: layout.bigEndian),
            let pointer = try reader.number(entry + 4 + Int64(layout.word), layout.word, bigEndian: layout.bigEndian)
        else {
            return false
        }
        // Types that are unknown say nothing about their length.
        let widths: [UInt64] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
        let width = type < widths.count ? widths[Int(type)] : 0
        let (bytes, overflow) = count.multipliedReportingOverflow(by: width)
        if !overflow, bytes <= layout.word { return true }
        let size = UInt64(reader.size)
        return !overflow && pointer <= size && bytes <= size - pointer
    }

    /// The numbers of one entry; at most a million, more strips than any real picture has.
    private static func values(_ reader: inout ByteReader, at entry: Int64, _ layout: Layout) throws(Errno) -> [UInt64]?
    {
        guard let type = try reader.number(entry + 2, 2, bigEndian: layout.bigEndian),
            let count = try reader.number(entry + 4, layout.word, bigEndian: layout.bigEndian)
        else {
            return nil
        }
        let width: Int
        switch type {
        case 3: width = 2
        case 4: width = 4
        case 16: width = 8
        default: return []
        }
        guard count <= 1_000_000 else { return [] }
        var position = entry + 4 + Int64(layout.word)
        if Int(count) * width > layout.word {
            guard let pointer = try reader.number(position, layout.word, bigEndian: layout.bigEndian),
                let offset = Int64(exactly: pointer)
            else {
                return nil
            }
            position = offset
        }
        var values: [UInt64] = []
        for _ in 0..<count {
            guard let value = try reader.number(position, width, bigEndian: layout.bigEndian) else { return nil }
            values.append(value)
            position += Int64(width)
        }
        return values
    }
}
