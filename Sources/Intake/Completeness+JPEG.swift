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
